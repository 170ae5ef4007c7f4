"""Reactions before a combat: the attacker declares first, and each may undo what the other has just played."""

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.decider.waiting import tell_waits, waits
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.combat import Combat
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.pool import Zone
from rules.seat import REFEREE, Seat
from tests.games import founded, marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state
from tests.rules.games.marne_1918.german_events import with_german_events

ASSAULT = ["heroic-assault-1", "heroic-assault-2"]
DEFENSE = ["heroic-defense-1", "heroic-defense-2"]
GERMAN = {f"german-{kind}-{n}": Zone.HAND for kind in ("assault", "defense") for n in (1, 2)}


def allied_attack(**facts: Any) -> Play:
    """The Allied combat phase; both sides hold two assaults and two defenses."""
    return campaign_with(
        *ASSAULT,
        *DEFENSE,
        phase=Phase.ALLIED_COMBAT,
        sequence=1,
        zones=GERMAN,
        game=with_german_events().with_ruling("combat_events", "called"),
        **facts,
    )


def german_attack(**facts: Any) -> Play:
    """The German combat phase; both sides hold two assaults and two defenses."""
    return campaign_with(
        *ASSAULT,
        *DEFENSE,
        phase=Phase.GERMAN_COMBAT,
        sequence=1,
        zones=GERMAN,
        game=with_german_events().with_ruling("combat_events", "called"),
        **facts,
    )


def awaiting(play: Play) -> Seat | None:
    waiting = state(play).waiting
    return waiting[0].awaiting if waiting else None


def test_an_assault_that_nobody_answers_stands() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    assert awaiting(play) == GERMANS
    told = play.do(BERT, "pass")
    assert "Combat 1" in [notice.section for notice in told]
    assert "The defender takes 2 more hit points." in public(told)
    assert awaiting(play) is None


def test_who_declares_a_combat_reads_that_they_begin_and_the_defender_that_they_answer() -> None:
    play = allied_attack()
    begun = public(play.do(ANNA, "declare_combat", hex="Soissons"))
    assert "the Allies must declare an event or pass." in begun
    assert "The attacker declares first" in begun
    answered = public(play.do(ANNA, "pass"))
    assert "The Germans can answer or pass." in answered
    assert "must declare" not in answered
    played = public(play.do(BERT, "play", marker="german-defense-1", choice="hits"))
    assert "The Allies can answer or pass." in played
    assert "must declare" not in played


def test_a_defense_answers_beside_it() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    play.do(BERT, "play", marker="german-defense-1", choice="penalty")
    assert awaiting(play) == ALLIES
    told = public(play.do(ANNA, "pass"))
    assert "The attacker gets +2 to tactical coordination." in told
    assert "The attacker gets −2 to tactical coordination." in told


def test_a_defense_undoes_the_assault() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    play.do(BERT, "play", marker="german-defense-1", choice="cancel")
    assert "No event affects this combat." in public(play.do(ANNA, "pass"))


def test_an_assault_undoes_the_defense_that_undid_the_first() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    play.do(BERT, "play", marker="german-defense-1", choice="cancel")
    play.do(ANNA, "play", marker=ASSAULT[1], choice="cancel")
    assert awaiting(play) == GERMANS
    assert "The attacker gets +2 to tactical coordination." in public(play.do(BERT, "pass"))


def test_and_a_second_defense_undoes_that_again() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    play.do(BERT, "play", marker="german-defense-1", choice="cancel")
    play.do(ANNA, "play", marker=ASSAULT[1], choice="cancel")
    play.do(BERT, "play", marker="german-defense-2", choice="cancel")
    assert "No event affects this combat." in public(play.do(ANNA, "pass"))
    assert len(list(state(play).pools[ALLIES].at(Zone.IN_PLAY))) == 2


def test_a_defense_that_is_undone_leaves_the_assault() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    play.do(BERT, "play", marker="german-defense-1", choice="hits")
    play.do(ANNA, "play", marker=ASSAULT[1], choice="cancel")
    told = public(play.do(BERT, "pass"))
    assert "The defender takes 2 more hit points." in told
    assert "The attacker takes 2 more hit points." not in told


