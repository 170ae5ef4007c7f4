"""The minutes of some tables: every message, refusal, offer and change of a campaign, compared word for word.

``UPDATE_GOLDEN=1`` writes them anew; read the difference before you commit it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.goldens import check
from tests.minutes import Minutes, told_afterwards
from tests.rules.campaign.helpers import two_players
from tests.rules.campaign.minutes import asking, ends, past, seats, tables

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "tables"

TABLES: dict[str, tuple[Callable[[], Minutes], Callable[[Minutes], None]]] = {
    "seats": (tables.two, seats.seats),
    "silence": (tables.two, seats.silence),
    "silence_before_a_neutral_referee": (tables.neutral, seats.silence),
    "office": (tables.shared, seats.office),
    "free_seats": (tables.alone, seats.free_seats),
    "deadlines": (tables.two, asking.deadlines),
    "deadlines_before_a_neutral_referee": (tables.neutral, asking.deadlines),
    "phases": (tables.two, asking.phases),
    "phases_of_a_shared_seat": (tables.shared, asking.phases),
    "requests": (tables.two, asking.requests),
    "requests_before_a_neutral_referee": (tables.neutral, asking.requests),
    "corrections": (tables.two, asking.corrections),
    "corrections_before_a_neutral_referee": (tables.neutral, asking.corrections),
    "fork": (tables.two, past.fork),
    "orders": (tables.two, asking.orders),
    "back": (tables.two, past.back),
    "back_before_a_neutral_referee": (tables.neutral, past.back),
    "rest": (tables.shared, ends.rest),
    "rest_for_long": (tables.two, ends.rest_for_long),
    "back_to_a_hand": (tables.two, past.back_to_a_hand),
    "many_dice": (lambda: Minutes(two_players(), tables.PEOPLE), past.many_dice),
    "dice_on_the_table": (lambda: Minutes(two_players("physical"), tables.PEOPLE), past.dice_on_the_table),
    "orders_of_a_shared_seat": (tables.shared, asking.orders),
    "administration": (tables.two, seats.administration),
    "away": (tables.two, seats.away),
    "away_from_a_shared_seat": (tables.shared, seats.away),
    "away_before_a_neutral_referee": (tables.neutral, seats.away),
    "left_alone": (tables.alone, asking.left_alone),
    "redo_refused": (tables.two, past.redo_refused),
    "redo_refused_before_a_neutral_referee": (tables.neutral, past.redo_refused),
    "done_for_the_turn": (tables.two, asking.done_for_the_turn),
    "orders_before_a_redo": (tables.two, past.orders_before_a_redo),
    "by_oneself": (tables.solo, ends.by_oneself),
}
RETOLD = ("back", "many_dice", "phases", "back_to_a_hand", "fork", "rest")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_goes_as_its_minutes_say(name: str) -> None:
    table = after(name)
    check(GOLDEN / f"{name}.txt", table.text)
    if name in RETOLD:
        check(GOLDEN / f"{name}_afterwards.txt", told_afterwards(table.play.campaign, table.play.log))


def test_there_is_a_table_to_all_minutes() -> None:
    names = {*TABLES, *(f"{name}_afterwards" for name in RETOLD)}
    assert {minutes.stem for minutes in GOLDEN.glob("*.txt")} - names == set()


def after(name: str) -> Minutes:
    """A table after all that happens at it."""
    begin, happen = TABLES[name]
    table = begin()
    happen(table)
    return table
