"""The German victory points: unknown until somebody enters them."""

from typing import Any

import pytest

from rules.campaign.time.corrections import ThatsWrong
from rules.correction import Correction
from rules.errors import NotThere
from rules.games.marne_1918.board import TakeHex
from rules.games.marne_1918.doctrine import ResolveFlight
from rules.games.marne_1918.forces import CorrectExit, ReportAttacks
from rules.games.marne_1918.phases import Phase
from rules.games.marne_1918.points import Adjust, EnterPoints
from rules.games.marne_1918.turn import ChooseScenario
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state


def test_they_are_unknown_until_they_are_entered() -> None:
    play = Play(marne())
    assert state(play).victory_points is None
    assert "German victory points: not entered yet" in shown(play)
    play.do(ANNA, "enter_points", vp=7)
    assert "German victory points: 7" in shown(play)


def test_a_change_needs_a_reason_and_tells_old_and_new() -> None:
    play = campaign_with()
    first = public(play.do(ANNA, "enter_points", vp=96))
    assert "German victory points: **96**." in first
    refused(play, NotThere, "Give a reason", BERT, "enter_points", vp=90)
    told = public(play.do(BERT, "enter_points", vp=90, reason="Hex *1204* twice"))
    assert "German victory points: 96 → **90**." in told
    assert "Reason: Hex \\*1204\\* twice" in told
    assert "Set the German victory points to 90." in told


@pytest.mark.parametrize(("points", "figures"), [(None, []), (0, [0]), (12, [12])])
def test_they_are_a_figure_once_they_are_known(points: int | None, figures: list[int]) -> None:
    play = campaign_with(victory_points=points)
    assert [each.value for each in play.game.figures(state(play))] == figures


@pytest.mark.parametrize("points", [0, 199])
def test_the_least_and_the_most_are_entered(points: int) -> None:
    play = campaign_with()
    assert f"German victory points: **{points}**." in public(play.do(ANNA, "enter_points", vp=points))
    assert state(play).victory_points == points


def test_the_form_asks_for_a_reason_once_points_exist_even_zero() -> None:
    def form(**facts: Any) -> tuple[tuple[str, ...], Any, str, bool]:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1, **facts)
        (offer,) = (each for each in play.campaign.offers(ANNA) if each.command.type == "enter_points")
        return offer.inputs, offer.command.model_dump()["vp"], str(offer.label), offer.minor

    assert form() == (("vp",), None, "Enter victory points", True)
    assert form(victory_points=0) == (("vp", "reason"), 0, "Enter victory points", True)
    assert form(victory_points=9, over=True) == (("vp", "reason"), 9, "Enter the final score", False)
    assert form(over=True) == (("vp",), None, "Enter the final score", False)
    assert form(victory_points=9, over=True, scored=True) == (("vp", "reason"), 9, "Enter the final score", True)


@pytest.mark.parametrize(
    ("before", "lost", "told", "after"),
    [
        (9, 4, ["The Allies retook a victory hex: −4 German victory points.", "German victory points: **5**."], 5),
        (4, 4, ["The Allies retook a victory hex: −4 German victory points.", "German victory points: **0**."], 0),
        (3, 4, ["The Allies retook a victory hex: −3 German victory points.", "German victory points: **0**."], 0),
        (0, 4, [], 0),
    ],
)
def test_no_more_is_lost_than_there_is(before: int, lost: int, told: list[str], after: int) -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1, victory_points=before)
    lines = public(play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=lost)).splitlines()
    board = [f"Set the German victory points to {after}."] if told else []
    assert lines == ["The Allies retake victory hex 1204.", *told, *board]
    assert state(play).victory_points == after


def test_no_form_proposes_what_nobody_has_said() -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
    offers = {offer.command.type: offer for offer in play.campaign.offers(ANNA)}
    for type_ in ("enter_points", "take_hex"):
        assert "vp" in offers[type_].inputs
        assert offers[type_].command.model_dump()["vp"] is None
    for empty in ({}, {"vp": ""}):
        refused(play, NotThere, "Enter the victory points", ANNA, "take_hex", hex="1204", **empty)


@pytest.mark.parametrize(("by", "change"), [("Germans", "+3"), ("Allies", "−3")])
def test_a_hex_changes_unknown_points_on_the_board(by: str, change: str) -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
    told = public(play.do(ANNA, "take_hex", by=by, hex="1204", vp=3))
    assert f"Change the German victory points by {change} (1204)." in told
    assert state(play).victory_points is None


@pytest.mark.parametrize(
    "command", [EnterPoints, Adjust, TakeHex, ResolveFlight, ReportAttacks, CorrectExit, ChooseScenario]
)
def test_whatever_players_enter_is_open_to_objection(command: type[Correction]) -> None:  # type: ignore[type-arg]
    assert issubclass(command, Correction)
    assert command.is_correction


def test_a_player_confirms_points_or_the_score_without_a_reason() -> None:
    play = campaign_with(victory_points=9)
    assert "German victory points: **9**." in public(play.do(ANNA, "enter_points", vp=9))
    assert not state(play).scored
    play = campaign_with(victory_points=9, over=True)
    assert "The Germans end the game with **9** victory points." in public(play.do(ANNA, "enter_points", vp=9))
    assert state(play).scored


def test_corrected_points_can_be_taken_back_after_play_goes_on() -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
    play.do(ANNA, "enter_points", vp=96)
    play.do(ANNA, play.game.adjusting(state(play), "points", "90", "Counted again"))
    to = play.campaign.number
    play.do(ANNA, "declare_combat", hex="A05")
    play.do(BERT, ThatsWrong(to=to))
    assert state(play).victory_points == 96
    with pytest.raises(NotThere, match="not a number from 0"):
        play.game.adjusting(state(play), "points", "many", "Counted again")
