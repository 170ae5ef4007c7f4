"""Injected faults, and how discord.py takes them."""

import aiohttp
import discord
import pytest

from localdiscord import Channel, Fault, LocalDiscord, User
from tests.localdiscord.api.steps import text_channel
from tests.localdiscord.little_bot import LittleBot

_SEND = "/channels/{channel}/messages"


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


async def test_a_fault_needs_a_route(server: LocalDiscord) -> None:
    with pytest.raises(ValueError, match="no route POST /channels/1/messages"):
        server.inject(Fault("POST", "/channels/1/messages"))
