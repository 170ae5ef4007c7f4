"""Immediate Counterattack: the roles are switched for its combats, then the attacker resumes."""

from rules.games.marne_1918.phases import Phase
from tests.games import marne
from tests.play import public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with


def test_what_follows_it_belongs_to_the_combat_before_it() -> None:
    play = campaign_with(
        "immediate-counterattack-1", "russian-legion-1", phase=Phase.GERMAN_COMBAT, sequence=1, game=marne()
    )
    play.do(BERT, "declare_combat", hex="Soissons")
    play.do(ANNA, "play", marker="Immediate Counterattack")
    play.do(ANNA, "declare_combat", hex="Chaudun")
    play.do(BERT, "end_counterattack")
    assert "After combat 1 (Soissons), the Allies play **Russian Legion**." in public(
        play.do(ANNA, "play", marker="Russian Legion")
    )
