"""Channels and DMs, and permissions in them."""

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
from localdiscord.state.updates import Update
from tests.localdiscord.api.steps import codes, grant
from tests.localdiscord.little_bot import LittleBot


async def test_dms(server: LocalDiscord, bot: LittleBot, anna: User, bert: User) -> None:
    user = await bot.fetch_user(int(anna.id))
    await user.send("psst")
    await user.send("again")
    assert [m["content"] for m in anna.messages(anna.dm())] == ["psst", "again"]
    assert bert.messages(anna.dm()) == []
    anna.send(anna.dm(), "what?")
    # the bot reads what it is told in a DM
    assert [m.content async for m in (await user.create_dm()).history()] == ["what?", "again", "psst"]
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("POST", "/users/@me/channels", {"recipient_id": server.hub.state.bot_id})
    assert error.value.code == 50007


async def test_a_dm_that_cannot_be(server: LocalDiscord, bot: LittleBot, anna: User) -> None:
    for body in ({}, {"recipient_id": "anna"}, {"recipient_id": None}, {"recipient_id": "12345"}):
        with pytest.raises(discord.HTTPException):
            await bot.raw("POST", "/users/@me/channels", body)
    assert codes(server) == [(400, 50035)] * 3 + [(400, 50033)]
    server.rejected.clear()
    # a user who is in no guild with the bot
    stranger = server.hub.state.add_user("zoe")
    await bot.raw("POST", "/users/@me/channels", {"recipient_id": stranger["id"]})
    user = await bot.fetch_user(int(stranger["id"]))
    with pytest.raises(discord.Forbidden):
        await user.send("psst")
    anna.close_dms()
    friend = await bot.fetch_user(int(anna.id))
    with pytest.raises(discord.Forbidden):
        await friend.send("psst")
    assert codes(server) == [(403, 50278), (403, 50007)]
    anna.open_dms()
    await friend.send("psst")
    assert [message["content"] for message in anna.messages(anna.dm())] == ["psst"]


async def test_one_guild_in_common_is_enough_for_a_dm(server: LocalDiscord, bot: LittleBot, anna: User) -> None:
    zoe = server.guild("The club").user("zoe")
    for member in (anna, zoe):
        user = await bot.fetch_user(int(member.id))
        await user.send("psst")
        assert [message["content"] for message in member.messages(member.dm())] == ["psst"]


async def test_a_dm_is_closed_and_not_lost(server: LocalDiscord, bot: LittleBot, anna: User) -> None:
    user = await bot.fetch_user(int(anna.id))
    said = await user.send("psst")
    await bot.raw("DELETE", f"/channels/{said.channel.id}")
    assert [message["content"] for message in anna.messages(anna.dm())] == ["psst"]
    for path in (f"/channels/{said.channel.id}/threads", f"/channels/{said.channel.id}/messages/{said.id}/threads"):
        with pytest.raises(discord.HTTPException):
            await bot.raw("POST", path, {"name": "x", "type": 11})
    assert codes(server) == [(400, 50024)] * 2


async def test_overwrites_read_like_discords(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    grant(server, Permission.MANAGE_CHANNELS)
    for given, bits in (({}, ("0", "0")), ({"allow": None, "deny": 2048}, ("0", "2048")), ({"allow": 8}, ("8", "0"))):
        wanted = {"permission_overwrites": [{"id": int(anna.id), "type": 1, **given}]}
        changed = await bot.raw("PATCH", f"/channels/{general['id']}", wanted)
        allow, deny = bits
        assert changed["permission_overwrites"] == [{"id": anna.id, "type": 1, "allow": allow, "deny": deny}]
    made = await bot.raw("POST", f"/guilds/{server.guild_id}/channels", {"name": "den", **wanted})
    assert made["permission_overwrites"] == changed["permission_overwrites"]


@pytest.mark.usefixtures("anna")
async def test_a_channel_changes_only_fields_it_has(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    grant(server, Permission.MANAGE_CHANNELS)
    wanted = {"name": "hall", "topic": "x", "nsfw": True, "position": 3, "rate_limit_per_user": 5}
    before = dict(general)
    changed = await bot.raw("PATCH", f"/channels/{general['id']}", {**wanted, "default_forum_layout": 1})
    assert changed == before | wanted == general
    forum = server.forum("campaigns", ["waiting"])
    of_forum = {"default_forum_layout": 2, "default_sort_order": 1, "default_thread_rate_limit_per_user": 9}
    before = dict(forum)
    changed = await bot.raw("PATCH", f"/channels/{forum['id']}", {**wanted, **of_forum, "available_tags": None})
    assert changed == before | wanted | of_forum | {"available_tags": []} == forum
    club = server.guild("The club")
    grant_in = server.hub.state.guilds[club.id].body["roles"][1]
    grant_in["permissions"] = str(int(grant_in["permissions"]) | Permission.MANAGE_CHANNELS)
    made = await bot.raw("POST", f"/guilds/{club.id}/channels", {"name": "den", "topic": "y", "nsfw": True})
    assert (made["guild_id"], made["name"], made["topic"], made["nsfw"]) == (club.id, "den", "y", True)
    assert club.channel("den")["id"] == made["id"]


async def test_a_channel_shows_that_the_bot_types(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    told: list[Update] = []
    server.hub.state.updates.subscribe(told.append)
    await bot.raw("POST", f"/channels/{general['id']}/typing")
    body = {"channel_id": general["id"], "user_id": server.hub.state.bot_id}
    assert told == [Update("typing", body, channel_id=general["id"])]
