"""Forums: their posts, with tags, through discord.py and in what users see."""

from typing import Any

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, Permission, User, run_client
from tests.localdiscord.api.steps import codes, grant
from tests.localdiscord.little_bot import LittleBot
from tests.patience import until

TAGS = ("waiting", "ended", "rules")


@pytest.fixture
def forum(server: LocalDiscord) -> Channel:
    return server.forum("campaigns", TAGS)


@pytest.fixture(autouse=True)
def _guild(anna: User, bert: User) -> None:
    """Anna owns the guild, so that the bot has its permissions alone."""


@pytest.fixture
async def place(forum: Channel, bot: LittleBot) -> discord.ForumChannel:
    """The forum as the bot knows it from the gateway alone."""
    await bot.wait_until_ready()
    channel = bot.get_channel(int(forum["id"]))
    assert isinstance(channel, discord.ForumChannel)
    return channel


def tag(place: discord.ForumChannel, name: str) -> discord.ForumTag:
    return next(each for each in place.available_tags if each.name == name)


def listed(user: User, forum: Channel) -> list[tuple[str, list[str]]]:
    return [(post.title, post.tags) for post in user.posts(forum)]


def moderate(server: LocalDiscord, forum: Channel) -> None:
    """Lets only those who manage threads set the tags."""
    tags = [each | {"moderated": True} for each in forum["available_tags"]]
    server.hub.state.channels.change(forum, available_tags=tags)


# Resources, Channel: Start Thread in Forum or Media Channel; Topics, Threads: Forums


async def test_a_bot_opens_a_post(
    server: LocalDiscord, forum: Channel, place: discord.ForumChannel, bot: LittleBot, bert: User
) -> None:
    thread, message = await place.create_thread(
        name="Marne 1918",
        content="who plays?",
        embed=discord.Embed(title="Rules"),
        file=discord.File(__file__, "map.txt"),
        applied_tags=[tag(place, "waiting")],
        auto_archive_duration=1440,
    )
    assert (message.id, message.channel, thread.parent) == (thread.id, thread, place)
    assert [each.name for each in thread.applied_tags] == ["waiting"]
    assert (thread.message_count, thread.auto_archive_duration) == (0, 1440)
    await until(lambda: "THREAD_CREATE" in bot.events)
    assert listed(bert, forum) == [("Marne 1918", ["waiting"])]
    (post,) = bert.posts(forum)
    (first,) = bert.messages(post.thread)
    assert (first["id"], first["content"]) == (str(thread.id), "who plays?")
    assert [each["filename"] for each in first["attachments"]] == ["map.txt"]
    said = bert.send(post.thread, "I do")
    assert bert.posts(forum)[0].newest == said["id"]
    assert (post.thread["message_count"], forum["last_message_id"]) == (1, str(thread.id))
    assert [each.name for each in await bot.guilds[0].active_threads()] == ["Marne 1918"]
    grant(server, Permission.MANAGE_MESSAGES)
    await thread.get_partial_message(int(said["id"])).delete()
    await message.delete()
    assert (post.thread["message_count"], post.thread["total_message_sent"]) == (0, 1)


async def test_the_bot_hears_of_a_post_before_its_message(server: LocalDiscord, forum: Channel, anna: User) -> None:
    bot = LittleBot(discord.Intents(guilds=True, guild_messages=True))
    async with run_client(server, bot):
        await bot.wait_until_ready()
        bot.events.clear()
        post = anna.post(forum, "Marne", "who plays?", ["rules"])
        await until(lambda: "MESSAGE_CREATE" in bot.events)
        assert bot.events == ["THREAD_CREATE", "MESSAGE_CREATE"]
        thread = bot.get_channel(int(post["id"]))
        assert isinstance(thread, discord.Thread)
        assert [each.name for each in thread.applied_tags] == ["rules"]


