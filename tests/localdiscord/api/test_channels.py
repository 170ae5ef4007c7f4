"""Channels and DMs, and permissions in them."""

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
from tests.localdiscord.api.steps import codes, text_channel
from tests.localdiscord.little_bot import LittleBot, Received


async def test_permissions_follow_overwrites(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    channel = await text_channel(bot, general)
    server.deny(general, Permission.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden):
        await channel.send("x")
    server.deny(general, Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden):
        await channel.send("x")
    assert codes(server) == [(403, 50013), (403, 50001)]

    seen: list[discord.Permissions] = []

    async def look(interaction: Received) -> None:
        seen.extend((interaction.app_permissions, interaction.permissions))
        await interaction.response.send_message("x")

    bot.handler = look
    server.allow(general, Permission.VIEW_CHANNEL)
    await anna.slash(general, "do")
    assert not seen[0].send_messages
    assert seen[1].administrator


async def test_dms(server: LocalDiscord, bot: LittleBot, anna: User, bert: User) -> None:
    user = await bot.fetch_user(int(anna.id))
    await user.send("psst")
    await user.send("again")
    assert [m["content"] for m in anna.messages(anna.dm())] == ["psst", "again"]
    assert bert.messages(anna.dm()) == []
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("POST", "/users/@me/channels", {"recipient_id": server.hub.state.bot_id})
    assert error.value.code == 50007
