"""The Americans: Pershing and his roll, and Cantigny."""

from dataclasses import replace
from typing import Any

import pytest

from rules.errors import DiceWanted, NotNow, NotThere, NotYours
from rules.games.marne_1918.forces import RollExit
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.pool import Zone
from tests.games import founded, marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state, zone_of


class TestPershing:
    def entered(self, **facts: Any) -> Play:
        return campaign_with(zones={"pershing-1": Zone.IN_PLAY}, american_hq_since=4, **facts)

    def test_no_roll_on_the_turn_of_entry(self) -> None:
        play = campaign_with("pershing-1", phase=Phase.SUPPLY)
        play.do(ANNA, "play", marker="Pershing")
        play.do(ANNA, "next_turn")
        assert not play.log[-1].rolls

    def test_a_roll_in_every_later_supply_phase(self) -> None:
        play = self.entered()
        rolls = 0
        while not state(play).americans_left:
            play.do(BERT, "next_phase", to="Supply")
            told = public(play.do(ANNA, "roll_exit", captured=False))
            rolls += 1
            assert "The die for the Americans shows" in told
            assert ("The Americans leave." in told) == (play.log[-1].rolls[0].total == 6)
            play.do(ANNA, "next_turn")
            play.do(ANNA, "draw")
            for marker in list(state(play).pools[ALLIES].undecided):
                play.do(ANNA, "return", marker=marker)
            if state(play).waiting:
                play.do(ANNA, "resolve_flight", vp=0)
        assert rolls > 1
        play.do(ANNA, "next_phase", to="Supply")
        assert not play.log[-1].rolls

    @pytest.mark.parametrize(
        ("face", "retaken", "leave"), [(6, False, True), (5, False, False), (5, True, True), (4, True, False)]
    )
    def test_six_or_with_a_hex_five(self, face: int, retaken: bool, leave: bool) -> None:
        game = marne()
        play = campaign_with(
            zones={"pershing-1": Zone.IN_PLAY}, american_hq_since=4, retaken_last_turn=retaken, game=game
        )
        play.campaign = replace(play.campaign, founding=founded(game, dice="physical").founding)
        assert ("They reported one." in public(play.do(BERT, "next_phase", to="Supply"))) is retaken
        ask = {"type": "roll_exit", "captured": retaken}
        with pytest.raises(NotYours, match="The Allies roll for the Americans"):
            play.do(BERT, ask, (face,))
        with pytest.raises(DiceWanted, match="1d6"):
            play.do(ANNA, ask)
        told = public(play.do(ANNA, ask, (face,)))
        assert state(play).americans_left is leave
        assert (", +1 for the hex: **" in told) is retaken

    @pytest.mark.parametrize(("face", "leave"), [(5, True), (4, False)])
    def test_a_forgotten_hex_is_put_right_with_the_same_die(self, face: int, leave: bool) -> None:
        play = self.entered()
        refused(play, NotThere, "have not rolled", ANNA, "correct_exit", captured=True, reason="x")
        play.campaign = replace(play.campaign, founding=founded(marne(), dice="physical").founding)
        play.do(BERT, "next_phase", to="Supply")
        play.do(ANNA, {"type": "roll_exit", "captured": False}, (face,))
        assert not state(play).americans_left
        refused(play, NotThere, "Give a reason", ANNA, "correct_exit", captured=True)
        refused(play, NotNow, "already counts", ANNA, "correct_exit", captured=False, reason="x")
        told = public(play.do(ANNA, "correct_exit", captured=True, reason="Hex 1204, *turn 4*"))
        assert f"The Americans' roll counts: {face} → **{face + 1}**." in told
        assert "Hex 1204, \\*turn 4\\*" in told
        assert ("Remove the American units from the map." in told) is leave
        assert state(play).americans_left is leave
        assert ("In play: Pershing" in shown(play)) is not leave
        back = public(play.do(BERT, "correct_exit", captured=False, reason="No hex"))
        assert ("Put the American units back on the map." in back) is leave
        assert not state(play).americans_left
        assert not play.log[-1].rolls

    def test_their_roll_can_be_corrected_a_turn_later(self) -> None:
        play = self.entered()
        play.campaign = replace(play.campaign, founding=founded(marne(), dice="physical").founding)
        play.do(BERT, "next_phase", to="Supply")
        play.do(ANNA, {"type": "roll_exit", "captured": False}, (5,))
        play.do(ANNA, "next_turn")
        assert "The Americans leave." in public(play.do(ANNA, "correct_exit", captured=True, reason="Hex 1204"))

    def test_a_correction_that_changes_nothing_says_so(self) -> None:
        play = self.entered()
        play.campaign = replace(play.campaign, founding=founded(marne(), dice="physical").founding)
        play.do(BERT, "next_phase", to="Supply")
        play.do(ANNA, {"type": "roll_exit", "captured": False}, (6,))
        told = public(play.do(ANNA, "correct_exit", captured=True, reason="Hex 1204"))
        assert "This changes nothing else." in told
        assert "The Americans leave." not in told

    @pytest.mark.parametrize("retaken", [False, True])
    def test_by_default_they_roll_with_the_hex_that_was_reported(self, retaken: bool) -> None:
        play = self.entered(retaken_last_turn=retaken)
        play.do(BERT, "next_phase", to="Supply")
        assert play.game.default(state(play), ALLIES) == RollExit(captured=retaken)

    def test_once_they_have_left_the_marker_is_out_of_the_game(self) -> None:
        play = self.entered(americans_left=True)
        assert "In play" not in shown(play)
        assert "Removed: Pershing" in "\n".join(map(str, play.game.pool(state(play))))


class TestCantigny:
    def test_it_must_occur_whoever_goes_on(self) -> None:
        play = campaign_with("cantigny-1")
        told = public(play.do(BERT, "next_turn"))
        assert "**Cantigny** takes effect for the Allies." in told
        assert "**by itself** (`must_occur`)" in told
        assert (state(play).morale, zone_of(play, "cantigny-1")) == (1, Zone.REMOVED)
