"""A disputed fact: how often it was contradicted, and what each side said last."""

from rules.campaign.state.dispute import Dispute, Version
from rules.seat import Player, Seat
from tests.night_watch import EnterScore

NORTH, SOUTH, EAST = Seat("North"), Seat("South"), Seat("East")


def version(seat: Seat, score: int) -> Version:
    """What somebody of a seat has entered."""
    return Version(seat, Player(1), EnterScore(score=score))


def test_it_is_open_from_the_second_contradiction_on() -> None:
    once = Dispute("score").contradicted(version(NORTH, 1))
    assert (Dispute("score").is_open, once.is_open) == (False, False)
    assert once.contradicted(version(NORTH, 2)).is_open


def test_the_choice_is_between_the_last_two_sides() -> None:
    dispute = Dispute("score").contradicted(version(NORTH, 1)).contradicted(version(NORTH, 2))
    assert dispute.choices == (NORTH, None)
    assert [each.command for each in dispute.versions] == [EnterScore(score=2)]
    dispute = dispute.contradicted(version(SOUTH, 3)).contradicted(version(EAST, 4))
    assert dispute.choices == (SOUTH, EAST)
