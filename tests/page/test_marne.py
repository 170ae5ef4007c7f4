"""The first turn of Marne 1918, by two people with mouse and keyboard."""

import re

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit
from tests.page.person import Person

pytestmark = pytest.mark.usefixtures("table")


async def found(anna: Person, bert: Person) -> None:
    await anna.command("campaign new", game="Marne", seat="Allies", name="By post")
    await bert.sees("Campaign started")
    await bert.command("campaign join", seat="Germans")
    await anna.sees("Seat taken")


async def test_the_first_turn(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await found(anna, bert)
    await anna.press(re.compile("Draw 3 events"))
    await bert.sees("The Allies draw 3 markers.")
    await expect(bert.message("The Allies draw 3 markers.")).to_contain_text("anna pressed a button of")
    await anna.sees("For your eyes only")
    await expect(bert.page.get_by_text("For your eyes only")).to_have_count(0)
    hand = anna.message("For your eyes only")
    await expect(hand).to_contain_text("Only you can see this")
    await hand.get_by_role("button", name="Keep").click()
    await expect(hand).to_contain_text("Markers kept: 1 of at most 3.")
    await hand.get_by_role("button", name="Return").click()
    await bert.sees("The Allies return a marker to the pool, face down.")
    await anna.command("turn next")
    await anna.press("Go on")
    await bert.press("Germans: Done")
    await expect(anna.log).to_contain_text("Turn 2")


async def test_a_refusal_is_read_by_one(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await found(anna, bert)
    await bert.command("turn next")
    refusal = bert.page.locator(".message.ephemeral")
    await expect(refusal).to_contain_text("Only you can see this")
    await refusal.get_by_role("button", name="Dismiss message").click()
    await expect(refusal).to_have_count(0)
    await bert.command("campaign join", seat="Martians")
    await expect(refusal).to_contain_text("Only you can see this")
    await expect(anna.page.locator(".message.ephemeral")).to_have_count(0)
