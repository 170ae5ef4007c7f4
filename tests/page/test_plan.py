"""A draw that is decided in one menu, and a turn that is planned by thumb."""

import re

import pytest

from tests.page.conftest import Sit
from tests.page.test_phone import fits


@pytest.mark.usefixtures("table")
async def test_a_turn_is_planned_by_thumb(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne", 390, 844), await sit("bert", "marne", 390, 844)
    await anna.command("campaign new", game="Marne", seat="Allies", name="By post")
    await bert.command("campaign join", seat="Germans")
    await anna.sees("Seat taken")
    await anna.press(re.compile("Draw 3 events"))
    await anna.sees("For your eyes only")
    await fits(anna)
    await anna.press("My plan")
    form = anna.page.get_by_role("dialog")
    await form.wait_for()
    await fits(anna)
    await form.get_by_role("combobox").first.click()
    await form.get_by_role("option", name="Supply").click()
    await form.get_by_role("button", name="Done").click()
    await form.get_by_role("radio", name="Yes").last.click()
    await form.get_by_role("button", name="Submit").click()
    await anna.sees("Play waits for you")
    await fits(anna)
