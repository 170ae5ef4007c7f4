"""A combat is declared, its events are declared or passed, and it is decided what affects its dice."""

from collections.abc import Iterator

from typing_extensions import override

from rules.dice import Roll
from rules.games.marne_1918.combat import CANCEL, Combat, CombatName, Declaration, Stage
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import EventDue, MarneEvent, Question, Spied, State, event_due
from rules.line import Line, line
from rules.notice import Notice, Public, tell_all, tell_rule, tell_seat, tell_section, tell_title
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, quote


class OwnPlayed(MarneEvent):
    """A side played a marker from the box before the dice of a combat."""

    reveals = True
    declaration: Declaration

    def apply(self, data: MarneData, state: State) -> State:
        if state.combat is None:
            return state
        exchange = (*state.combat.exchange, self.declaration)
        return state.replace(combat=state.combat.replace(exchange=exchange))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        played = self.declaration
        if played.name:
            yield tell_all("The {seat} play **{name}** from the box.", seat=played.seat, name=quote(played.name))
        else:
            yield tell_all("The {seat} play a marker from the box.", seat=played.seat)
        if played.choice == CANCEL:
            yield tell_all("It cancels the marker just played.")
        elif played.note:
            yield tell_all("What it does: {note}", note=quote(played.note))


class HandToShow(Question):
    """Spies: a side whose markers the bot does not keep must show them to the other."""

    to: Seat

    @property
    @override
    def ask(self) -> Line:
        return line("Show the {to} every marker held.", to=self.to)


class HandAwaited(MarneEvent):
    """Spies were played against a side whose markers the bot does not keep."""

    seat: Seat
    other: Seat

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(HandToShow(awaiting=self.other, to=self.seat))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {other} must show the {seat} all their markers.", seat=self.seat, other=self.other)


class HandShown(MarneEvent):
    """A side named its markers to the other, or showed them on the table if it named none."""

    reveals = True
    seat: Seat
    to: Seat
    markers: Hidden[str]

    def apply(self, data: MarneData, state: State) -> State:
        state = state.answered()
        if not self.markers.value:
            return state
        return state.replace(spied={**state.spied, self.to: Spied(turn=state.turn, markers=self.markers.value)})

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if not self.markers.value:
            yield tell_all("The {seat} show the {to} their markers on the table.", seat=self.seat, to=self.to)
            return
        yield tell_all("The {seat} name their markers to the {to}.", seat=self.seat, to=self.to)
        markers = Hidden(quote(self.markers.value))
        yield tell_seat(self.to, "The {seat} hold: {markers}", seat=self.seat, markers=markers)


class CombatDeclared(MarneEvent):
    """A combat was declared: its result is a message of its own, in which all that concerns it stands together."""

    begins_step = True
    combat: CombatName
    attacker: SideSeat
    stage: Stage = Stage.DECLARED

    def apply(self, data: MarneData, state: State) -> State:
        combat = Combat(name=self.combat, attacker=self.attacker, stage=self.stage)
        return state.replace(combat=combat, combats=self.combat.number, questions=state.questions + 1)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("{combat}: the {attacker} attack", combat=self.combat.headed, attacker=self.attacker)


class EventAwaited(MarneEvent):
    """A side must declare an event or pass: it ``comes_first``, perhaps ``is_asked`` by the other, or answers."""

    reveals = True
    combat: CombatName
    awaiting: Seat
    comes_first: bool
    is_asked: bool = False

    def apply(self, data: MarneData, state: State) -> State:
        before = event_due(state)
        rest = tuple(other for other in state.waiting if other is not before)
        return state.replace(waiting=rest).asked(
            EventDue(awaiting=self.awaiting, combat=self.combat, is_asked=self.is_asked)
        )

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if data.is_ruled(CombatEvents.SEALED) and not self.is_asked:
            return  # the orders answer at once, or else the call says what is to be done
        if self.comes_first:
            yield tell_all(
                "Before the dice of {combat}, the {seat} must declare an event or pass.",
                combat=self.combat.shown,
                seat=self.awaiting,
            )
            yield tell_rule("The attacker declares first; then the defender can answer.")
        else:
            yield tell_all("The {seat} can answer or pass.", seat=self.awaiting)


class Passed(MarneEvent):
    """A side played no event before the dice of a combat. If it had ``ordered`` so, the decided combat says it all."""

    seat: Seat
    ordered: bool = False

    def apply(self, data: MarneData, state: State) -> State:
        return state.answered(event_due(state))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if not self.ordered:
            yield tell_all("The {seat} play no event.", seat=self.seat)


class CombatDecided(MarneEvent):
    """Nothing more is declared for a combat: its dice are rolled with what stands."""

    combat: Combat

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(combat=self.combat.replace(stage=Stage.FOUGHT))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        name = self.combat.name
        yield tell_title(
            "{combat}, the {attacker} attack: roll the dice", combat=name.headed, attacker=self.combat.attacker
        )
        for declaration in self.combat.standing:
            yield declaration.tell(data).under(name.headed)
        if not self.combat.standing:
            yield tell_section(name.headed, "No event affects this combat.")


class CombatRolled(MarneEvent):
    """The dice of a combat were rolled."""

    combat: CombatName
    roll: Roll

    def apply(self, data: MarneData, state: State) -> State:
        combat = state.combat
        return state.replace(combat=combat.replace(stage=Stage.ROLLED) if combat else None)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("{combat}: the dice show {total}", combat=self.combat.headed, total=self.roll.total)
        yield Public(Line("{roll}", {"roll": self.roll}))


class CounterattackEnded(MarneEvent):
    """The combats of an Immediate Counterattack are over: ``attacker`` attacks again."""

    begins_step = True
    attacker: SideSeat

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(
            counterattack=None, combat=state.interrupted, interrupted=None, questions=state.questions + 1
        )

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Immediate Counterattack is over. The {seat} attack again.", seat=self.attacker)
