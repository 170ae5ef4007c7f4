"""A player's slip on a phone: what is to be done on the board, and done."""

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit
from tests.page.test_phone import fits


@pytest.mark.usefixtures("table")
async def test_a_board_is_brought_up_to_date_on_a_phone(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne", 390, 844), await sit("bert", "marne", 390, 844)
    await anna.command("campaign new", game="Marne", seat="Allies")
    await bert.command("campaign join", seat="Germans")
    await anna.sees("Seat taken")
    await anna.command("campaign manage", what="Panel")
    await anna.command("record more", what="Correct a value")
    await anna.fill(Or_one="transport", Value="2", Reason="We counted")
    await bert.sees("Value corrected")
    await bert.press("Catch me up")
    await bert.sees("Since you last acted")
    await fits(bert)
    await bert.press("Done on my board")
    await bert.sees("Noted: your board is as it was after entry")
    await expect(anna.message("Boards")).to_contain_text("up to date")
