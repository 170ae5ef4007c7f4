"""Threads and their members."""

from datetime import timedelta

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
from tests.localdiscord.api.steps import grant, text_channel
from tests.localdiscord.little_bot import LittleBot


async def test_a_plain_thread_has_no_tags_and_no_pin(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    thread = await (await text_channel(bot, general)).create_thread(name="talk")
    before = dict(server.hub.state.channels.by_id[str(thread.id)])
    changed = await bot.raw("PATCH", f"/channels/{thread.id}", {"name": "words", "applied_tags": ["1"]})
    assert changed == before | {"name": "words"}


@pytest.mark.usefixtures("anna")
async def test_a_thread_is_private_by_default(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    path = f"/channels/{general['id']}/threads"
    for kind, made in (({}, 12), ({"type": 12}, 12), ({"type": 11}, 11)):
        thread = await bot.raw("POST", path, {"name": " talk ", "auto_archive_duration": 60, **kind})
        assert (thread["type"], thread["name"]) == (made, "talk")
        metadata = thread["thread_metadata"]
        assert (metadata["auto_archive_duration"], metadata.get("invitable")) == (60, True if made == 12 else None)
    assert (await bot.raw("POST", path, {"name": "x"}))["thread_metadata"]["auto_archive_duration"] == 4320
    grant(server, Permission.MANAGE_THREADS)
    changed = await bot.raw("PATCH", f"/channels/{thread['id']}", {"archived": True, "auto_archive_duration": 1440})
    assert (changed["thread_metadata"]["archived"], changed["thread_metadata"]["auto_archive_duration"]) == (True, 1440)
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("PATCH", f"/channels/{thread['id']}", {"archived": True})
    assert error.value.code == 50083, "it sleeps already"
    private = (await bot.raw("POST", path, {"name": "x"}))["id"]
    closed = await bot.raw("PATCH", f"/channels/{private}", {"invitable": False, "rate_limit_per_user": 5})
    assert (closed["thread_metadata"]["invitable"], closed["rate_limit_per_user"]) == (False, 5)


async def test_a_message_has_one_thread(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    said = anna.send(general, "start")
    path = f"/channels/{general['id']}/messages/{said['id']}/threads"
    thread = await bot.raw("POST", path, {"name": "talk"})
    (message,) = anna.messages(general)
    assert (thread["id"], message["thread"]["id"]) == (said["id"], said["id"])
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("POST", path, {"name": "again"})
    assert error.value.code == 160004
    server.delete(server.hub.state.channels.by_id[thread["id"]])
    assert (await bot.raw("POST", path, {"name": "again"}))["name"] == "again"


async def test_thread_members_are_unique(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    talk = server.hub.state.channels.add_thread(general["id"], "talk", anna.id)
    grant(server, Permission.MANAGE_THREADS)
    path, bot_id = f"/channels/{talk['id']}/thread-members", server.hub.state.bot_id
    steps = [
        ("PUT", bot_id, [anna.id, bot_id]), ("PUT", bot_id, [anna.id, bot_id]), ("DELETE", anna.id, [bot_id]),
        ("DELETE", anna.id, [bot_id]), ("PUT", anna.id, [bot_id, anna.id]), ("DELETE", "@me", [anna.id]),
    ]  # fmt: skip
    assert [each["user_id"] for each in await bot.raw("GET", path)] == [anna.id], "who began it is in it"
    for method, user_id, members in steps:
        await bot.raw(method, f"{path}/{user_id}")
        assert [each["user_id"] for each in await bot.raw("GET", path)] == members
        assert talk["member_count"] == len(members)


async def test_archived_threads_belong_to_a_channel(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    channels, den = server.hub.state.channels, server.channel("den")
    made = [
        channels.add_thread(place["id"], f"{place['name']} {private}", server.hub.state.bot_id, private=private)
        for place in (general, den)
        for private in (False, True)
    ]
    for thread in reversed(made):
        server.clock.advance(timedelta(seconds=1))
        server.archive(thread)
    server.thread("open", general)
    for place in (general, den):
        for kind, private in (("public", False), ("private", True)):
            found = await bot.raw("GET", f"/channels/{place['id']}/threads/archived/{kind}")
            assert [each["name"] for each in found["threads"]] == [f"{place['name']} {private}"]


async def test_adding_thread_members_needs_permission(
    server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    talk, other = (server.thread(name, general) for name in ("talk", "other"))
    path = f"/channels/{talk['id']}/thread-members"
    server.deny(general, Permission.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(discord.Forbidden):
        await bot.raw("PUT", f"{path}/{bert.id}")
    await bot.raw("PUT", f"{path}/@me")
    server.allow(general, Permission.SEND_MESSAGES_IN_THREADS)
    await bot.raw("PUT", f"{path}/{bert.id}")
    members = [anna.id, server.hub.state.bot_id, bert.id]
    assert [each["user_id"] for each in await bot.raw("GET", path)] == members
    assert {each["id"] for each in await bot.raw("GET", path)} == {talk["id"]}
    found = await bot.raw("GET", f"{path}/{bert.id}")
    assert (found["user_id"], found["join_timestamp"]) == (bert.id, talk["thread_metadata"]["create_timestamp"])
    assert [each["user_id"] for each in await bot.raw("GET", f"/channels/{other['id']}/thread-members")] == [anna.id]
    assert (talk["member_count"], other["member_count"]) == (3, 1)
    server.deny(general, Permission.MANAGE_THREADS)
    closed = server.hub.state.channels.add_thread(general["id"], "closed", anna.id, private=True)
    own = server.hub.state.channels.add_thread(general["id"], "own", server.hub.state.bot_id, private=True)
    await bot.raw("DELETE", f"/channels/{own['id']}/thread-members/{anna.id}")
    with pytest.raises(discord.Forbidden):
        await bot.raw("DELETE", f"/channels/{closed['id']}/thread-members/{anna.id}")