async def test_a_post_inherits_slow_mode(server: LocalDiscord, place: discord.ForumChannel, forum: Channel) -> None:
    server.hub.state.channels.change(forum, default_thread_rate_limit_per_user=30)
    usual, own, none = (
        await place.create_thread(name=" a ", content="x"),
        await place.create_thread(name="b", content="x", slowmode_delay=5),
        await place.create_thread(name="c", content="x", slowmode_delay=0),
    )
    assert [each.thread.slowmode_delay for each in (usual, own, none)] == [30, 5, 0]
    assert usual.thread.name == "a"


# Topics, Opcodes and Status Codes: 40066, 40067, 50008


async def test_a_forum_can_ask_for_a_tag(
    server: LocalDiscord, forum: Channel, place: discord.ForumChannel, bert: User
) -> None:
    grant(server, Permission.MANAGE_CHANNELS)
    await place.edit(require_tag=True)
    with pytest.raises(discord.HTTPException):
        await place.create_thread(name="x", content="x")
    with pytest.raises(InvalidAction, match="needs a tag"):
        bert.post(forum, "x", "x")
    moderate(server, forum)
    with pytest.raises(discord.HTTPException):
        await place.create_thread(name="x", content="x")
    grant(server, Permission.MANAGE_THREADS)
    with pytest.raises(discord.HTTPException):
        await place.create_thread(name="x", content="x")
    assert codes(server) == [(400, 40067), (400, 40066), (400, 40067)]
    server.deny(forum, Permission.MANAGE_THREADS)
    with pytest.raises(discord.HTTPException):
        await place.create_thread(name="x", content="x")
    assert codes(server)[3:] == [(400, 40066)], "it is the permission in this forum that counts"
    server.allow(forum, Permission.MANAGE_THREADS)
    assert bert.posts(forum) == []
    await place.create_thread(name="x", content="x", applied_tags=[tag(place, "ended")])


async def test_a_forum_takes_no_messages(server: LocalDiscord, bot: LittleBot, forum: Channel, anna: User) -> None:
    with pytest.raises(discord.HTTPException):
        await bot.raw("POST", f"/channels/{forum['id']}/messages", {"content": "x"})
    post = anna.post(forum, "x", "y")
    with pytest.raises(discord.HTTPException):
        await bot.raw("POST", f"/channels/{forum['id']}/messages/{post['id']}/threads", {"name": "x"})
    assert codes(server) == [(400, 50008), (400, 50024)]
    with pytest.raises(InvalidAction, match="holds posts"):
        anna.send(forum, "x")
    with pytest.raises(InvalidAction, match="holds posts"):
        await anna.slash(forum, "do")


async def test_a_post_needs_send_messages(server: LocalDiscord, place: discord.ForumChannel, forum: Channel) -> None:
    server.deny(forum, Permission.CREATE_PUBLIC_THREADS)
    await place.create_thread(name="x", content="x")
    for missing in (Permission.EMBED_LINKS, Permission.ATTACH_FILES, Permission.SEND_MESSAGES):
        server.deny(forum, missing)
        with pytest.raises(discord.Forbidden):
            await place.create_thread(
                name="x", content="x", embed=discord.Embed(title="x"), file=discord.File(__file__, "x.txt")
            )
        server.allow(forum, missing)
    assert codes(server) == [(403, 50013)] * 3


async def test_a_post_has_a_first_message(server: LocalDiscord, bot: LittleBot, forum: Channel, anna: User) -> None:
    wrong: list[Any] = [{}, {"message": {}}, {"message": {"content": "x" * 2001}}, {"message": 7}]
    for message in wrong:
        with pytest.raises(discord.HTTPException):
            await bot.raw("POST", f"/channels/{forum['id']}/threads", {"name": "x", **message})
    assert codes(server) == [(400, 50035), (400, 50006), (400, 50035), (400, 50035)]
    assert anna.posts(forum) == []


# Resources, Channel: Modify Channel; Forum Tag Object


