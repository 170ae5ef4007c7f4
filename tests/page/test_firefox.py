"""The page in Firefox: a whole turn with mouse and keyboard, and a long channel."""

import pytest

from localdiscord import LocalDiscord
from tests.page.conftest import address_of
from tests.page.firefox import MISSING, Firefox, Window, find_firefox

pytestmark = pytest.mark.skipif(find_firefox() is None, reason=MISSING)
ROWS = "document.querySelectorAll('.message').length"
BELOW = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)"
LOG = "document.querySelector('.timeline')"


async def command(window: Window, name: str, *options: str) -> None:
    """Types a command, and takes what the list offers for each option."""
    await window.click(".words-input")
    await window.type(f"/{name} ")
    for option in options:
        await window.sees(".pill-input")
        await window.type(option)
        await window.sees(".listbox .option.active", option)
        await window.press("Tab")
    await window.press("Enter")


async def test_a_turn_in_firefox(post_table: LocalDiscord, firefox: Firefox) -> None:
    anna = post_table.user("anna")
    async with firefox.open(address_of(post_table, "anna", "marne")) as window:
        await command(window, "draw card", "Joker")
        await window.sees(".embed", "joker")
        await window.sees(".message.ephemeral", "Only you can see this")
        await window.click(".message.ephemeral [data-custom-id=report]")
        await window.sees("[role=dialog]", "Points")
        await window.type("31")
        await window.press("Enter")
        await window.sees(".message", "31 points")
        await window.until("!document.querySelector('[role=dialog]')")
        assert [each["content"] for each in anna.messages(post_table.channel("marne"))][-1] == "31 points"


async def test_the_real_bot_in_firefox(table: LocalDiscord, firefox: Firefox) -> None:
    async with firefox.open(address_of(table, "anna", "marne")) as window:
        await command(window, "campaign new", "Marne", "Allies")
        await window.sees(".message", "Campaign started")
        await window.click(".message button", "Draw 3 events")
        await window.sees(".message.ephemeral", "For your eyes only")
        await window.click(".message.ephemeral .button", "Return what I drew")
        await window.sees(".message.ephemeral", "You return")


async def test_menus_and_pins_on_a_phone_in_firefox(post_table: LocalDiscord, firefox: Firefox) -> None:
    post_table.user("anna").send(post_table.channel("marne"), "the house rules")
    async with firefox.open(address_of(post_table, "anna", "marne"), 390, 844) as window:
        await window.click(".message .more")
        await window.click("[role=menuitem]", "Pin message")
        await window.sees(".message.system", "pinned")
        await window.click(".pane-head button", "Pins")
        await window.sees(".pin", "the house rules")
        await window.press("Escape")
        await window.until("document.body.scrollWidth <= innerWidth")
        await window.click(".menu-button")
        await window.sees("#sidebar", "fields-of-despair")


async def test_a_long_channel_in_firefox(post_table: LocalDiscord, firefox: Firefox) -> None:
    bert, marne = post_table.user("bert"), post_table.channel("marne")
    for number in range(400):
        bert.send(marne, f"line {number} of")
    async with firefox.open(address_of(post_table, "anna", "marne")) as window:
        await window.sees(".message", "line 399 of")
        await window.until(f"{ROWS} == 50 && {BELOW}({LOG}) < 2")
        for _ in range(5):
            await window.evaluate(f"{LOG}.scrollTop = 0")
            await window.until(f"{LOG}.scrollTop > 100")
        await window.until(f"{ROWS} <= 150 && !{LOG}.textContent.includes('line 399 of')")
        await window.click(".to-newest")
        await window.sees(".message", "line 399 of")
        bert.send(marne, "just now")
        await window.sees(".message", "just now")
        await window.until(f"{BELOW}({LOG}) < 2")
