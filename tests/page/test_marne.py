"""The first turn of Marne 1918, by two people with mouse and keyboard."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from localdiscord import LocalDiscord, Permission
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
    # a refusal is read by one
    await bert.press("Dismiss message")
    await bert.command("turn next")
    refusal = bert.page.locator(".message.ephemeral")
    await expect(refusal).to_contain_text("Only you can see this")
    await refusal.get_by_role("button", name="Dismiss message").click()
    await expect(refusal).to_have_count(0)
    await bert.command("campaign join", seat="Martians")
    await expect(refusal).to_contain_text("Only you can see this")
    await expect(anna.page.locator(".message.ephemeral")).to_have_count(0)
    await anna.press(re.compile("Draw 3 events"))
    await bert.sees("The Allies draw 3 markers.")
    await expect(bert.message("The Allies draw 3 markers.")).to_contain_text("anna pressed a button of")
    await anna.sees("For your eyes only")
    await expect(bert.page.get_by_text("For your eyes only")).to_have_count(0)
    hand = anna.message("For your eyes only")
    await expect(hand).to_contain_text("Only you can see this")
    await hand.get_by_role("combobox").click()
    await anna.choices.first.click()
    await anna.page.get_by_role("button", name="Done").click()
    await expect(hand).to_contain_text("Markers kept: 1 of 3.")
    await bert.sees("The Allies return a marker to the pool, face down.")
    await anna.command("turn next")
    await bert.press("Germans: Done, no offensive")
    await expect(anna.log).to_contain_text("Turn 2")


async def put_on(person: Person, *steps: str) -> None:
    """Put the table's clock on, by the buttons of the page."""
    table = person.page.get_by_text("The table", exact=True)
    await table.click()
    for step in steps:
        await person.page.get_by_role("button", name=step).click()
    await table.click()


async def test_a_week_by_post_from_pings_and_the_panel(table: LocalDiscord, sit: Sit, tmp_path: Path) -> None:
    """Each acts only on what mentions them, and on the panel, which shows itself where the bot may pin."""
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne", 390, 844)
    table.allow(table.channel("marne"), Permission.PIN_MESSAGES)
    await found(anna, bert)
    await put_on(anna, "+1 week")
    await anna.sees("Draw your events.")
    panel = anna.message("turn 1 of 18")
    await expect(panel).to_contain_text("The table waits for")
    await anna.message("reminder 1").get_by_role("button", name="Draw 3 events").click()
    await anna.sees("For your eyes only")
    await anna.press("Return what I drew")
    await expect(anna.message("For your eyes only")).to_contain_text("Markers kept: 0 of 3.")
    await anna.command("turn next")
    await bert.sees(re.compile("wants to end the turn"))
    await bert.press("Germans: Done, no offensive")
    await anna.sees("Turn 2: 30 May 1918")
    await put_on(anna, "+1 day")
    await expect(anna.message("turn 2 of 18")).to_be_visible()
    for person in (anna, bert):
        await person.page.screenshot(path=tmp_path / f"{person.user.name}.png")
        assert await person.violations() == []
        assert not await person.scrolls_sideways()
