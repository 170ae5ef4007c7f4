"""Threads and their members."""

from contextlib import nullcontext
from datetime import timedelta

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
from tests.localdiscord.api.steps import grant, text_channel
from tests.localdiscord.little_bot import LittleBot


async def test_threads(server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    message = await channel.send("start")
    thread = await message.create_thread(name="at the message")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as error:
        await message.create_thread(name="again")
    assert error.value.code == 160004
    await thread.send("inside")
    place = server.hub.state.channels.by_id[str(thread.id)]
    assert [m["content"] for m in bert.messages(place)] == ["inside"]
    await thread.edit(archived=True, name="done")
    assert (place["name"], place["thread_metadata"]["archived"]) == ("done", True)
    assert [t.name async for t in channel.archived_threads()] == ["done"]
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("asleep")
    assert refused.value.code == 50083
    await thread.edit(archived=False)
    await thread.send("awake")
    assert not place["thread_metadata"]["archived"]

    public = await channel.create_thread(name="public", type=discord.ChannelType.public_thread)
    private = await channel.create_thread(name="private")
    assert bert.messages(server.hub.state.channels.by_id[str(private.id)]) == []
    await private.send("secret")
    await private.add_user(discord.Object(int(anna.id)))
    hidden = server.hub.state.channels.by_id[str(private.id)]
    assert [m["content"] for m in anna.messages(hidden)] == ["secret"]
    assert bert.messages(hidden) == []
    assert {m.id for m in await private.fetch_members()} == {bot.user and bot.user.id, int(anna.id)}
    await private.remove_user(discord.Object(int(anna.id)))
    assert anna.messages(hidden) == []
    guild = bot.guilds[0]
    assert {t.id for t in await guild.active_threads()} == {thread.id, public.id, private.id}


async def test_a_thread_that_is_no_post_has_no_tags_and_no_pin(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    thread = await (await text_channel(bot, general)).create_thread(name="talk")
    before = dict(server.hub.state.channels.by_id[str(thread.id)])
    changed = await bot.raw("PATCH", f"/channels/{thread.id}", {"name": "words", "applied_tags": ["1"]})
    assert changed == before | {"name": "words"}


@pytest.mark.usefixtures("anna")
async def test_a_thread_is_private_unless_the_bot_says_otherwise(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
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


async def test_a_thread_at_a_message_leaves_no_row_and_another_can_follow_it(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    said = anna.send(general, "start")
    path = f"/channels/{general['id']}/messages/{said['id']}/threads"
    thread = await bot.raw("POST", path, {"name": "talk"})
    (message,) = anna.messages(general)
    assert (thread["id"], message["thread"]["id"]) == (said["id"], said["id"])
    server.delete(server.hub.state.channels.by_id[thread["id"]])
    assert (await bot.raw("POST", path, {"name": "again"}))["name"] == "again"


async def test_members_of_a_thread_are_counted_once(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    talk = server.hub.state.channels.add_thread(general["id"], "talk", anna.id)
    grant(server, Permission.MANAGE_THREADS)
    path, bot_id = f"/channels/{talk['id']}/thread-members", server.hub.state.bot_id
    steps = [
        ("PUT", bot_id, [anna.id, bot_id]),
        ("PUT", bot_id, [anna.id, bot_id]),
        ("DELETE", anna.id, [bot_id]),
        ("DELETE", anna.id, [bot_id]),
        ("PUT", anna.id, [bot_id, anna.id]),
        ("DELETE", "@me", [anna.id]),
    ]
    assert [each["user_id"] for each in await bot.raw("GET", path)] == [anna.id], "who began it is in it"
    for method, user_id, members in steps:
        await bot.raw(method, f"{path}/{user_id}")
        assert [each["user_id"] for each in await bot.raw("GET", path)] == members
        assert talk["member_count"] == len(members)
    server.archive(talk)
    for method, user_id in (("PUT", bot_id), ("DELETE", anna.id)):
        with pytest.raises(discord.HTTPException) as error:
            await bot.raw(method, f"{path}/{user_id}")
        assert error.value.code == 50083


async def test_the_bot_removes_no_others_from_its_own_public_thread(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    threads = server.hub.state.channels
    own, apart = (
        threads.add_thread(general["id"], "x", server.hub.state.bot_id, private=private) for private in (False, True)
    )
    for thread, status in ((own, 403), (apart, 204)):
        thread.setdefault("members", [server.hub.state.bot_id]).append(anna.id)
        with nullcontext() if status == 204 else pytest.raises(discord.Forbidden):
            await bot.raw("DELETE", f"/channels/{thread['id']}/thread-members/{anna.id}")
        assert (anna.id in thread["members"]) == (status == 403)


async def test_archived_threads_come_from_the_one_archived_last(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    channel = await text_channel(bot, general)
    threads = [server.thread(name, general) for name in "abc"]
    for index in (1, 2, 0):
        server.archive(threads[index])
    assert [each.name async for each in channel.archived_threads()] == ["a", "c", "b"]


@pytest.mark.usefixtures("anna")
async def test_each_kind_of_thread_needs_its_own_permission_and_a_text_channel(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    path = f"/channels/{general['id']}/threads"
    for denied, refused in ((Permission.CREATE_PUBLIC_THREADS, 11), (Permission.CREATE_PRIVATE_THREADS, 12)):
        server.deny(general, denied)
        for kind in (11, 12):
            with nullcontext() if kind != refused else pytest.raises(discord.Forbidden):
                await bot.raw("POST", path, {"name": "x", "type": kind})
        server.allow(general, denied)
    thread = server.thread("talk", general)
    said = await bot.raw("POST", f"/channels/{thread['id']}/messages", {"content": "x"})
    for inside in ("threads", f"messages/{said['id']}/threads"):
        with pytest.raises(discord.HTTPException) as error:
            await bot.raw("POST", f"/channels/{thread['id']}/{inside}", {"name": "x", "type": 11})
        assert error.value.code == 50024


async def test_each_channel_lists_its_own_archived_threads(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
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


async def test_the_bot_joins_by_itself_and_brings_others_where_it_may_write(
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
