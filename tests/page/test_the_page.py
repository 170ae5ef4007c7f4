"""The page itself: who looks, from where, and what a message can hold."""

import re

import pytest
from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit

HEAR_BANNER = """() => {
    const banner = document.querySelector(".banner");
    window.banners = [];
    new MutationObserver(() => window.banners.push(banner.textContent)).observe(banner, { childList: true });
}"""
pytestmark = pytest.mark.usefixtures("post_table")


async def test_two_users_side_by_side(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.page.get_by_role("button", name="Two users side by side").click()
    left, right = anna.page.get_by_role("region", name="anna in"), anna.page.get_by_role("region", name="bert in")
    await expect(right).to_be_visible()
    await left.locator(".words-input").fill("to both")
    await left.get_by_role("button", name="Send").click()
    await expect(right).to_contain_text("to both")
    await right.get_by_role("combobox", name="Your user").select_option("anna")
    await expect(anna.page.get_by_role("region", name="anna in")).to_have_count(2)
    await anna.page.get_by_role("button", name="One user only").click()
    await expect(anna.page.locator(".pane")).to_have_count(1)


async def test_a_user_joins(post_table: LocalDiscord, sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await anna.page.get_by_role("button", name="Add a user").click()
    await anna.page.get_by_label("Name").fill("Carla Cruz")
    await anna.page.get_by_role("button", name="Add", exact=True).click()
    await expect(anna.page.get_by_role("region", name="Carla Cruz in #marne")).to_be_visible()
    await expect(bert.page.get_by_role("button", name="Carla Cruz")).to_be_visible()
    await bert.say("@Carla Cruz welcome")
    await expect(anna.message("welcome")).to_have_class(re.compile("called"))
    await anna.page.reload()
    await expect(anna.page.get_by_role("region", name="Carla Cruz in #marne")).to_be_visible()
    address = f"{post_table.url}/#1={bert.user.id}.{post_table.channel('fields-of-despair')['id']}"
    await anna.page.evaluate("address => { location.href = address }", address)
    await expect(anna.page.get_by_role("region", name="bert in #fields-of-despair")).to_be_visible()


async def test_everything_in_a_message(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.command("show")
    await anna.sees("Below the box")
    await anna.page.get_by_role("button", name="Spoiler: show").click()
    await expect(anna.page.locator(".spoiler.shown")).to_have_text("secret")
    cards = anna.page.get_by_role("combobox", name="Cards")
    await cards.click()
    for card in ("Ace", "Queen"):
        await anna.choices.filter(has_text=card).click()
    await anna.page.get_by_role("button", name="Done").click()
    await anna.sees("answer to do-cards")
    await anna.page.get_by_role("combobox", name="Somebody").press("ArrowDown")
    await anna.page.keyboard.press("b")
    await anna.page.keyboard.press("Enter")
    await anna.sees("answer to do-user")
    await anna.press("Aside")
    await anna.sees("answer to do-aside")
    await expect(anna.page.get_by_role("button", name="Off")).to_be_disabled()


async def test_a_command_is_typed_as_a_line(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.composer.fill("/call who:bert")
    await anna.page.keyboard.press("Enter")
    await anna.page.keyboard.press("Enter")
    await anna.sees("it is your move")
    await anna.composer.fill("/fly away")
    await anna.page.keyboard.press("Enter")
    await expect(anna.page.locator(".composer-error")).to_contain_text("There is no command /fly")
    await anna.page.keyboard.press("Escape")
    await anna.composer.fill("/call ")
    await expect(anna.composer).to_have_count(0)
    await anna.page.keyboard.press("Backspace")
    await expect(anna.composer).to_be_focused()


async def test_a_lost_connection_comes_back(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    # the banner is there for half a second, which a look now and then would miss
    await anna.page.evaluate(HEAR_BANNER)
    await post_table._page.stop()  # closes the connections of all pages
    post_table.user("bert").send(post_table.channel("marne"), "meanwhile")
    await anna.sees("meanwhile")
    await expect(anna.page.locator(".banner")).to_have_text("")
    assert "The connection is lost. Reconnecting…" in await anna.page.evaluate("window.banners")


async def test_an_error_of_the_page_is_noticed(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.page.evaluate("console.error('planted'); setTimeout(() => { throw new Error('thrown') })")
    await anna.page.wait_for_function("true")
    await anna.say("x")
    await anna.sees("x")
    assert anna.errors == ["planted", "thrown"]
    anna.errors.clear()
