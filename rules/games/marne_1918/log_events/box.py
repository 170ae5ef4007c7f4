"""Markers that the bot does not keep: a side plays or shows them out of the box."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.marne_1918.combat import CANCEL, Declaration
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import MarneEvent, Question, Spied, State
from rules.line import Line, line
from rules.notice import Notice, tell_all, tell_seat
from rules.seat import Seat
from rules.secrets import Hidden, quote


class OwnPlayed(MarneEvent):
    """A side played a marker from the box before the dice of a combat."""

    reveals: ClassVar[bool] = True
    declaration: Declaration

    @override
    def apply(self, data: MarneData, state: State) -> State:
        if state.combat is None:
            return state
        exchange = (*state.combat.exchange, self.declaration)
        return state.replace(combat=state.combat.replace(exchange=exchange))

    @override
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

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(HandToShow(awaiting=self.other, to=self.seat))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {other} must show the {seat} all their markers.", seat=self.seat, other=self.other)


class HandShown(MarneEvent):
    """A side named its markers to the other, or showed them on the table if it named none."""

    reveals: ClassVar[bool] = True
    seat: Seat
    to: Seat
    markers: Hidden[str]

    @override
    def apply(self, data: MarneData, state: State) -> State:
        state = state.answered()
        if not self.markers.value:
            return state
        return state.replace(spied={**state.spied, self.to: Spied(turn=state.turn, markers=self.markers.value)})

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if not self.markers.value:
            yield tell_all("The {seat} show the {to} their markers on the table.", seat=self.seat, to=self.to)
            return
        yield tell_all("The {seat} name their markers to the {to}.", seat=self.seat, to=self.to)
        markers = Hidden(quote(self.markers.value))
        yield tell_seat(self.to, "The {seat} hold: {markers}", seat=self.seat, markers=markers)
