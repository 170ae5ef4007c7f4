"""Reactions before a combat: the attacker declares first, and each may undo what the other has just played."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.decider.waiting import tell_waits, waits
from rules.command import Part
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.combat import Combat, CombatName, Stage
from rules.games.marne_1918.data import CombatMoment, MarkerType
from rules.games.marne_1918.log_events.reactions import CombatDeclared, CounterattackEnded
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, Moment, Phase
from rules.games.marne_1918.reactions import (
    asks_for_hex,
    attacker_of,
    attackers_now,
    combat_for,
    combat_of,
    names_hex,
    new_combat,
)
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import State, event_due
from rules.pool import Zone
from rules.seat import REFEREE, Seat, SideSeat
from tests.games import founded, marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, before_dice, campaign_with, refused, state
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


def test_the_attacker_must_declare_and_the_defender_can_answer() -> None:
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


def test_two_events_of_one_declaration_both_stand() -> None:
    play = campaign_with(
        "surprise-attack-1", "surprise-attack-2", phase=Phase.ALLIED_COMBAT, sequence=1,
        game=marne().with_ruling("combat_events", "called"),
    )  # fmt: skip
    play.do(BERT, "ask_to_declare")
    for number, choice in ((1, "artillery"), (2, "exploitation")):
        play.do(ANNA, "play", marker=f"surprise-attack-{number}", choice=choice)
    play.do(ANNA, "pass")
    combat = state(play).combat
    assert combat is not None
    assert [each.choice for each in combat.standing] == ["artillery", "exploitation"]


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


def test_an_attacker_who_passed_can_only_cancel_the_defense() -> None:
    play = german_attack()
    play.do(ANNA, "ask_to_declare")
    play.do(BERT, "pass")
    play.do(ANNA, "play", marker=DEFENSE[0], choice="hits")
    assert awaiting(play) == GERMANS
    for choice in ("hits", "bonus", "penalty"):
        refused(play, NotNow, "only cancel", BERT, "play", marker="german-assault-1", choice=choice)
    play.do(BERT, "play", marker="german-assault-1", choice="cancel")
    assert awaiting(play) == ALLIES


NOBODY_FIGHTS = State(pools={})


def in_combat(attacker: SideSeat, **facts: Any) -> State:
    """The combat phase of a side."""
    return NOBODY_FIGHTS.replace(now=Moment(sequence=1, phase=COMBAT[attacker]), **facts)


def fought(attacker: SideSeat, stage: Stage = Stage.FOUGHT, hex_: str = "") -> Combat:
    return Combat(name=CombatName(number=1, hex=hex_), attacker=attacker, stage=stage)


def events_of(part: Part[State]) -> list[Any]:
    """The events of a part of a procedure, on a state that they do not change."""
    found = list[Any]()
    with suppress(StopIteration):
        found.append(next(part))
        while True:
            found.append(part.send(NOBODY_FIGHTS))
    return found


@pytest.mark.parametrize(
    ("now", "attack", "of_now"),
    [
        (in_combat(GERMANS), {GERMANS}, GERMANS),
        (in_combat(ALLIES), {ALLIES}, ALLIES),
        (in_combat(GERMANS, counterattack=ALLIES), {ALLIES, GERMANS}, ALLIES),
        (in_combat(GERMANS, counterattack=ALLIES, combat=fought(GERMANS)), {ALLIES, GERMANS}, GERMANS),
        (in_combat(ALLIES, combat=fought(GERMANS)), {ALLIES}, GERMANS),
        (NOBODY_FIGHTS, set(), None),
    ],
)
def test_who_attacks_now(now: State, attack: set[Seat], of_now: Seat | None) -> None:
    assert {*attackers_now(now)} == attack
    assert attacker_of(now) == of_now


@pytest.mark.parametrize(
    ("combat", "attacker", "hex_", "declared"),
    [
        (None, GERMANS, " A05 ", ("A05", GERMANS)),
        (fought(GERMANS, Stage.DECLARED, "A05"), GERMANS, " A05 ", None),
        (fought(GERMANS, Stage.DECLARED, "A05"), GERMANS, " ", None),
        (fought(GERMANS, Stage.DECLARED, "A05"), GERMANS, "B06", ("B06", GERMANS)),
        (fought(GERMANS, Stage.DECLARED, "A05"), ALLIES, "A05", ("A05", ALLIES)),
        (fought(GERMANS, Stage.FOUGHT, "A05"), GERMANS, "A05", ("A05", GERMANS)),
    ],
)
def test_a_combat_goes_on_until_it_is_fought_or_another_is_meant(
    combat: Combat | None, attacker: SideSeat, hex_: str, declared: tuple[str, Seat] | None
) -> None:
    state = in_combat(GERMANS, combat=combat, combats=4)
    told = events_of(combat_of(state, attacker, hex_))
    if declared is None:
        assert told == []
        return
    (event,) = told
    assert (event.combat, event.attacker, event.stage) == (
        CombatName(number=5, hex=declared[0]), declared[1], Stage.DECLARED,
    )  # fmt: skip


@pytest.mark.parametrize(("attacker", "ends"), [(ALLIES, False), (GERMANS, True)])
def test_only_a_combat_of_the_other_side_ends_a_counterattack(attacker: SideSeat, ends: bool) -> None:
    told = events_of(new_combat(in_combat(GERMANS, counterattack=ALLIES), attacker))
    assert [type(each) for each in told] == [*([CounterattackEnded] if ends else []), CombatDeclared]
    assert all(each.attacker == attacker for each in told)


def marker_type(**facts: Any) -> MarkerType:
    """An event of a combat."""
    given = {"name": "Gas", "id": "gas", "in_combat": None, "role": None}
    return MarkerType.model_construct(**(given | facts))


def test_a_marker_after_a_combat_joins_the_last_or_an_untold_one() -> None:
    after = marker_type(in_combat=CombatMoment.AFTER)
    known = in_combat(GERMANS, combat=fought(GERMANS), combats=1)
    assert events_of(combat_for(known, ALLIES, after, "")) == []
    (event,) = events_of(combat_for(in_combat(GERMANS), ALLIES, after, "A05"))
    assert (event.combat.hex, event.attacker, event.stage) == ("A05", GERMANS, Stage.ROLLED)
    assert events_of(combat_for(NOBODY_FIGHTS, ALLIES, after, "A05")) == []
    for moment, combat in ((CombatMoment.DECLARED, 1), (CombatMoment.BEFORE_DICE, 0), (None, 0)):
        now = in_combat(GERMANS, combat=fought(GERMANS, Stage.DECLARED), combats=1)
        told = events_of(combat_for(now, GERMANS, marker_type(in_combat=moment), ""))
        assert len(told) == combat, "what is played as a combat is declared declares one"


def test_a_form_needs_a_hex_after_combat_and_allows_one_before() -> None:
    by_orders, called = (ruled(answer).data for answer in (CombatEvents.SEALED, CombatEvents.CALLED))
    free = in_combat(GERMANS)
    due = in_combat(GERMANS, **before_dice(GERMANS, GERMANS))
    for moment in (*CombatMoment, None):
        type_ = marker_type(in_combat=moment)
        is_after, is_before = moment is CombatMoment.AFTER, moment in (CombatMoment.DECLARED, CombatMoment.BEFORE_DICE)
        assert asks_for_hex(free, type_) is is_after
        assert not asks_for_hex(in_combat(GERMANS, combat=fought(GERMANS)), type_)
        assert names_hex(by_orders, free, type_) is is_before
        assert not names_hex(by_orders, due, type_)
        assert not names_hex(called, free, type_)


def test_nothing_is_declared_or_ended_while_a_side_must_answer() -> None:
    play = german_attack(counterattack=ALLIES)
    play.do(ANNA, "declare_combat", hex="A05")
    for user, command in ((ANNA, "declare_combat"), (BERT, "declare_combat"), (BERT, "end_counterattack")):
        refused(play, NotNow, "The Allies must answer first", user, command)
    play = german_attack()
    refused(play, NotNow, "You declare combats in your own combat phase; it is now German", ANNA, "declare_combat")
    play.do(BERT, "declare_combat", hex="A05")
    refused(play, NotNow, "The Germans must answer first", BERT, "declare_combat")


def test_while_a_side_is_due_it_may_pass_and_nobody_may_declare() -> None:
    play = german_attack()
    offered = {user: {str(offer.label): offer for offer in play.campaign.offers(user)} for user in (ANNA, BERT)}
    assert not offered[ANNA]["Ask the Germans to declare"].minor
    assert offered[BERT]["Declare a combat"].minor, "events are called here, so nothing must be declared"
    assert "No event" not in offered[BERT]
    play.do(ANNA, "ask_to_declare")
    due = event_due(state(play))
    assert due is not None
    assert due.is_asked
    labels = {user: {str(offer.label) for offer in play.campaign.offers(user)} for user in (ANNA, BERT)}
    assert "No event" in labels[BERT]
    assert "No event" not in labels[ANNA]
    assert not (labels[ANNA] | labels[BERT]) & {"Ask the Germans to declare", "Declare a combat"}


def test_sealed_orders_put_declaring_a_combat_before_asking() -> None:
    play = campaign_with(*DEFENSE, phase=Phase.GERMAN_COMBAT, sequence=1, zones=GERMAN, game=ruled(CombatEvents.SEALED))
    offered = {user: {str(offer.label): offer for offer in play.campaign.offers(user)} for user in (ANNA, BERT)}
    assert offered[ANNA]["Ask the Germans to declare"].minor
    assert not offered[BERT]["Declare a combat"].minor


def ruled(answer: CombatEvents) -> Any:
    """The game with German events, declared so before combats."""
    game = with_german_events()
    return game if game.data.is_ruled(answer) else game.with_ruling("combat_events", answer)


def test_who_passes_as_ordered_says_nothing_more() -> None:
    play = allied_attack()
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    at_once = play.copy()
    assert "The Germans play no event." in public(at_once.do(BERT, "pass"))
    assert "play no event" not in public(play.do(BERT, "pass", ordered=True))


def test_a_marker_after_a_combat_waits_for_due_declarations() -> None:
    play = campaign_with(
        "immediate-counterattack-1", *DEFENSE, phase=Phase.GERMAN_COMBAT, sequence=1, zones=GERMAN,
        game=ruled(CombatEvents.CALLED),
    )  # fmt: skip
    play.do(ANNA, "ask_to_declare")
    play.do(BERT, "pass")
    assert awaiting(play) == ALLIES
    refused(play, NotNow, "The Allies must answer first", ANNA, "play", marker="Immediate Counterattack", hex="A05")
