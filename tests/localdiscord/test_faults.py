"""Injected faults, and how discord.py takes them."""

from types import SimpleNamespace

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
        (Fault("GET", "/x", 200), True), (Fault("GET", "/x", 399), True), (Fault("GET", "/x", 400), False),
        (Fault("GET", "/x", 500), False), (Fault("GET", "/x", 200, loses_request=True), False),
        (Fault("GET", "/x", 500, loses_response=True), True),
    ],
)  # fmt: skip
def test_a_fault_tells_whether_the_request_succeeds(fault: Fault, *, succeeds: bool) -> None:
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


def test_a_fault_has_its_body_and_headers() -> None:
    refused, limited = Fault("GET", "/x", 403, code=50001), Fault("GET", "/x", 429)
    assert (refused.body(), refused.headers()) == ({"message": "Injected fault", "code": 50001}, {})
    assert limited.body() == {"message": "You are being rate limited.", "retry_after": 0.05, "global": False}
    shown = {name: limited.headers()[name] for name in ("Retry-After", "X-RateLimit-Reset-After")}
    assert shown == {"Retry-After": "1", "X-RateLimit-Reset-After": "0.05"}