class TestTheOrder:
    def test_the_defender_asks_and_the_attacker_declares_first(self) -> None:
        play = german_attack()
        refused(play, NotNow, "must declare an event or pass first", ANNA, "play", marker=DEFENSE[0], choice="bonus")
        play.do(ANNA, "ask_to_declare")
        assert awaiting(play) == GERMANS
        refused(play, NotNow, "The Germans must answer first", ANNA, "play", marker=DEFENSE[0], choice="bonus")
        told = public(play.do(BERT, "pass"))
        assert "The Allies can answer or pass." in told
        assert awaiting(play) == ALLIES
        refused(play, NotNow, "has not just played", ANNA, "play", marker=DEFENSE[0], choice="cancel")
        play.do(ANNA, "play", marker=DEFENSE[0], choice="bonus")
        play.do(BERT, "pass")
        assert awaiting(play) is None

    def test_asked_the_attacker_may_declare_an_assault(self) -> None:
        play = german_attack()
        play.do(ANNA, "ask_to_declare")
        play.do(BERT, "play", marker="german-assault-1", choice="hits")
        assert awaiting(play) == ALLIES
        labels = {offer.label for offer in play.campaign.offers(ANNA) if offer.command.type == "play"}
        does = ("2 more hit points", "+2 for you", "−2 for the enemy", "cancel the Heroic Assault")
        assert labels == {f"Play Heroic Defense: {each}" for each in does}

    def test_after_an_answer_a_marker_can_only_undo(self) -> None:
        play = allied_attack()
        play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
        play.do(BERT, "play", marker="german-defense-1", choice="hits")
        refused(play, NotNow, "only cancel", ANNA, "play", marker=ASSAULT[1], choice="hits")

    def test_nobody_answers_out_of_turn_or_goes_on(self) -> None:
        play = allied_attack()
        play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
        refused(play, NotNow, "The Germans must answer first", ANNA, "play", marker=ASSAULT[1], choice="bonus")
        refused(play, NotNow, "The Germans must answer first", ANNA, "pass")
        for do in ("next_phase", "next_turn"):
            refused(play, NotNow, "The Germans must answer first", BERT, do)
        refused(play, NotNow, "must answer first", BERT, "ask_to_declare")

    def test_only_the_defender_asks_and_only_in_a_combat_phase(self) -> None:
        refused(german_attack(), NotNow, "Only the defender", BERT, "ask_to_declare")
        refused(
            campaign_with(phase=Phase.SUPPLY), NotNow, "Only the defender.*it is now Supply", ANNA, "ask_to_declare"
        )
        refused(campaign_with(), NotThere, "nothing to pass", ANNA, "pass")

    def test_days_may_pass_and_the_buttons_stay_right(self) -> None:
        """The offers are the state: the same after a fold of the log, and an old one is stale."""
        play = allied_attack()
        play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
        first = {offer.key for offer in play.campaign.offers(BERT)}
        play.do(BERT, "pass")
        play.do(ANNA, "return", marker=ASSAULT[0])
        play.do(ANNA, "play", marker=ASSAULT[1], choice="bonus")
        second = {offer.key for offer in play.campaign.offers(BERT) if offer.command.type == "pass"}
        assert second
        assert not second & first


@pytest.mark.parametrize(
    ("choices", "standing"),
    [
        (["bonus"], [0]),
        (["bonus", "cancel"], []),
        (["bonus", "hits"], [0, 1]),
        (["bonus", "hits", "cancel"], [0]),
        (["bonus", "cancel", "cancel"], [0]),
        (["bonus", "hits", "cancel", "cancel"], [0, 1]),
        (["bonus", "cancel", "cancel", "cancel"], []),
        ([], []),
    ],
)
def test_what_stands_in_the_end(choices: list[str], standing: list[int]) -> None:
    sides = (ALLIES, GERMANS)
    reactions = [{"seat": sides[n % 2], "marker": f"m{n}", "choice": choice} for n, choice in enumerate(choices)]
    combat = Combat.model_validate({"name": {"number": 1}, "attacker": ALLIES, "exchange": reactions})
    assert [reaction.marker for reaction in combat.standing] == [f"m{n}" for n in standing]


def test_without_german_markers_the_germans_pass() -> None:
    play = campaign_with(*ASSAULT, phase=Phase.ALLIED_COMBAT, sequence=1)
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    assert next(offer.label for offer in play.campaign.offers(BERT)) == "No event"
    play.do(BERT, "pass")
    assert state(play).waiting == ()


def test_a_call_says_what_is_to_be_decided() -> None:
    play = campaign_with(*ASSAULT, phase=Phase.ALLIED_COMBAT, sequence=1)
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    (call,) = tell_waits(play.campaign, waits(play.campaign))
    assert str(call) == "<@2> (Germans), your move: Declare an event or pass, before the dice of combat 1."
    play.do(BERT, {"type": "play_own", "name": "Sturmtruppen", "note": "2 hits"})
    (call,) = tell_waits(play.campaign, waits(play.campaign))
    assert str(call) == "<@1> (Allies), your move: Declare an event or pass, before the dice of combat 1."


def test_a_referee_without_a_side_asks_nobody_to_declare() -> None:
    play = Play(marne(), founded(marne(), ANNA, REFEREE))
    for user, seat in ((BERT, GERMANS), (3, ALLIES)):
        play.do(user, {"type": "join", "seat": seat})
    now = state(play).replace(now=Moment(sequence=1, phase=Phase.ALLIED_COMBAT))
    play.campaign = replace(play.campaign, state=now)
    refused(play, NotYours, "Only the defending side", ANNA, "ask_to_declare")
    assert "ask_to_declare" not in {offer.command.type for offer in play.campaign.offers(ANNA)}
    assert "ask_to_declare" in {offer.command.type for offer in play.campaign.offers(BERT)}


def test_an_attacker_who_passed_can_only_cancel_what_the_defender_plays() -> None:
    play = german_attack()
    play.do(ANNA, "ask_to_declare")
    play.do(BERT, "pass")
    play.do(ANNA, "play", marker=DEFENSE[0], choice="hits")
    assert awaiting(play) == GERMANS
    for choice in ("hits", "bonus", "penalty"):
        refused(play, NotNow, "only cancel", BERT, "play", marker="german-assault-1", choice=choice)
    play.do(BERT, "play", marker="german-assault-1", choice="cancel")
    assert awaiting(play) == ALLIES