async def test_tags_are_changed_by_the_one_who_opened_the_post(
    server: LocalDiscord, place: discord.ForumChannel, forum: Channel, bot: LittleBot, anna: User, bert: User
) -> None:
    thread, _ = await place.create_thread(name="Marne", content="x", applied_tags=[tag(place, "waiting")])
    await thread.edit(applied_tags=[tag(place, "ended"), tag(place, "rules")])
    assert listed(bert, forum) == [("Marne", ["ended", "rules"])]
    await until(lambda: "THREAD_UPDATE" in bot.events)
    with pytest.raises(discord.HTTPException, match="In applied_tags: "):
        await bot.raw("PATCH", f"/channels/{thread.id}", {"applied_tags": ["1"]})
    hers = await bot.fetch_channel(int(anna.post(forum, "hers", "x")["id"]))
    assert isinstance(hers, discord.Thread)
    with pytest.raises(discord.Forbidden):
        await hers.edit(applied_tags=[tag(place, "rules")])
    grant(server, Permission.MANAGE_THREADS)
    await hers.edit(applied_tags=[tag(place, "rules")])
    assert codes(server) == [(400, 50035), (403, 50013)]
    with pytest.raises(discord.HTTPException):
        await hers.edit(applied_tags=[tag(place, "rules")] * 6)


async def test_a_tag_that_is_deleted_stays_in_its_posts(
    server: LocalDiscord, bot: LittleBot, forum: Channel, bert: User, anna: User
) -> None:
    gone, kept, _ = [each["id"] for each in forum["available_tags"]]
    thread = await bot.raw(
        "POST",
        f"/channels/{forum['id']}/threads",
        {"name": "x", "message": {"content": "x"}, "applied_tags": [int(gone)]},
    )
    assert thread["applied_tags"] == [gone]
    server.hub.state.channels.change(forum, available_tags=forum["available_tags"][1:])
    assert listed(bert, forum) == [("x", [])]
    await bot.raw("PATCH", f"/channels/{thread['id']}", {"applied_tags": [gone, kept]})
    (post,) = anna.posts(forum)
    assert (post.tags, post.thread["applied_tags"]) == (["ended"], [gone, kept])


async def test_a_moderated_tag_is_for_who_manages_threads(
    server: LocalDiscord, place: discord.ForumChannel, forum: Channel, bert: User
) -> None:
    thread, _ = await place.create_thread(name="Marne", content="x", applied_tags=[tag(place, "waiting")])
    moderate(server, forum)
    await thread.edit(applied_tags=[tag(place, "waiting")])
    for applied in ([], [tag(place, "waiting"), tag(place, "ended")]):
        with pytest.raises(discord.Forbidden):
            await thread.edit(applied_tags=applied)
    with pytest.raises(discord.Forbidden):
        await place.create_thread(name="x", content="x", applied_tags=[tag(place, "ended")])
    assert codes(server) == [(403, 50013)] * 3
    with pytest.raises(InvalidAction, match="permission"):
        bert.post(forum, "x", "x", ["ended"])


async def test_a_forum_is_made_and_its_tags_edited(server: LocalDiscord, bot: LittleBot) -> None:
    await bot.wait_until_ready()
    guild = bot.guilds[0]
    with pytest.raises(discord.Forbidden):
        await guild.create_forum("campaigns")
    server.rejected.clear()
    grant(server, Permission.MANAGE_CHANNELS)
    made = await guild.create_forum(
        "campaigns",
        topic="x" * 4096,
        available_tags=[discord.ForumTag(name="waiting", emoji="⏳"), discord.ForumTag(name="mod", moderated=True)],
        default_reaction_emoji="⚔️",
        default_sort_order=discord.ForumOrderType.creation_date,
        default_layout=discord.ForumLayoutType.list_view,
        default_auto_archive_duration=10080,
        default_thread_slowmode_delay=3,
        overwrites={guild.default_role: discord.PermissionOverwrite(send_messages=False)},
    )
    await until(lambda: "CHANNEL_CREATE" in bot.events)
    assert bot.get_channel(made.id) in guild.forums
    assert [(each.name, each.moderated) for each in made.available_tags] == [("waiting", False), ("mod", True)]
    assert str(made.available_tags[0].emoji) == "⏳"
    assert (str(made.default_reaction_emoji), made.default_auto_archive_duration) == ("⚔️", 10080)
    assert made.default_layout is discord.ForumLayoutType.list_view
    assert [each.id for each in await guild.fetch_channels()] == [made.id]
    added = await made.create_tag(name="ended")
    forum = server.forum("campaigns")
    assert [each["name"] for each in forum["available_tags"]] == ["waiting", "mod", "ended"]
    assert [each["id"] for each in forum["available_tags"]] == [str(each.id) for each in (*made.available_tags, added)]
    sword = discord.PartialEmoji(name="sword", id=5)
    await made.edit(available_tags=[added, discord.ForumTag(name="fight", emoji=sword, moderated=True)])
    kept, fight = forum["available_tags"]
    assert (kept["id"], kept["emoji_id"], kept["emoji_name"]) == (str(added.id), None, None)
    assert (fight["moderated"], fight["emoji_id"], fight["emoji_name"]) == (True, "5", None)
    await made.edit(default_reaction_emoji=sword)
    assert forum["default_reaction_emoji"] == {"emoji_id": "5", "emoji_name": None}
    await made.edit(available_tags=[added])
    assert [each["id"] for each in forum["available_tags"]] == [str(added.id)]
    await bot.raw("PATCH", f"/channels/{made.id}", {"available_tags": [{"id": "1", "name": "new"}]})
    (new,) = forum["available_tags"]
    assert new["name"] == "new"
    assert new["id"] not in ("1", str(added.id)), "Discord chooses the id of a tag"
    text = await guild.create_text_channel("general", topic="x")
    assert text.position == made.position + 1


