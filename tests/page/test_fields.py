"""The first turn of Fields of Despair, by two people who share the Allies."""

import re

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit

pytestmark = pytest.mark.usefixtures("table")


async def test_the_first_turn(sit: Sit) -> None:
    anna, bert = await sit("anna", "fields-of-despair"), await sit("bert", "fields-of-despair")
    await anna.command("campaign new", game="Fields", seat="Allies", name="Two marshals")
    await bert.sees("Campaign started")
    await bert.command("campaign join", seat="Allies")
    await anna.press("Agree")
    await bert.sees("Seat taken")
    await bert.press(re.compile("Set up the Central Powers"))
    form = bert.page.get_by_role("dialog")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("this is required")
    await bert.page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await bert.press(re.compile("Set up the Central Powers"))
    await bert.fill(CP_total="80", Hexes="A05 B05 C06 D06 E07 F07", CP_air="3 2", CP_artillery="4 3", CP_economic="1")
    await anna.sees("CP track: 80")
    await expect(anna.message("CP track: 80")).to_contain_text("bert filled in the form of")
    await anna.press(re.compile("^Spend economic points"))
    await anna.fill()
    await bert.sees("Free: Logistic Points")
    for person, begun in ((anna, "Turn 7.1: Allied dogfighting"), (bert, "Turn 7.1: Allied combat")):
        await person.press(re.compile("Play on$"))
        await expect(bert.log).to_contain_text(begun)
    await bert.command("odds")
    await expect(bert.newest).to_contain_text("%")
