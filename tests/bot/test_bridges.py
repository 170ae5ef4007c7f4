"""A small game that no module of the bot knows: its orders, its table, its help and its end."""

import re

import pytest

from tests.bot.harness import EPHEMERAL, Harness, choose, labels, text
from tests.clicks import OF_FEATURES


@pytest.fixture(autouse=True)
async def _bridges(here: Harness) -> None:
    await here.found_small("bridges", "West", "East")


async def write(here: Harness, west: str = "Attack", east: str = "Defend") -> None:
    """Both write their orders by the buttons of their hands."""
    for person, label in ((here.anna, west), (here.bert, east)):
        await person.press(here.newest(person), "My hand")
        await person.press(here.private(person)[-1], label)


async def test_an_order_is_written_by_a_button_of_the_hand(here: Harness) -> None:
    await here.anna.press(here.newest(here.anna), "My hand")
    assert labels(here.private(here.anna)[-1]) == ["Attack", "Defend"]
    await here.anna.press(here.private(here.anna)[-1], "Attack")
    assert "Your order is to attack." in text(here.private(here.anna)[-1])
    assert labels(here.private(here.anna)[-1]) == []
    told = text(here.newest(here.carla))
    assert "West has written its order." in told
    assert "attack" not in told


async def test_the_other_sides_order_makes_no_button_stale(here: Harness) -> None:
    await here.bert.press(here.newest(here.bert), "My hand")
    hand = here.private(here.bert)[-1]
    await here.anna.slash(here.marne, "act", {"offer": "Attack"})
    await here.bert.press(hand, "Defend")
    assert "East turns up its order: defend." in text(here.newest(here.carla))


async def test_both_orders_are_turned_up_and_why_shows_the_table(here: Harness) -> None:
    await write(here)
    result = here.newest(here.carla)
    told = text(result)
    assert "West turns up its order: attack." in told
    assert "East turns up its order: defend." in told
    assert re.search(r"Dice: The bridge: [⚀-⚅] = ", told)
    assert "Nobody defends" not in told
    assert "On your board: Mark the bridge: " in told
    assert labels(result) == ["My hand", "Why?"]
    await here.carla.press(result, "Why?")
    why = here.newest(here.carla)
    assert why["flags"] & EPHEMERAL
    assert text(why).count("[") == 1
    assert "Sides that attack 1: column One." in text(why)
    assert "✗ DRM +1: Nobody defends (defenders: 1)" in text(why)


async def test_an_ended_game_offers_nothing_and_can_be_undone(here: Harness) -> None:
    await write(here)
    for person in (here.anna, here.bert):
        assert await person.autocomplete(here.marne, "act", focused="offer") == []
    await here.anna.slash(here.marne, "campaign status")
    assert "The bridge is " in text(here.newest(here.anna))
    await here.bert.slash(here.marne, "campaign undo")
    await here.anna.press(here.newest(here.anna), "West: Agree")
    await here.bert.slash(here.marne, "hand")
    assert labels(here.newest(here.bert)) == ["Attack", "Defend"]


async def test_its_table_is_shown_and_looked_up(here: Harness) -> None:
    titles = await here.carla.autocomplete(here.marne, "table", focused="title")
    assert [title["value"] for title in titles] == ["The bridge"]
    await here.carla.slash(here.marne, "table", {"title": "The bridge"})
    shown = text(here.newest(here.carla))
    assert "blown up" in shown
    assert "DRM +1: Nobody defends" in shown
    assert "Read once" in shown
    await here.carla.slash(here.marne, "table", {"title": "The bridge", "roll": 7, "column": 2})
    assert "Row 4+, column Both: **blown up**" in text(here.newest(here.carla))


async def test_help_lists_what_the_game_has_and_nothing_else(here: Harness) -> None:
    await here.carla.slash(here.marne, "help")
    await here.carla.press(here.newest(here.carla), "All commands")
    listed = set(re.findall(r"(?:<|`)(/[\w -]+)(?::\d+>|`)", text(here.newest(here.carla))))
    for_all = {f"/campaign {do}" for do in ("new", "join", "status", "undo", "manage")}
    for_all |= {f"/me {do}" for do in ("settings", "away", "more")}
    for_all |= {"/server settings", "/admin", "/dice roll", "/act", "/help"}
    for_all |= {f"/record {do}" for do in ("rewind", "journal", "find", "more")}
    assert listed >= for_all
    others = {each for each in listed - for_all if each.split()[-1] not in OF_FEATURES}
    assert others == {"/hand", "/table"}


@pytest.mark.parametrize("command", ["draw event", "turn next", "pool", "ledger", "cp-offensive", "odds"])
async def test_missing_features_are_refused(here: Harness, command: str) -> None:
    await choose(here.anna, here.marne, command)
    refusal = here.newest(here.anna)
    assert refusal["flags"] & EPHEMERAL
    assert "Bridges" in text(refusal)
