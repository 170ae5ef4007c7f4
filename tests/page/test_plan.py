"""A plan and a draw decided in one menu, on a phone."""

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
    await anna.page.screenshot(path="/tmp/m/plan1.png")
    await anna.press("My plan")
    form = anna.page.get_by_role("dialog")
    await form.wait_for()
    await fits(anna)
    await anna.page.screenshot(path="/tmp/m/plan2.png")
    await form.get_by_role("combobox").first.click()
    await form.get_by_role("option", name="Allied combat").click()
    await anna.page.screenshot(path="/tmp/m/plan3.png")
