"""Reactions before a combat: the attacker declares first, and each may undo what the other has just played."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from rules.command import Part
from rules.errors import NotNow, NotYours
from rules.games.marne_1918.combat import Combat, CombatName, Stage
from rules.games.marne_1918.data import CombatMoment, MarkerType
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, Moment, Phase
from rules.games.marne_1918.reactions import asks_for_hex, attacker_of, attackers_now, combat_for, names_hex, new_combat
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import State
from rules.pool import Zone
from rules.seat import REFEREE, Seat, SideSeat
from tests.games import founded, marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, before_dice, campaign_with, refused, state
from tests.rules.games.marne_1918.german_events import with_german_events

ASSAULT = ["heroic-assault-1", "heroic-assault-2"]
DEFENSE = ["heroic-defense-1", "heroic-defense-2"]
GERMAN = {f"german-{kind}-{n}": Zone.HAND for kind in ("assault", "defense") for n in (1, 2)}


def allied_attack(*more: str, **facts: Any) -> Play:
    """The Allied combat phase; both sides hold two assaults and two defenses."""
    return campaign_with(
        *(*ASSAULT, *DEFENSE, *more),
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


@pytest.mark.parametrize(
    ("choices", "standing"),
    [
        (["bonus"], [0]), (["bonus", "cancel"], []), (["bonus", "hits"], [0, 1]),
        (["bonus", "hits", "cancel"], [0]), (["bonus", "cancel", "cancel"], [0]),
        (["bonus", "hits", "cancel", "cancel"], [0, 1]), (["bonus", "cancel", "cancel", "cancel"], []), ([], []),
    ],
)  # fmt: skip
def test_what_stands_in_the_end(choices: list[str], standing: list[int]) -> None:
    sides = (ALLIES, GERMANS)
    reactions = [{"seat": sides[n % 2], "marker": f"m{n}", "choice": choice} for n, choice in enumerate(choices)]
    combat = Combat.model_validate({"name": {"number": 1}, "attacker": ALLIES, "exchange": reactions})
    assert [reaction.marker for reaction in combat.standing] == [f"m{n}" for n in standing]


def test_what_a_declaration_brings_is_too_late_in_an_exchange() -> None:
    play = allied_attack("surprise-attack-1")
    play.do(ANNA, "play", marker=ASSAULT[0], choice="bonus")
    play.do(BERT, "play", marker="german-defense-1", choice="bonus")
    refused(play, NotNow, "Surprise Attack is too late", ANNA, "play", marker="surprise-attack-1", choice="artillery")


def test_a_referee_without_a_side_asks_nobody_to_declare() -> None:
    play = Play(marne(), founded(marne(), ANNA, REFEREE))
    for user, seat in ((BERT, GERMANS), (3, ALLIES)):
        play.do(user, {"type": "join", "seat": seat})
    now = state(play).replace(now=Moment(sequence=1, phase=Phase.ALLIED_COMBAT))
    play.campaign = replace(play.campaign, state=now)
    refused(play, NotYours, "Only the defending side", ANNA, "ask_to_declare")
    assert "ask_to_declare" not in {offer.command.type for offer in play.campaign.offers(ANNA)}
    assert "ask_to_declare" in {offer.command.type for offer in play.campaign.offers(BERT)}


NOBODY_FIGHTS = State(pools={})


def in_combat(attacker: SideSeat, **facts: Any) -> State:
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
        (fought(GERMANS, Stage.FOUGHT, "A05"), GERMANS, " a-05 ", None),
        (fought(GERMANS, Stage.FOUGHT, "A05"), GERMANS, " ", None),
        (fought(GERMANS, Stage.FOUGHT, "A05"), GERMANS, "B06", ("B06", GERMANS)),
        (fought(GERMANS, Stage.FOUGHT, "A05"), ALLIES, "A05", ("A05", ALLIES)),
        (fought(GERMANS, Stage.ROLLED, "A05"), GERMANS, "A05", None),
        (fought(GERMANS, Stage.ROLLED, "A05"), GERMANS, "", ("", GERMANS)),
    ],
)
def test_a_combat_is_another_one_unless_the_last_may_be_meant(
    combat: Combat | None, attacker: SideSeat, hex_: str, declared: tuple[str, Seat] | None
) -> None:
    state = in_combat(GERMANS, combat=combat, combats=4)
    if declared is None:
        with pytest.raises(NotNow, match="nothing is added to it now"):
            events_of(new_combat(state, attacker, hex_))
        return
    (event,) = events_of(new_combat(state, attacker, hex_))
    assert (event.combat, event.attacker, event.stage) == (
        CombatName(number=5, hex=declared[0]), declared[1], Stage.DECLARED,
    )  # fmt: skip


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
    for moment, combat in ((CombatMoment.DECLARED, 1), (CombatMoment.BEFORE_DICE, 1), (None, 0)):
        now = in_combat(GERMANS, combat=fought(GERMANS, Stage.ROLLED), combats=1)
        told = events_of(combat_for(now, GERMANS, marker_type(in_combat=moment), ""))
        assert len(told) == combat, "what is played before the dice declares a combat"


def test_a_form_needs_a_hex_after_combat_and_allows_one_before() -> None:
    by_orders, called = (ruled(answer).data for answer in (CombatEvents.SEALED, CombatEvents.CALLED))
    free = in_combat(GERMANS)
    due = in_combat(GERMANS, **before_dice(GERMANS, GERMANS))
    for moment in (*CombatMoment, None):
        type_ = marker_type(in_combat=moment)
        is_after, is_before = moment is CombatMoment.AFTER, moment in (CombatMoment.DECLARED, CombatMoment.BEFORE_DICE)
        assert asks_for_hex(free, type_) is is_after
        waits_for_dice = in_combat(GERMANS, combat=fought(GERMANS))
        assert not asks_for_hex(waits_for_dice, type_)
        assert names_hex(called, waits_for_dice, type_) is is_before
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


def ruled(answer: CombatEvents) -> Any:
    """The game with German events, declared so before combats."""
    game = with_german_events()
    return game if game.data.is_ruled(answer) else game.with_ruling("combat_events", answer)
