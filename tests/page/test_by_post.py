"""What a game by post needs of the page: who is called, what is pinned, threads, direct messages, the clock."""

import re

import pytest
from playwright.async_api import Locator, expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit
from tests.page.person import Person

pytestmark = pytest.mark.usefixtures("post_table")


def badge(person: Person, name: str) -> Locator:
    return person.page.locator("#sidebar button", has_text=name).locator(".badge")


async def test_a_called_player_reads_it_and_presses(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "fields-of-despair")
    await anna.command("call", who="bert")
    called = badge(anna, "bert")
    await expect(called).to_have_text("1 mention")
    await expect(badge(bert, "marne")).to_have_text("1 mention")
    await anna.say("@bert are you there? @nobody")
    await expect(badge(bert, "marne")).to_have_text("2 mentions")
    await bert.page.reload()
    await expect(badge(bert, "marne")).to_have_text("2 mentions")
    await bert.go_to("marne")
    await expect(bert.message("it is your move")).to_have_class(re.compile("called"))
    await expect(anna.message("it is your move")).not_to_have_class(re.compile("called"))
    await expect(bert.message("are you there")).to_contain_text("@bert are you there? @nobody")
    for person in (anna, bert):
        await expect(person.page.locator(".badge")).to_have_count(0)
    await anna.say("unimportant")
    await bert.sees("unimportant")
    await expect(bert.page.locator(".badge")).to_have_count(0)
    await bert.press("Move")
    answer = anna.message("answer to do-move")
    await expect(answer).to_contain_text(re.compile(r"bert pressed a button of @?\S*,? it is your move"))
    await answer.get_by_title("Go to the message").click()
    await expect(anna.page.locator(".found")).to_contain_text("it is your move")


async def test_pins(post_table: LocalDiscord, sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await anna.say("the house rules")
    for number in range(80):
        post_table.user("bert").send(post_table.channel("marne"), f"line {number}")
    message = anna.page.locator(".message", has_text="the house rules").first
    await message.click(button="right")
    await anna.page.get_by_role("menuitem", name="Pin message").click()
    await bert.sees(re.compile("anna pinned a message to this channel"))
    await bert.page.get_by_role("button", name="Pins", exact=True).click()
    pins = bert.page.get_by_role("region", name="Pinned messages")
    await expect(pins).to_contain_text("the house rules")
    await expect(pins.get_by_role("button", name="Unpin")).to_have_count(0)  # Bert may not
    await pins.get_by_role("button", name="Jump").click()
    await expect(bert.page.locator(".message", has_text="the house rules").first).to_be_in_viewport()
    await anna.press("all pinned messages")
    await anna.page.get_by_role("button", name="Unpin").click()
    await expect(anna.page.get_by_role("region", name="Pinned messages")).to_contain_text("no pinned messages")
    await anna.page.keyboard.press("Escape")


async def test_threads(post_table: LocalDiscord, sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await bert.page.get_by_role("button", name="New thread").click()
    await bert.page.get_by_label("Thread name").fill("Supply")
    await bert.page.get_by_role("button", name="Create thread").click()
    await expect(bert.page.get_by_role("heading", name="#marne Supply")).to_be_visible()
    await bert.say("how much is left?")
    await anna.sees(re.compile("bert started a thread: Supply"))
    await anna.press(re.compile("^Thread: Supply"))
    await anna.sees("how much is left?")
    await bert.page.get_by_role("button", name="#marne").click()
    row = bert.page.locator(".thread-line")
    await expect(row).not_to_contain_text("archived")
    await anna.page.get_by_role("button", name="Archive").click()
    await expect(row).to_contain_text("archived")
    await expect(anna.page.locator(".banner")).to_have_text(re.compile("This thread is archived"))
    await expect(anna.page.get_by_role("navigation").get_by_role("button", name="Supply")).to_contain_text("archived")
    await anna.say("nothing")
    await expect(anna.page.locator(".banner")).to_have_text("")
    post_table.delete(post_table.channel("fields-of-despair"))
    await expect(anna.page.get_by_role("navigation").get_by_role("button", name="fields")).to_have_count(0)


async def test_direct_messages(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.command("whisper")
    direct = anna.page.get_by_role("navigation").get_by_role("button", name="Adjutant")
    await expect(direct).to_contain_text("1 mention")
    await direct.click()
    await anna.sees("For you alone.")
    await expect(anna.page.get_by_role("heading", name="@Adjutant", exact=True)).to_be_visible()
    await expect(direct).not_to_contain_text("1 mention")
    await anna.go_to("marne")
    await anna.page.get_by_text("The table", exact=True).click()
    await anna.page.get_by_label("I take messages from the bot").uncheck()
    await anna.command("whisper")
    await anna.sees("refused: 50007")
    assert [each.code for each in post_table.rejected] == [50007]
    post_table.rejected.clear()


async def test_the_clock_is_put_on(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await anna.command("deadline")
    stamp = bert.page.locator("time.stamp")
    await expect(stamp).to_have_text("in 3 days")
    await anna.page.get_by_text("The table", exact=True).click()
    await anna.page.get_by_role("button", name="+1 day").click()
    await expect(stamp).to_have_text("in 2 days")
    await anna.page.get_by_role("button", name="+1 week").click()
    await expect(stamp).to_have_text(re.compile("days ago"))
    await bert.page.reload()
    await expect(stamp).to_have_text(re.compile("days ago"))


async def test_the_bot_goes_and_comes_back(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await anna.page.get_by_text("The table", exact=True).click()
    await anna.page.get_by_role("button", name="Take it offline").click()
    await expect(bert.page.locator(".banner")).to_contain_text("Adjutant is offline")
    await anna.page.get_by_role("button", name="Bring it online").click()
    await expect(bert.page.locator(".banner")).to_have_text("")
    await anna.page.get_by_role("button", name="Restart the bot").click()
    await expect(bert.page.locator(".bot-state")).to_have_text("Adjutant is online")
    await bert.command("call", who="anna")
    await anna.sees("it is your move")


async def test_the_menu_of_a_message(post_table: LocalDiscord, sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await anna.say("we attack")
    message = bert.message("we attack")
    await message.hover()
    await message.get_by_role("button", name="More").click()
    menu = bert.page.get_by_role("menu", name="Message")
    assert await menu.get_by_role("menuitem").all_inner_texts() == ["Copy message link", "Why?"]
    await menu.get_by_role("menuitem", name="Why?").click()
    await bert.sees("Because it says “we attack”.")
    await expect(bert.message("Because it says")).to_contain_text("bert used Why? on we attack")
    await expect(menu).to_have_count(0)
    # what Bert alone sees has no Apps
    private = bert.message("Because it says")
    await private.hover()
    await private.get_by_role("button", name="More").click()
    assert await menu.get_by_role("menuitem").all_inner_texts() == ["Copy message link"]
    await menu.get_by_role("menuitem", name="Copy message link").click()
    link = await bert.page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{post_table.url}/channels/\d+/\d+/\d+", link)
    await anna.say(link)
    await expect(anna.newest.get_by_role("button", name="› message")).to_be_visible()
