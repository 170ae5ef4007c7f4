"""The first turn of Gathering Storm, by two people with five powers."""

import re

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit

pytestmark = pytest.mark.usefixtures("table")


async def test_the_first_turn(sit: Sit) -> None:
    anna, bert = await sit("anna", "gathering-storm"), await sit("bert", "gathering-storm")
    await anna.command("campaign new", game="Gathering", seat="Germany", name="The abyss")
    await bert.sees("Campaign started")
    for seat in ("Britain", "France", "Russia"):
        await bert.command("campaign join", seat=seat)
        await anna.sees(re.compile(f"takes the {seat} seat"))
    await anna.command("campaign join", seat="Italy")
    await bert.press("Draw events")
    await anna.sees("Events drawn")
    await anna.press("My hand")
    await anna.sees("For your eyes only")
    await expect(bert.message("For your eyes only")).to_contain_text("Russia draws")
    await expect(anna.page.get_by_text("Russia draws a")).to_have_count(0)
    await anna.press(re.compile("^Next: "))
    await expect(bert.log).to_contain_text("Economy phase")
