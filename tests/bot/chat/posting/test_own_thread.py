"""Campaigns have a thread of their own: in a text channel, or as a post of a forum."""

from datetime import timedelta

import pytest

from localdiscord import Permission
from tests.bot.chat.onboarding.test_start_campaign import starts
from tests.bot.chat.posting.test_sound import SILENT
from tests.bot.harness import Harness, Message, choose, text

SOON = timedelta(minutes=1)


async def starts_in(here: Harness, forum: Message) -> None:
    """Bert starts a campaign on a server that wants them in a forum."""
    await here.bot.client.service.servers.change(int(here.server.guild_id), channel=int(forum["id"]))
    await starts(here, here.bert, name="The long war", seat="Allies")


async def test_a_forum_campaign_is_a_post(here: Harness) -> None:
    forum = here.server.forum("campaigns", ("Marne 1918", "other"), requires_tag=True)
    await starts_in(here, forum)
    (post,) = here.carla.posts(forum)
    assert post.tags == ["Marne 1918"], "a forum that asks for a tag has one"
    thread = here.server.thread(post.title, forum)
    await here.settle(after=SOON)
    first = here.carla.messages(thread)[0]
    assert first["flags"] & SILENT, "what nobody is called by makes no sound"
    said = [text(each) for each in here.carla.messages(thread)]
    assert said[0] == "Marne 1918"
    assert "Campaign started" in said[1]


async def test_an_untagged_forum_names_where_to_start(here: Harness) -> None:
    forum = here.server.forum("campaigns", requires_tag=True)
    await starts_in(here, forum)
    said = text(here.newest(here.bert))
    assert said == f"On this server campaigns are started in <#{forum['id']}> and its threads."
    assert [each.code for each in here.server.rejected] == [40066], "Discord takes no post there from anybody"
    here.server.rejected.clear()


@pytest.mark.parametrize(
    ("tags", "requires_tag", "given"),
    [
        (("other", "MARNE 1918"), True, ["MARNE 1918"]),
        (("other", "talk"), True, ["other"]),
        (("other", "talk"), False, []),
    ],
)
async def test_a_post_has_its_games_tag(
    here: Harness, tags: tuple[str, ...], *, requires_tag: bool, given: list[str]
) -> None:
    forum = here.server.forum("campaigns", tags, requires_tag=requires_tag)
    await starts_in(here, forum)
    assert [each.tags for each in here.carla.posts(forum)] == [given]


@pytest.mark.parametrize(("for_moderators", "given"), [(("news",), "other"), (("news", "other"), "news")])
async def test_a_tag_for_moderators_is_given_only_where_every_tag_is(
    here: Harness, for_moderators: tuple[str, ...], given: str
) -> None:
    forum = here.server.forum("campaigns", ("news", "other"), requires_tag=True)
    tags = [{**each, "moderated": each["name"] in for_moderators} for each in forum["available_tags"]]
    here.server.hub.state.channels.change(forum, available_tags=tags)
    await here.restart()
    if given in for_moderators:
        here.server.allow(forum, Permission.MANAGE_THREADS)
    await starts_in(here, forum)
    assert [each.tags for each in here.carla.posts(forum)] == [[given]]


@pytest.mark.parametrize(
    "lacks",
    [
        Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES_IN_THREADS, Permission.EMBED_LINKS,
        Permission.CREATE_PUBLIC_THREADS,
    ],
)  # fmt: skip
async def test_a_thread_in_which_the_bot_could_not_play_is_not_opened(here: Harness, lacks: Permission) -> None:
    here.server.user("anna")
    here.server.deny(here.marne, lacks)
    await starts(here, here.bert, name="The long war", seat="Allies")
    assert here.server.hub.state.channels.threads_of(here.marne["id"]) == []
    assert "may not open a thread" in text(here.private(here.bert)[-1])
    assert (await here.campaign()).campaign.founding.name == "The long war"


async def test_where_the_bot_may_create_no_post_it_does_not_try(here: Harness) -> None:
    """In a forum the right to send messages is that to begin posts; threads of text channels are another."""
    forum = here.server.forum("campaigns")
    bot = str(here.bot.client.application_id)
    here.server.hub.state.channels.set_overwrite(forum, bot, deny=Permission.SEND_MESSAGES)
    await starts_in(here, forum)
    assert here.carla.posts(forum) == []
    assert here.server.rejected == []
    here.server.hub.state.channels.set_overwrite(
        forum, bot, allow=Permission.SEND_MESSAGES, deny=Permission.CREATE_PUBLIC_THREADS
    )
    await starts(here, here.bert, name="The long war", seat="Allies")
    assert [each.title for each in here.carla.posts(forum)] == ["The long war"]


async def test_an_announcement_channel_has_threads_of_its_own_kind(here: Harness) -> None:
    news = here.server.announcement("news")
    await here.bot.client.service.servers.change(int(here.server.guild_id), channel=int(news["id"]))
    await starts(here, here.bert, name="The long war", seat="Allies")
    (thread,) = here.server.hub.state.channels.threads_of(news["id"])
    await here.settle(after=SOON)
    assert (thread["type"], "Campaign started" in text(here.carla.messages(thread)[0])) == (10, True)


async def test_in_a_private_thread_without_it_the_bot_says_so(here: Harness) -> None:
    thread = here.private_thread("secret", here.anna, here.bert)
    thread["members"].remove(here.server.hub.state.bot_id)
    await here.found(thread)
    assert any("Mention me once" in text(each) for each in here.private(here.anna, thread))
    await choose(here.anna, thread, "campaign manage panel")
    assert "Mention me once" in text(here.private(here.anna, thread)[-1])
