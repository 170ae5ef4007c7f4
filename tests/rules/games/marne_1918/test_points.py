"""The German victory points: unknown until somebody enters them."""

import pytest

from rules.correction import Correction
from rules.errors import NotThere
from rules.games.marne_1918.americans import CorrectExit
from rules.games.marne_1918.board import TakeHex
from rules.games.marne_1918.flight import ResolveFlight
from rules.games.marne_1918.mangin import ReportAttacks
from rules.games.marne_1918.phases import Phase
from rules.games.marne_1918.points import SetPoints
from rules.games.marne_1918.scenarios import ChooseScenario
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state


def test_they_are_unknown_until_they_are_entered() -> None:
    play = Play(marne())
    assert state(play).victory_points is None
    assert "German victory points: not entered yet" in shown(play)
    play.do(ANNA, "set_points", vp=7)
    assert "German victory points: 7" in shown(play)


def test_a_change_needs_a_reason_and_tells_old_and_new() -> None:
    play = campaign_with()
    first = public(play.do(ANNA, "set_points", vp=96))
    assert "German victory points: **96**." in first
    refused(play, NotThere, "Give a reason", BERT, "set_points", vp=90)
    told = public(play.do(BERT, "set_points", vp=90, reason="Hex *1204* twice"))
    assert "German victory points: 96 → **90**." in told
    assert "The reason given: Hex \\*1204\\* twice" in told
    assert "Set the German victory points to 90." in told


def test_no_form_proposes_what_nobody_has_said() -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
    offers = {offer.command.type: offer for offer in play.campaign.offers(ANNA)}
    for type_ in ("set_points", "take_hex"):
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


@pytest.mark.parametrize("command", [SetPoints, TakeHex, ResolveFlight, ReportAttacks, CorrectExit, ChooseScenario])
def test_whatever_players_enter_is_open_to_objection(command: type[Correction]) -> None:  # type: ignore[type-arg]
    assert issubclass(command, Correction)
    assert command.is_correction
