"""Markers that the bot does not keep: the Germans play and show them out of the box."""

from rules.errors import NotNow, NotYours
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from tests.play import Play, public, secret
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state


class TestSpies:
    def played(self) -> Play:
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES)
        told = play.do(ANNA, "play", marker="Spies")
        assert "The Germans must show the Allies all their markers." in public(told)
        assert "hold" not in public(told)
        assert secret(told, ALLIES) == ""
        return play

    def test_the_germans_name_their_markers_to_the_allies_alone(self) -> None:
        play = self.played()
        assert play.game.due(state(play))[GERMANS].what == "Show the Allies every marker held."
        refused(play, NotYours, "The Germans show their markers", ANNA, "show_hand", markers="x")
        refused(play, NotNow, "The Germans must answer first", ANNA, "next_phase")
        told = play.do(BERT, "show_hand", markers="Gas, *Stosstruppen*")
        assert "Gas" not in public(told)
        assert "The Germans hold: Gas, \\*Stosstruppen\\*" in secret(told, ALLIES)
        assert secret(told, GERMANS) == ""
        assert state(play).waiting == ()
        hands = {seat: "\n".join(map(str, play.game.hand(state(play), seat))) for seat in (ALLIES, GERMANS)}
        assert "Spies on turn 5: the other side held Gas" in hands[ALLIES]
        assert "Gas" not in hands[GERMANS]
