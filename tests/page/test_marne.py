"""The first turn of Marne 1918, by two people with mouse and keyboard."""

import re

from playwright.async_api import expect

from tests.page.conftest import Sit


async def test_the_first_draw(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne")
    await anna.command("campaign new", game="Marne", seat="Allies", name="By post")
    await bert.sees("Campaign started")
    await bert.command("campaign join", seat="Germans")
    await anna.sees("Seat taken")
    await anna.press(re.compile("Draw 3 events"))
    await bert.sees("The Allies draw 3 markers.")
    await anna.sees("For your eyes only")
    await expect(bert.page.get_by_text("For your eyes only")).to_have_count(0)
