"""What stands, what was undone, and what of it can be brought back."""

import random
from datetime import timedelta

import pytest

from rules.campaign.state.timeline import MOST_KEPT, Action, Aside, Point, Struck, title_of, with_point
from rules.line import Line, line
from rules.seat import Player, Seat
from tests.games import BEGIN
from tests.high_card import BLUE, RED, Take
from tests.samples import sample

ANNA = Player(1)


def struck(entry: int) -> Struck:
    return Struck(entry, RED, ANNA, "Bid", sample(Take, random.Random(1)), (), True)


def gone(*entries: int) -> Aside:
    aside = Aside()
    for entry in entries:
        aside = aside.with_gone(entry, struck(entry))
    return aside


def test_what_was_undone_can_be_brought_back_in_order() -> None:
    aside = gone(3, 4, 5).undone((3, 4, 5), at=6, last=2)
    assert [each.entry for each in aside.to_redo] == [3, 4, 5]
    assert [each.entry for each in aside.redone(4, at=7).to_redo] == [5]


def test_undos_in_a_row_add_up_until_something_is_done() -> None:
    first = gone(3, 4).undone((4,), at=5, last=3)
    assert first.undone((3,), at=6, last=2).entries == (3, 4)
    assert first.undone((3,), at=8, last=7).entries == (3,)


def test_a_redo_that_was_undone_is_gone_but_no_action_of_its_own() -> None:
    aside = gone(3).with_gone(7, None).undone((7,), at=8, last=2)
    assert (aside.gone, aside.entries) == ((3, 7), ())


def test_the_newest_are_kept() -> None:
    aside = gone(*range(MOST_KEPT + 5))
    assert len(aside.struck) == len(aside.gone) == MOST_KEPT
    assert aside.struck[-1].entry == MOST_KEPT + 4


def test_a_point_is_kept_once() -> None:
    point = Point(3, line("Turn {turn}", turn=2))
    assert with_point(with_point((), point), point) == (point,)
    assert len(with_point(tuple(Point(n, Line("x")) for n in range(MOST_KEPT)), point)) == MOST_KEPT


def test_a_title_stays_a_line() -> None:
    assert isinstance(title_of(struck(3)), Line)
    action = Action(3, RED, ANNA, line("Turn {turn}", turn=2), True, False, BEGIN)
    assert title_of(action).values == {"turn": 2}


@pytest.mark.parametrize(("seat", "hours", "can"), [(RED, 48, True), (RED, 49, False), (BLUE, 0, False)])
def test_what_was_done_without_a_seat_is_taken_back_by_that_one_for_two_days(seat: Seat, hours: int, can: bool) -> None:
    action = Action(3, BLUE, ANNA, "Bid", True, False, BEGIN, without=frozenset({RED}))
    assert action.is_missed_by((seat,), timedelta(hours=hours)) is can
