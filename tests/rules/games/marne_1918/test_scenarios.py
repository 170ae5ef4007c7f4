"""On which turn a campaign begins, and how it ends."""

from typing import Any

import pytest

from rules.errors import NotNow, NotThere
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.state import enter
from rules.pool import Zone
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state


@pytest.mark.parametrize(
    ("name", "turn", "day", "pooled"),
    [("Blücher", 1, "27 May 1918", 6), ("le matz", 5, "8 June 1918", 22), ("Friedensturm", 17, "14 July 1918", 38)],
)
@pytest.mark.parametrize("points", [None, 0, 12])
def test_a_scenario_begins_on_its_turn(name: str, turn: int, day: str, pooled: int, points: int | None) -> None:
    play = Play(marne())
    told = public(play.do(ANNA, "choose_scenario", scenario=name, points=points))
    assert f"play begins on turn {turn}, {day}." in told
    assert state(play).turn == turn
    assert len(state(play).pools[ALLIES].at(Zone.POOL)) == pooled
    assert state(play).victory_points == points
    assert ("not entered yet" in told) is (points is None)
    assert enter(play.game.data, state(play)) == state(play)
    refused(play, NotNow, "before anything else", ANNA, "choose_scenario", scenario="Blücher")
    play.do(ANNA, "draw")


def test_it_is_offered_before_anything_else_alone() -> None:
    play = Play(marne())
    offer = next(offer for offer in play.campaign.offers(ANNA) if offer.label == "Choose a scenario")
    assert offer.chosen_from["scenario"] == ("Blücher", "Le Matz", "Friedensturm")
    refused(play, NotThere, "no such scenario", ANNA, "choose_scenario", scenario="Verdun")
    refused(play, NotThere, "from 0 to 199", ANNA, "choose_scenario", scenario="Le Matz", points=200)
    play.do(ANNA, "draw")
    assert "Choose a scenario" not in {offer.label for offer in play.campaign.offers(ANNA)}
    refused(play, NotNow, "before anything else", ANNA, "choose_scenario", scenario="Le Matz")


class TestTheEnd:
    def ended(self, **facts: Any) -> Play:
        play = campaign_with(
            "cantigny-1", turn=18, phase=Phase.ALLIED_COMBAT, sequence=1, zones={"spies-1": Zone.IN_PLAY}, **facts
        )
        assert "End the game" in {offer.label for offer in play.campaign.offers(BERT)}
        assert "Turn 18 was the last: the game is over." in public(play.do(BERT, "next_turn"))
        return play

    def test_after_turn_18_only_the_final_score_can_be_entered(self) -> None:
        play = self.ended()
        assert state(play).turn == 18
        assert state(play).pools[ALLIES].at(Zone.IN_PLAY) == ()
        for user in (ANNA, BERT):
            assert [offer.label for offer in play.campaign.offers(user)] == ["Enter the final score"]
        for do in ("next_turn", "next_phase", "draw", "declare_offensive"):
            refused(play, NotNow, "The game ended with turn 18", BERT, do)
        assert play.game.awaited(state(play)) == frozenset()
        assert "The game ended with turn 18, 17 July 1918." in shown(play)
