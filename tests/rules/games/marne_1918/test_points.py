"""The German victory points: unknown until somebody enters them."""

import pytest

from rules.campaign.time.corrections import ThatsWrong
from rules.errors import NotThere
from rules.games.marne_1918.phases import Phase
from tests.play import public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state


def test_a_change_needs_a_reason_and_tells_old_and_new() -> None:
    play = campaign_with()
    first = public(play.do(ANNA, "enter_points", vp=96))
    assert "German victory points: **96**." in first
    refused(play, NotThere, "Give a reason", BERT, "enter_points", vp=90)
    told = public(play.do(BERT, "enter_points", vp=90, reason="Hex *1204* twice"))
    assert "German victory points: 96 → **90**." in told
    assert "Reason: Hex \\*1204\\* twice" in told
    assert "Set the German victory points to 90." in told


def test_corrected_points_can_be_taken_back_after_play_goes_on() -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
    play.do(ANNA, "enter_points", vp=96)
    play.do(ANNA, play.game.adjusting("points", "90", "Counted again"))
    to = play.campaign.number
    play.do(ANNA, "declare_combat", hex="A05")
    play.do(BERT, ThatsWrong(to=to))
    assert state(play).victory_points == 96
    with pytest.raises(NotThere, match="not a number from 0"):
        play.game.adjusting("points", "many", "Counted again")


def test_a_hex_retaken_at_no_points_is_told_by_itself() -> None:
    play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1, victory_points=0)
    assert "1204" in public(play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3))
