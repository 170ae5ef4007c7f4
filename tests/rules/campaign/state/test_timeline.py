"""What stands, what was undone, and what of it can be brought back."""

import random

from rules.campaign.state.timeline import MOST_KEPT, Action, Point, Timeline
from rules.line import Line, line
from rules.seat import Player
from tests.games import BEGIN
from tests.high_card import RED, Take
from tests.samples import sample

ANNA = Player(1)


def action(seq: int, title: str = "Bid") -> Action:
    return Action(seq, seq, RED, ANNA, title, sample(Take, random.Random(1)), BEGIN, True)


def gone(*entries: int, standing: int = 2) -> Timeline:
    timeline = Timeline().with_action(action(standing))
    for entry in entries:
        timeline = timeline.with_struck(action(entry))
    return timeline


def test_undone_actions_are_redone_in_order() -> None:
    timeline = gone(3, 4, 5).undone((3, 4, 5), at=6)
    assert [each.seq for each in timeline.to_redo] == [3, 4, 5]
    assert [each.seq for each in timeline.redone(4, at=7).to_redo] == [5]


def test_undos_in_a_row_add_up_until_something_is_done() -> None:
    first = gone(3, 4).undone((4,), at=5)
    assert first.undone((3,), at=6).returning == (3, 4)
    assert first.with_action(action(7)).undone((3,), at=8).returning == (3,)


def test_the_newest_are_kept() -> None:
    timeline = gone(*range(MOST_KEPT + 5))
    assert len(timeline.struck) == len(timeline.gone) == MOST_KEPT
    assert timeline.struck[-1].seq == MOST_KEPT + 4


def test_a_point_is_kept_once_and_goes_with_what_led_to_it() -> None:
    point = Point(3, line("Turn {turn}", turn=2))
    timeline = gone(3).with_point(point).with_point(point)
    assert timeline.points == (point,)
    assert timeline.undone((3,), at=4).points == ()
    for number in range(MOST_KEPT):
        timeline = timeline.with_point(Point(number, Line("x")))
    assert len(timeline.points) == MOST_KEPT
    assert timeline.points[-1].number == MOST_KEPT - 1, "the newest"


def test_a_title_stays_a_line() -> None:
    assert isinstance(action(3).line, Line)
    assert action(3, line("Turn {turn}", turn=2)).line.values == {"turn": 2}
