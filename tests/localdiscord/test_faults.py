"""Injected faults, and how discord.py takes them."""

from types import SimpleNamespace

import aiohttp
import discord
import pytest

from localdiscord import Channel, Fault, LocalDiscord, User
from localdiscord.api import router
from tests.localdiscord.api.steps import text_channel
from tests.localdiscord.little_bot import LittleBot

_SEND = "/channels/{channel}/messages"


@pytest.mark.parametrize(
    ("fault", "succeeds"),
    [
        (Fault("GET", "/x", 200), True),
        (Fault("GET", "/x", 399), True),
        (Fault("GET", "/x", 400), False),
        (Fault("GET", "/x", 500), False),
        (Fault("GET", "/x", 200, loses_request=True), False),
        (Fault("GET", "/x", 500, loses_response=True), True),
    ],
)
def test_what_is_only_slow_or_loses_its_answer_is_carried_out(fault: Fault, *, succeeds: bool) -> None:
    assert fault.succeeds is succeeds


async def test_a_rate_limit_is_waited_for(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    server.inject(Fault("POST", _SEND, 429, times=2))
    await channel.send("at last")
    assert [m["content"] for m in anna.messages(general)] == ["at last"]
    server.inject(Fault("POST", _SEND, 403, code=50001))
    with pytest.raises(discord.Forbidden):
        await channel.send("never")
    await channel.send("again")
    assert server.rejected == []


async def test_a_lost_response(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    body = {"content": "x", "nonce": "result-1", "enforce_nonce": True}
    server.inject(Fault("POST", _SEND, loses_response=True))
    path = f"/channels/{general['id']}/messages"
    with pytest.raises(aiohttp.ClientError):
        await bot.raw("POST", path, body)
    await bot.raw("POST", path, body)
    assert len(anna.messages(general)) == 1


async def test_a_lost_request(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    server.inject(Fault("POST", _SEND, loses_request=True))
    path = f"/channels/{general['id']}/messages"
    with pytest.raises(aiohttp.ClientError):
        await bot.raw("POST", path, {"content": "lost"})
    await bot.raw("POST", path, {"content": "sent"})
    assert [message["content"] for message in anna.messages(general)] == ["sent"]


async def test_a_slow_request(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[tuple[float, int]] = []

    async def hold(seconds: float) -> None:
        held.append((seconds, len(anna.messages(general))))

    channel = await text_channel(bot, general)
    server.inject(Fault("POST", _SEND, 200, delay=0.2))
    with monkeypatch.context() as slow:
        slow.setattr(router, "asyncio", SimpleNamespace(sleep=hold))
        await channel.send("late")
    assert held == [(0.2, 0)], "it is held back before it is carried out"
    assert [message["content"] for message in anna.messages(general)] == ["late"]


async def test_the_headers_of_a_rate_limit(server: LocalDiscord, general: Channel) -> None:
    server.inject(Fault("POST", _SEND, 429))
    url = f"{server.api_url}/channels/{general['id']}/messages"
    headers = {"Authorization": f"Bot {server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session, session.post(url, json={}) as response:
        body = await response.json()
        shown = {name: response.headers[name] for name in ("Retry-After", "X-RateLimit-Reset-After")}
    assert (response.status, body["retry_after"], body["global"]) == (429, 0.05, False)
    assert shown == {"Retry-After": "1", "X-RateLimit-Reset-After": "0.05"}


async def test_a_fault_needs_a_route(server: LocalDiscord) -> None:
    with pytest.raises(ValueError, match="no route POST /channels/1/messages"):
        server.inject(Fault("POST", "/channels/1/messages"))


def test_a_fault_says_its_code_and_a_rate_limit_how_long_it_lasts() -> None:
    refused, limited = Fault("GET", "/x", 403, code=50001), Fault("GET", "/x", 429)
    assert (refused.body(), refused.headers()) == ({"message": "Injected fault", "code": 50001}, {})
    assert limited.body() == {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}
    assert limited.headers()["X-RateLimit-Reset-After"] == "0.05"
