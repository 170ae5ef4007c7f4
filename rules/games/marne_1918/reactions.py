"""Events before the dice of a combat: the attacker declares first, then each side can answer the other's marker."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.command import Offer, Part, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarkerType, MarneData
from rules.games.marne_1918.events.reactions import (
    CANCEL,
    CounterattackEnded,
    Passed,
    Reaction,
    ReactionAwaited,
    Reactions,
    enemy,
    reactions_of,
)
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS
from rules.games.marne_1918.state import Effects, MarneCommand, Occurrence, State
from rules.line import line
from rules.seat import Seat

SIDES = (ALLIES, GERMANS)


class AskToDeclare(MarneCommand):
    """As the defender of a combat, ask the attacker to declare an event or pass."""

    title: ClassVar[str] = "Attacker asked to declare"
    topic: ClassVar[Topic] = Topic.COMBAT
    type: Literal["ask_to_declare"] = "ask_to_declare"

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat not in SIDES:
            raise NotYours("Only the defending side can ask this.")
        attacker = enemy(seat)
        if attacker not in attackers_now(state):
            raise NotNow("Only the defender can ask this, in a combat phase; it is now {now}.", now=state.now.shown)
        if state.question:
            raise NotNow("The {seat} must answer first.", seat=state.question.awaiting)
        state = yield from declares(state, attacker)
        yield ReactionAwaited(reactions=Reactions(attacker=attacker, awaiting=attacker))


class EndCounterattack(MarneCommand):
    """Say that the combats of an Immediate Counterattack are over and the attacker resumes the turn."""

    title: ClassVar[str] = "Counterattack over"
    topic: ClassVar[Topic] = Topic.COMBAT
    type: Literal["end_counterattack"] = "end_counterattack"

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.counterattack is None:
            raise NotNow("No Immediate Counterattack is being fought.")
        if state.question:
            raise NotNow("The {seat} must answer first.", seat=state.question.awaiting)
        yield CounterattackEnded(attacker=enemy(state.counterattack))


class Pass(MarneCommand):
    """Play no event where one could be played before a combat.

    After the attacker's first pass the defender can still declare an event; any other pass ends the reactions.
    """

    declines: ClassVar[bool] = True
    title: ClassVar[str] = "No event played"
    topic: ClassVar[Topic] = Topic.COMBAT
    type: Literal["pass"] = "pass"

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        reactions = reactions_of(state)
        if reactions is None:
            raise NotThere("No combat is waiting for your event, so there is nothing to pass.")
        if reactions.awaiting != seat:
            raise NotNow("The {seat} must answer first.", seat=reactions.awaiting)
        declares_none = seat == reactions.attacker and not reactions.played
        yield Passed(seat=seat, reactions=reactions.replace(awaiting=enemy(seat)), done=not declares_none)


def attackers_now(state: State) -> frozenset[Seat]:
    """The sides attacking now: the one whose combat phase it is, and one making an Immediate Counterattack."""
    attackers = frozenset(seat for seat, phase in COMBAT.items() if phase is state.now.phase)
    return attackers | {state.counterattack} if state.counterattack else attackers


def has_role(state: State, seat: Seat, type_: MarkerType) -> bool:
    """Whether an event has its role in the combats of an Immediate Counterattack, which switches the roles."""
    if state.counterattack is None or type_.role is None:
        return False
    return (state.counterattack == seat) == (type_.role == "attacker")


def declares(state: State, attacker: Seat) -> Part[State]:
    """A side declares for a combat in which it attacks. If it is not the side that makes an Immediate Counterattack,
    that is over.
    """
    if state.counterattack not in (None, attacker):
        state = yield CounterattackEnded(attacker=attacker)
    return state


def check_turn(state: State, seat: Seat, type_: MarkerType) -> None:
    """Whether a side can react now. Raises ``NotNow`` otherwise."""
    reactions = reactions_of(state)
    if reactions is None:
        if type_.role == "defender":
            raise NotNow("The attacker must declare an event or pass first. Ask with the button or `/act`.")
        return
    if reactions.awaiting != seat:
        raise NotNow("The {seat} must answer first.", seat=reactions.awaiting)
    if (seat == reactions.attacker) != (type_.role == "attacker"):
        raise NotNow("The {attacker} attack in this combat. {moment}", attacker=reactions.attacker, moment=type_.moment)


def choices(data: MarneData, state: State, seat: Seat, marker: str) -> tuple[str, ...]:
    """The effects that a side can choose for its marker now.

    At first there is nothing to cancel. The defender can answer the attacker's marker with any effect. After that each
    side can only cancel the marker that the other has just played.
    """
    reactions = reactions_of(state)
    every = tuple(data.type_of(marker).choices)
    if reactions is None or not reactions.played:
        return tuple(choice for choice in every if choice != CANCEL)
    return every if len(reactions.played) == 1 and seat != reactions.attacker else (CANCEL,)


def check_choice(data: MarneData, state: State, seat: Seat, marker: str, choice: str) -> None:
    """Whether a side can choose this effect now. Raises ``NotNow`` otherwise."""
    if choice not in choices(data, state, seat, marker):
        if choice == CANCEL:
            raise NotNow("There is no enemy marker to cancel.")
        raise NotNow("Now you can only cancel the marker that the other side has just played.")


def react(event: Occurrence) -> Part[State]:
    """Heroic Assault or Heroic Defense is played: the other side can answer."""
    seat = event.seat
    before = reactions_of(event.state) or Reactions(attacker=seat, awaiting=seat)
    reaction = Reaction(seat=seat, marker=event.marker, choice=event.choice)
    after = before.replace(played=(*before.played, reaction), awaiting=enemy(seat))
    return (yield ReactionAwaited(reactions=after))


EFFECTS: Effects = {Effect.EXCHANGE: react}


def offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Passing, and asking the attacker to declare. ``playing`` offers the events themselves."""
    reactions = reactions_of(state)
    if reactions is not None and reactions.awaiting == seat:
        yield Offer(command=Pass(), label="No event", version=state.questions)
    if state.waiting or seat not in SIDES:
        return
    attacker = enemy(seat)
    if attacker in attackers_now(state):
        yield Offer(
            command=AskToDeclare(), label=line("Ask the {attacker} to declare", attacker=attacker), version=state.clock
        )
    if state.counterattack:
        yield Offer(command=EndCounterattack(), label="The counterattack is over", version=state.clock)
