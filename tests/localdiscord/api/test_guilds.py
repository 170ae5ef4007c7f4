"""The guild and its members."""

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
from tests.localdiscord.api.steps import grant
from tests.localdiscord.little_bot import LittleBot


@pytest.mark.usefixtures("anna")
async def test_active_threads_are_open_and_visible(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
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


async def test_a_guild_lists_its_own_channels_and_members(server: LocalDiscord, bot: LittleBot, anna: User) -> None:
    club, channels = server.guild("The club"), server.hub.state.channels
    club.user("carl")
    club.user("dora")
    for guild, names in ((server.first_guild, ["general"]), (club, ["den", "hall"])):
        for name in names:
            guild.channel(name)
        guild.forum("campaigns")
        guild.thread(f"talk in {names[0]}", guild.channel(names[0]))
        channels.add_thread(guild.channel(names[0])["id"], "apart", server.hub.state.bot_id, private=True)
        path = f"/guilds/{guild.id}"
        assert [each["name"] for each in await bot.raw("GET", f"{path}/channels")] == [*names, "campaigns"]
        active = await bot.raw("GET", f"{path}/threads/active")
        assert [each["name"] for each in active["threads"]] == [f"talk in {names[0]}", "apart"]
        assert (await bot.raw("GET", path))["approximate_member_count"] == (2 if guild.id == server.guild_id else 3)
        assert {each["id"] for each in await bot.raw("GET", f"{path}/roles")} >= {guild.id}
    assert [each["id"] for each in await bot.raw("GET", "/users/@me/guilds")] == [server.guild_id, club.id]
    grant(server, Permission.MANAGE_CHANNELS)
    role = server.hub.state.guilds[club.id].body["roles"][1]
    role["permissions"] = str(int(role["permissions"]) | Permission.MANAGE_CHANNELS)
    for kind in (0, 15):
        made = await bot.raw("POST", f"/guilds/{club.id}/channels", {"name": f"new {kind}", "type": kind})
        assert (made["guild_id"], made["type"]) == (club.id, kind)
        made = await bot.raw("POST", f"/guilds/{server.guild_id}/channels", {"name": f"new {kind}", "type": kind})
        assert made["guild_id"] == server.guild_id
    carl = club.user("carl")
    for guild, member, stranger in ((server.first_guild, anna, carl), (club, carl, anna)):
        assert (await bot.raw("GET", f"/guilds/{guild.id}/members/{member.id}"))["user"]["id"] == member.id
        with pytest.raises(discord.NotFound):
            await bot.raw("GET", f"/guilds/{guild.id}/members/{stranger.id}")
