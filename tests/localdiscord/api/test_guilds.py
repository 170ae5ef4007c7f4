"""The guild and its members."""

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
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


@pytest.mark.usefixtures("anna")
async def test_the_active_threads_are_those_that_are_open_and_seen_by_the_bot(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    server.thread("talk", general)
    server.archive(server.thread("old", general))
    den = server.channel("den")
    server.thread("hidden", den)
    server.deny(den, Permission.VIEW_CHANNEL)
    assert [thread.name for thread in await bot.guilds[0].active_threads()] == ["talk"]


async def test_members_come_in_pages_by_their_ids(server: LocalDiscord, bot: LittleBot) -> None:
    carl = server.guild("The club").user("carl")  # the oldest user is the last to join
    anna = server.user("anna")
    assert server.user("carl").id == carl.id

    async def members(query: str) -> list[str]:
        found = await bot.raw("GET", f"/guilds/{server.guild_id}/members{query}")
        return [member["user"]["username"] for member in found]

    assert await members("?limit=1000") == ["bot", "carl", "anna"]
    assert await members("") == ["bot"]
    assert await members("?limit=2") == ["bot", "carl"]
    assert await members(f"?limit=1000&after={carl.id}") == ["anna"]
    assert await members(f"?limit=1&after={carl.id}") == ["anna"]
    assert await members(f"?limit=1000&after={anna.id}") == []


async def test_the_bot_owns_none_of_its_guilds_once_somebody_is_there(bot: LittleBot, anna: User) -> None:
    (guild,) = await bot.raw("GET", "/users/@me/guilds")
    assert (guild["owner"], bot.guilds[0].owner_id) == (False, int(anna.id))
