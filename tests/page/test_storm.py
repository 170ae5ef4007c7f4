"""The first turn of Gathering Storm, by two people with five powers."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit

KNOWN = """
[[printed_cards]]
id = "{power}#{number}"
title = "Card {number} of {power}"
features = [{{ kind = "support", power = "{power}", amount = 1 }}]
"""
OWN = """
[[cards]]
id = "ours-{number}"
title = "Our event {number}"
pile = "general"
source = "Our group"
features = [{{ kind = "EAI", amount = 1 }}]
"""
pytestmark = pytest.mark.usefixtures("table")


async def test_the_first_turn(sit: Sit) -> None:
    anna, bert = await sit("anna", "gathering-storm"), await sit("bert", "gathering-storm")
    await anna.command("campaign new", game="Gathering", seat="Germany", name="The abyss")
    await bert.sees("Campaign started")
    for seat in ("Britain", "France", "Russia"):
        await bert.command("campaign join", seat=seat)
        await anna.sees(re.compile(f"joins as {seat}"))
    await anna.command("campaign join", seat="Italy")
    await bert.sees("joins as Italy")
    await bert.press("Draw events")
    await anna.sees("Events drawn")
    await anna.press("My hand")
    await anna.sees("For your eyes only")
    await expect(bert.message("For your eyes only")).to_contain_text("Russia draws")
    await expect(anna.page.get_by_text("Russia draws a")).to_have_count(0)
    await anna.press(re.compile("^Next: "))
    await expect(bert.log).to_contain_text("Economy phase")


async def test_ten_things_are_in_sight_and_a_deck_comes_by_a_file(sit: Sit, tmp_path: Path) -> None:
    """144 cards of a printed deck by number and 20 of the group's own, once the other side has agreed."""
    power = ("Germany", "Italy", "Britain", "France", "Russia")
    known = [KNOWN.format(power=power[each % 5], number=each // 5 + 1) for each in range(144)]
    file = tmp_path / "our-cards.toml"
    file.write_text("".join([*known, *(OWN.format(number=each) for each in range(20))]), encoding="utf-8")
    anna, bert = await sit("anna", "gathering-storm"), await sit("bert", "gathering-storm")
    await anna.command("campaign new", game="Gathering", seat="Germany", name="Our own deck")
    await bert.command("campaign join", seat="Italy")
    await anna.sees("joins as Italy")
    await bert.press("Draw events")
    await anna.sees("Events drawn")
    # ten things are in sight, and the rest in menus
    await anna.command("act")
    shown = anna.message("Your options now")
    menus = shown.get_by_role("combobox")
    await expect(menus).to_have_count(2)
    buttons = shown.locator("button:not([role=combobox])", has_not_text="Dismiss")
    assert await buttons.count() + await menus.count() <= 10
    await shown.get_by_role("combobox", name="Numbers").click()
    await anna.page.get_by_role("option", name="Climate and balance").click()
    await anna.fill(Economic_Climate="2")
    await bert.sees("Economic Climate: 0 → 2")
    await anna.command("campaign manage", what="Our own")
    form = anna.page.get_by_role("dialog")
    await form.locator("input[type=file]").set_input_files(file)
    await form.get_by_label("Add to this campaign", exact=False).first.check()
    await form.get_by_role("button", name="Submit").click()
    await bert.sees("wants to add or change the data")
    await expect(bert.message("wants to add")).to_contain_text("Added to your printed deck: 144")
    await bert.press(re.compile("Agree"))
    await anna.sees("adds your group's own data")
    await anna.command("campaign manage", what="Our own")
    await form.get_by_role("button", name="Submit").click()
    await anna.sees("Added to your printed deck: 144")
    await anna.sees("Added to the cards: 20")
    await anna.page.screenshot(path=tmp_path / "own-cards.png")
