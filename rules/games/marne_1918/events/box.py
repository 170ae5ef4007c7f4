"""Markers that the bot does not keep: a side plays or shows them out of the box."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import MarneEvent, Question, Spied, State
from rules.notice import Notice, Public, tell_all, tell_seat, tell_section
from rules.seat import Seat
from rules.secrets import Hidden, quote


class OwnPlayed(MarneEvent):
    """A side played a marker from the box before a combat: its ``name``, if given, and what it does."""

    reveals: ClassVar[bool] = True
    type: Literal["own_played"] = "own_played"
    seat: Seat
    name: str
    note: str
    cancels: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.name:
            yield tell_all("The {seat} play **{name}** from the box.", seat=self.seat, name=quote(self.name))
        else:
            yield tell_all("The {seat} play a marker from the box.", seat=self.seat)
        if self.cancels:
            yield tell_all("It cancels the marker just played.")
        elif self.note:
            yield tell_all("What it does: {note}", note=quote(self.note))


class HandToShow(Question):
    """Spies: a side whose markers the bot does not keep must show them to the other."""

    to: Seat

    @override
    def tell_status(self) -> Public:
        return tell_section("Waiting", "The {seat} must show the {to} their markers.", seat=self.awaiting, to=self.to)


class HandAwaited(MarneEvent):
    """Spies were played against a side whose markers the bot does not keep."""

    type: Literal["hand_awaited"] = "hand_awaited"
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
    type: Literal["hand_shown"] = "hand_shown"
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
