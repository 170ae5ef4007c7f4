"""The guild and its members."""

import discord
import pytest

from localdiscord import Channel, User
from tests.localdiscord.little_bot import LittleBot


async def test_the_guild(bot: LittleBot, anna: User, general: Channel) -> None:
    guild = await bot.fetch_guild(bot.guilds[0].id)
    assert [c.name for c in await guild.fetch_channels()] == ["general"]
    assert [r.name for r in await guild.fetch_roles()] == ["@everyone", "Bot"]
    member = await guild.fetch_member(int(anna.id))
    assert (member.name, guild.owner_id) == ("anna", member.id)
    with pytest.raises(discord.NotFound) as error:
        await guild.fetch_member(1)
    assert error.value.code == 10007
    assert (await bot.application_info()).owner.name == "anna"
    assert general["name"] == "general"
