"""Steps that the tests of the API share."""

import discord

from localdiscord import Channel, LocalDiscord, Permission
from tests.localdiscord.little_bot import LittleBot


async def text_channel(bot: LittleBot, place: Channel) -> discord.TextChannel:
    channel = await bot.fetch_channel(int(place["id"]))
    assert isinstance(channel, discord.TextChannel)
    return channel


def codes(server: LocalDiscord) -> list[tuple[int, int]]:
    return [(each.status, each.code) for each in server.rejected]


def grant(server: LocalDiscord, permission: Permission) -> None:
    role = server.hub.state.guild["roles"][1]
    role["permissions"] = str(int(role["permissions"]) | permission)
