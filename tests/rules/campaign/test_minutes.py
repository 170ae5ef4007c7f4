"""The minutes of some tables: every message, refusal, offer and change of a campaign, compared word for word. Where the
same happens at a table with other seats, the golden says what is other there.

``UPDATE_GOLDEN=1`` writes them anew; read the difference before you commit it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from rules.campaign.seats.seating import Join
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.goldens import changed, check, check_lines
from tests.minutes import Minutes, told_afterwards
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, two_players
from tests.rules.campaign.minutes import asking, ends, past, seats, tables

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "tables"


def as_neutral() -> Minutes:
    """Anna is North and the referee, Bert is South, after as many entries as before a neutral referee."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, REFEREE))
    play.do(ANNA, Join(seat=NORTH))
    play.do(BERT, Join(seat=SOUTH))
    return Minutes(play, tables.PEOPLE)


def as_shared() -> Minutes:
    """Anna is North and the referee, Bert is South, after as many entries as at a table with a shared seat."""
    play = night_watch()
    play.do(BERT, "leave", seat="South")
    play.do(BERT, Join(seat=SOUTH))
    return Minutes(play, tables.PEOPLE)


TABLES: dict[str, tuple[Callable[[], Minutes], Callable[[Minutes], None]]] = {
    "seats": (tables.two, seats.seats),
    "silence": (as_neutral, seats.silence),
    "office": (tables.shared, seats.office),
    "free_seats": (tables.alone, seats.free_seats),
    "deadlines": (as_neutral, asking.deadlines),
    "phases": (as_shared, asking.phases),
    "requests": (as_neutral, asking.requests),
    "corrections": (as_neutral, asking.corrections),
    "orders": (as_shared, asking.orders),
    "back": (as_neutral, past.back),
    "rest": (tables.shared, ends.rest),
    "rest_for_long": (tables.two, ends.rest_for_long),
    "back_to_a_hand": (tables.two, past.back_to_a_hand),
    "many_dice": (lambda: Minutes(two_players(), tables.PEOPLE), past.many_dice),
    "dice_on_the_table": (lambda: Minutes(two_players(dice="physical"), tables.PEOPLE), past.dice_on_the_table),
    "administration": (tables.two, seats.administration),
    "away": (as_neutral, seats.away),
    "left_alone": (tables.alone, asking.left_alone),
    "redo_refused": (as_neutral, past.redo_refused),
    "done_for_the_turn": (tables.two, asking.done_for_the_turn),
    "orders_before_a_redo": (tables.two, past.orders_before_a_redo),
    "by_oneself": (tables.solo, ends.by_oneself),
}
NEUTRAL, SHARED = "before_a_neutral_referee", "at_a_shared_seat"
OTHERS: dict[str, Callable[[], Minutes]] = {NEUTRAL: tables.neutral, SHARED: tables.shared}
ALSO = {
    "silence": NEUTRAL, "deadlines": NEUTRAL, "requests": NEUTRAL, "corrections": NEUTRAL, "back": NEUTRAL,
    "away": NEUTRAL, "redo_refused": NEUTRAL, "phases": SHARED, "orders": SHARED,
}  # fmt: skip
"""What happens at another table too."""
RETOLD = ("back", "many_dice", "phases", "back_to_a_hand", "rest")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_goes_as_its_minutes_say(name: str) -> None:
    begin, happen = TABLES[name]
    table = after(begin, happen)
    check(GOLDEN / f"{name}.txt", table.text)
    if name in RETOLD:
        check(GOLDEN / f"{name}_afterwards.txt", told_afterwards(table.play.campaign, table.play.log))
    if where := ALSO.get(name):
        check_other(GOLDEN / f"{name}_{where}.txt", table, after(OTHERS[where], happen))


def test_absence_goes_otherwise_at_a_shared_seat() -> None:
    usual, other = (after(begin, seats.away) for begin in (as_shared, tables.shared))
    check_other(GOLDEN / f"away_{SHARED}.txt", usual, other)


def test_there_is_a_table_to_all_minutes() -> None:
    also = (f"{name}_{where}" for name, where in (*ALSO.items(), ("away", SHARED)))
    names = {*TABLES, *also, *(f"{name}_afterwards" for name in RETOLD)}
    assert {minutes.stem for minutes in GOLDEN.glob("*.txt")} == names


def after(begin: Callable[[], Minutes], happen: Callable[[Minutes], None]) -> Minutes:
    """A table after all that happens at it."""
    table = begin()
    happen(table)
    return table


def check_other(golden: Path, usual: Minutes, other: Minutes) -> None:
    """What is other at another table is what it was."""
    assert other.text
    check_lines(golden, changed(usual.lines, other.lines, "other seats"))
