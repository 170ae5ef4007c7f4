"""Immediate Counterattack: the roles are switched for its combats, then the attacker resumes."""

from rules.errors import NotNow
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.pool import Zone
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state
from tests.rules.games.marne_1918.german_events import with_german_events

OWN = ["immediate-counterattack-1", "heroic-assault-1", "heroic-assault-2", "heroic-defense-1"]
GERMAN = {"german-assault-1": Zone.HAND, "german-defense-1": Zone.HAND}


def countering() -> Play:
    """In German combat the Allies have just played Immediate Counterattack."""
    play = campaign_with(
        *OWN,
        phase=Phase.GERMAN_COMBAT,
        sequence=1,
        zones=GERMAN,
        game=with_german_events().with_ruling("combat_events", "called"),
    )
    refused(play, NotNow, "it is now German combat", ANNA, "play", marker="Heroic Assault", choice="hits")
    play.do(ANNA, "play", marker="Immediate Counterattack", hex="1207")
    assert "The Allies are making an Immediate Counterattack." in shown(play)
    return play


def test_the_allies_attack_and_the_germans_defend() -> None:
    play = countering()
    refused(
        play,
        NotNow,
        "attacker must declare an event or pass first",
        BERT,
        "play",
        marker="German defense",
        choice="hits",
    )
    play.do(ANNA, "play", marker="Heroic Assault", choice="hits")
    refused(play, NotNow, "The Allies attack in this combat", BERT, "play", marker="German assault", choice="hits")
    play.do(BERT, "play", marker="German defense", choice="hits")
    refused(play, NotNow, "The Allies attack in this combat", ANNA, "play", marker="Heroic Defense", choice="cancel")
    play.do(ANNA, "pass")
    assert state(play).counterattack == ALLIES
