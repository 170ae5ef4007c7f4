"""Points: turns and steps as they began, and landmarks."""

from rules.campaign.time.undo import Undo
from tests.games import marne
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, night_watch


def labels(play: Play) -> list[str]:
    return [f"{point.number} {point.label}" for point in play.campaign.timeline.points]


def test_a_turn_is_a_point_and_its_undoing_takes_it_away() -> None:
    play = night_watch((ANNA, "next_turn"))
    assert labels(play) == ["2 Turn 2"]
    play.do(ANNA, Undo())
    assert labels(play) == []


def test_steps_are_points_and_offensives_just_before() -> None:
    play = Play(marne())
    play.do(ANNA, "join", seat="Germans")
    play.do(ANNA, "draw")
    for offer in [each for each in play.campaign.offers(ANNA) if each.label == "Return what I drew"]:
        play.do(ANNA, offer.command)
    play.do(ANNA, "next_phase")
    assert labels(play)[-1] == f"{play.campaign.number} Turn 1: Offensives Declaration"
    play.do(ANNA, "declare_offensive")
    assert labels(play)[-1] == f"{play.campaign.number - 1} Before: German offensive declared"
