"""A forum on the page: its posts as a list, a new one, and the way into one and back."""

import re

import pytest
from playwright.async_api import Locator, expect

from localdiscord import Channel, LocalDiscord
from tests.page.conftest import Sit
from tests.page.person import Person
from tests.page.test_phone import fits


@pytest.fixture
def forum(post_table: LocalDiscord) -> Channel:
    return post_table.forum("campaigns", ["waiting", "ended"], requires_tag=True)


def posts(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Posts").get_by_role("button")


async def test_a_forum_lists_its_posts(post_table: LocalDiscord, forum: Channel, sit: Sit) -> None:
    bert = post_table.user("bert")
    marne, storm = (bert.post(forum, name, "who plays?", ["waiting"]) for name in ("Marne", "Storm"))
    anna = await sit("anna", "campaigns")
    await expect(posts(anna)).to_have_text([re.compile("^Storm"), re.compile("^Marne")])
    await expect(anna.composer).to_be_hidden()
    bert.send(marne, "I do")
    old = bert.post(forum, "Old", "x", ["ended"])
    await expect(posts(anna)).to_have_text([re.compile("^Old"), re.compile("^Marne"), re.compile("^Storm")])
    await expect(posts(anna).first.locator("time")).to_have_text(re.compile("^now$|second"))
    post_table.archive(old)
    post_table.hub.state.channels.change(storm, flags=2)
    await expect(posts(anna)).to_have_text(
        [re.compile("^Stormwaiting.*pinned"), re.compile("^Marnewaiting.*1 answer"), re.compile("^Oldended.*archived")]
    )
    bert.tag(marne, "ended")
    await expect(posts(anna).nth(1)).to_contain_text("Marneended")
    assert await anna.violations() == []
    await posts(anna).nth(1).click()
    await anna.sees("I do")
    await anna.say("and I")
    await anna.sees("and I")
    assert [each["content"] for each in bert.messages(marne)] == ["who plays?", "I do", "and I"]
    await anna.page.get_by_role("button", name="#campaigns").click()
    await expect(posts(anna).nth(1)).to_contain_text("2 answers")
    assert not await anna.scrolls_sideways()
    assert await anna.violations() == []


async def test_a_post_is_opened_by_thumb(post_table: LocalDiscord, forum: Channel, sit: Sit) -> None:
    anna = await sit("anna", "campaigns", 390, 844)
    await expect(anna.page.get_by_text("Nobody has opened a post yet.")).to_be_visible()
    await fits(anna)
    await anna.page.get_by_role("button", name="New post").click()
    form = anna.page.get_by_role("dialog")
    await form.get_by_label("Title").fill("Fields")
    await form.get_by_label("First message").fill("who plays?")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("Tags: choose one.")
    await fits(anna)
    await form.get_by_label("waiting").check()
    assert await anna.violations() == []
    await form.get_by_role("button", name="Submit").click()
    await anna.sees("who plays?")
    (post,) = post_table.user("bert").posts(forum)
    assert (post.title, post.tags, post.thread["owner_id"]) == ("Fields", ["waiting"], anna.user.id)
    await fits(anna)