# Topics, Threads: Forum and Media Channel Thread Fields; Status Codes: 30047


async def test_one_post_is_pinned_until_it_is_archived(
    server: LocalDiscord, place: discord.ForumChannel, forum: Channel, bert: User
) -> None:
    first, second = [(await place.create_thread(name=name, content="x")).thread for name in ("first", "second")]
    with pytest.raises(discord.Forbidden):
        await first.edit(pinned=True)
    server.rejected.clear()
    grant(server, Permission.MANAGE_THREADS)
    assert [each.title for each in bert.posts(forum)] == ["second", "first"]
    await first.edit(pinned=True)
    assert [(each.title, each.is_pinned) for each in bert.posts(forum)] == [("first", True), ("second", False)]
    await first.edit(pinned=True)
    with pytest.raises(discord.HTTPException):
        await second.edit(pinned=True)
    assert codes(server) == [(400, 30047)]
    await second.edit(name="the second")
    await second.edit(name="second", pinned=False)
    await first.edit(archived=True)
    assert [each.title for each in bert.posts(forum)] == ["second", "first"]
    await second.edit(pinned=True)
    assert [each.name async for each in place.archived_threads()] == ["first"]
    with pytest.raises(discord.HTTPException):
        await first.send("x")
    with pytest.raises(discord.HTTPException):
        await first.edit(applied_tags=[tag(place, "ended")])
    assert codes(server) == [(400, 30047), (400, 50083), (400, 50083)]


async def test_a_locked_post_keeps_its_tags(
    server: LocalDiscord, place: discord.ForumChannel, forum: Channel, bert: User
) -> None:
    thread, _ = await place.create_thread(name="Marne", content="x")
    (post,) = bert.posts(forum)
    server.lock(post.thread)
    with pytest.raises(discord.Forbidden):
        await thread.edit(applied_tags=[tag(place, "ended")])
    with pytest.raises(discord.Forbidden):
        await thread.send("x")
    assert codes(server) == [(403, 50013), (403, 160005)]
    with pytest.raises(InvalidAction, match="locked"):
        bert.tag(post.thread, "ended")


# Resources, Channel: List Public Archived Threads


async def test_archived_posts_are_listed_from_the_one_archived_last(
    server: LocalDiscord, place: discord.ForumChannel, forum: Channel, anna: User
) -> None:
    posts = [anna.post(forum, name, "x") for name in ("a", "b", "c")]
    for index in (0, 2, 1):
        server.archive(posts[index])
    assert [each.name async for each in place.archived_threads()] == ["b", "c", "a"]
    server.reopen(posts[0])
    assert [(each.title, each.is_archived) for each in anna.posts(forum)] == [("a", False), ("c", True), ("b", True)]
