"""Points: turns and steps as they began, landmarks, and marks."""

from rules.campaign.time.points import LONGEST, Mark
from rules.campaign.time.undo import Undo
from rules.errors import NotThere, NotYours
from tests.games import marne
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, night_watch, refused


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


def test_a_mark_has_the_name_that_its_player_gave() -> None:
    play = night_watch()
    assert r"Marked: **The \*storm\***" in public(play.do(BERT, Mark(name="The *storm*")))
    (point,) = play.campaign.timeline.points
    assert (point.number, point.mark, str(point.label)) == (2, "The *storm*", "Turn 1")


def test_a_mark_needs_a_name_of_its_own_and_a_seat() -> None:
    play = night_watch((ANNA, Mark(name="Dusk")))
    refused(play, NotThere, "There is a point of that name already", BERT, Mark(name=" dusk "))
    refused(play, NotThere, "Name the point", BERT, Mark(name="\u200b"))
    refused(play, NotYours, "You hold no seat", NOBODY, Mark(name="Dawn"))
    refused(play, NotThere, "at most 60 characters", BERT, {"type": "mark", "name": "x" * (LONGEST + 1)})
