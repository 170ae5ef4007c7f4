"""The menus on a phone: the list of entries, a form of numbers, one with people, and the buttons of the panel."""

import pytest

from tests.page.conftest import Sit
from tests.page.test_marne import found
from tests.page.test_phone import fits


@pytest.mark.usefixtures("table")
async def test_the_menu_of_a_campaign_on_a_phone(sit: Sit) -> None:
    anna, bert = await sit("anna", "marne", 390, 844), await sit("bert", "marne", 390, 844)
    await found(anna, bert)
    await anna.command("campaign manage")
    await anna.sees("Manage this campaign")
    await fits(anna)
    await anna.page.get_by_role("combobox", name="What do you want to do?").click()
    await anna.page.get_by_role("option", name="Time to answer… ").click()
    await fits(anna)
    await anna.fill(Answer="5")
    await bert.sees("wants to set the time to answer to 5 days")
    await anna.command("campaign manage", what="Hand a seat over")
    await anna.page.get_by_role("dialog").wait_for()
    await fits(anna)
    await bert.command("campaign manage", what="Panel")
    await bert.press("More…")
    await bert.sees("Record…")
    assert not await bert.scrolls_sideways()
