"""Immediate Counterattack: the roles are switched for its combats, then the attacker resumes."""

import pytest

from rules.errors import NotNow
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.pool import Zone
from tests.play import Play, public
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


def assert_over(play: Play) -> None:
    """The Germans attack again: the Allies cannot play a Heroic Assault."""
    assert state(play).counterattack is None
    with pytest.raises(NotNow, match=r"German combat|The Germans attack in this combat"):
        play.do(ANNA, "play", marker="Heroic Assault", choice="hits")


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


@pytest.mark.parametrize("user", [ANNA, BERT])
def test_either_side_says_that_its_combats_are_over(user: int) -> None:
    play = countering()
    offer = next(offer for offer in play.campaign.offers(user) if offer.label == "The counterattack is over")
    assert "The Germans attack again." in public(play.do(user, offer.command))
    assert_over(play)
    refused(play, NotNow, "No Immediate Counterattack", user, "end_counterattack")


def test_asking_the_original_attacker_to_declare_ends_it() -> None:
    """As found: ask the Germans, they pass, and the defending Allies play Heroic Assault."""
    play = countering()
    told = public(play.do(ANNA, "ask_to_declare"))
    assert "The Immediate Counterattack is over." in told
    assert state(play).waiting[0].awaiting == GERMANS
    play.do(BERT, "pass")
    assert_over(play)
    play.do(ANNA, "play", marker="Heroic Defense", choice="hits")


def test_a_declaration_of_the_original_attacker_ends_it() -> None:
    play = countering()
    assert "counterattack is over" not in public(play.do(BERT, "ask_to_declare"))
    play.do(ANNA, "pass")
    play.do(BERT, "pass")
    assert state(play).counterattack == ALLIES
    assert "The Immediate Counterattack is over." in public(
        play.do(BERT, "play", marker="German assault", choice="hits")
    )
    assert_over(play)


def test_a_marker_from_the_box_ends_it_too() -> None:
    play = campaign_with(*OWN, phase=Phase.GERMAN_COMBAT, sequence=1)
    play.do(ANNA, "play", marker="Immediate Counterattack", hex="1207")
    assert "The Immediate Counterattack is over." in public(play.do(BERT, "play_own", name="Assault"))
    assert_over(play)


def test_it_ends_with_the_phase() -> None:
    play = countering()
    play.do(ANNA, "next_phase")
    assert state(play).counterattack is None
    refused(play, NotNow, "No Immediate Counterattack", BERT, "end_counterattack")
