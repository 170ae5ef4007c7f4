"""Three newcomers without a manual, each to their first draw, their first offensive and their first card: how many
presses it takes them. ``ADJUTANT_SHOTS`` names a folder for pictures of where they arrive.
"""

import os
import re

import pytest
from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit, address_of
from tests.page.person import Person

MOST_PRESSES = 4
GAMES: dict[str, tuple[str | re.Pattern[str], str | re.Pattern[str], re.Pattern[str]]] = {
    "Marne 1918": ("Draw 3 events", "Tirer 3 événements", re.compile("For your eyes only|Pour vous seul")),
    "Fields of Despair": (re.compile("^CP phase: 14"), re.compile("^Phase EC"), re.compile(r"Offensives\s?:")),
    "Gathering Storm": ("Draw events", "Piocher les événements", re.compile("General event|Événement général")),
}
pytestmark = pytest.mark.usefixtures("new_table")


async def french(person: Person) -> None:
    await person.page.get_by_label(f"Language of {person.user.name}").select_option("Français")
    await expect(person.page.get_by_text("Bienvenue")).to_be_visible()


async def shoot(person: Person, name: str) -> None:
    if folder := os.environ.get("ADJUTANT_SHOTS"):
        await person.page.wait_for_timeout(400)
        await person.page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.by_day(2)
@pytest.mark.parametrize(("who", "width", "height"), [("host", 1366, 768), ("phone", 390, 844), ("french", 1366, 768)])
async def test_a_newcomer_tries_each_game(new_table: LocalDiscord, sit: Sit, who: str, width: int, height: int) -> None:
    anna = await sit("anna", "start-here", width, height)
    if who == "french":
        await french(anna)
    for game in GAMES:
        await anna.page.goto(address_of(new_table, "anna", "start-here"))
        await try_game(anna, who, game)


async def try_game(anna: Person, who: str, game: str) -> None:
    name = f"{who}-{game.split(maxsplit=1)[0].lower()}"
    await shoot(anna, f"{name}-0")
    english, translated, goal = GAMES[game]
    presses = 0
    await anna.press(re.compile(f"^(Try|Essayer) {game}"))
    await (
        anna.message(re.compile("It begins in|Elle commence dans"))
        .get_by_text(re.compile(f"(Try|Essayer) {game}"))
        .click()
    )
    presses += 2
    await anna.sees(re.compile("This is a game to try out|C’est une partie d’essai"))
    await shoot(anna, f"{name}-1")
    button = translated if who == "french" else english
    live = anna.log.get_by_role("button", name=button, exact=isinstance(button, str))
    await expect(live).to_have_count(1, timeout=30_000)
    assert not await anna.scrolls_sideways()
    await live.click()
    presses += 1
    await anna.sees(goal)
    await shoot(anna, f"{name}-2")
    await expect(anna.newest).to_be_in_viewport()  # what is told in private as well
    assert presses <= MOST_PRESSES


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
async def test_an_invited_player_joins_and_draws(new_table: LocalDiscord, sit: Sit, width: int, height: int) -> None:
    anna, bert = await sit("anna", "marne"), await sit("bert", "marne", width, height)
    await anna.command("campaign new", game="Marne", seat="Germans", name="The long war")
    await bert.sees("Campaign started")
    await shoot(bert, f"invited-{width}-0")
    await bert.press("Play the Allies")
    await bert.sees("joins as the Allies")
    await bert.press(re.compile("Draw 3 events"))
    await bert.sees("For your eyes only")
    await shoot(bert, f"invited-{width}-1")
    assert new_table.rejected == []
