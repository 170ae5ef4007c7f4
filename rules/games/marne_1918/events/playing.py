"""An event is played, and what the events without a chapter of their own do."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events.hand import AFTER_USE
from rules.games.marne_1918.state import MarneEvent, State
from rules.games.marne_1918.wording import counted, shown
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat, tell_section, tell_text
from rules.pool import Symbol, Zone
from rules.seat import Seat
from rules.secrets import Hidden, Shown, quote


class Played(MarneEvent):
    """A side played a marker, by its ``choice`` where it has one, on an ``hq`` where it lies on one.

    ``fact`` is what the players told of their map, ``with_other`` the marker that it is played together with; ``must``
    says that it occurred by itself.
    """

    reveals: ClassVar[bool] = True
    type: Literal["played"] = "played"
    seat: Seat
    marker: str
    zone: Zone
    track: str | None = None
    choice: str = ""
    hq: str = ""
    fact: bool | None = None
    with_other: str | None = None
    must: bool = False

    def apply(self, data: MarneData, state: State) -> State:
        state = state.in_pool(self.seat, lambda pool: pool.play(self.marker, self.zone))
        if self.hq:
            state = state.replace(on_hq={**state.on_hq, self.marker: self.hq})
        match data.type_of(self.marker).effect:
            case Effect.AIR_UNIT:
                return state.replace(air_unit=True)
            case Effect.COUNTERATTACK:
                return state.replace(counterattack=self.seat)
            case Effect.TELEGRAM:
                return state.replace(telegram=True)
        return state

    def tell(self, data: MarneData) -> Iterator[Notice]:
        marker = shown(data, self.marker)
        if self.with_other is not None:
            other = shown(data, self.with_other)
            yield tell_all("The {seat} play **{marker}** with **{other}**.", seat=self.seat, marker=marker, other=other)
            yield tell_board("Take **{marker}** out of the game too.", marker=marker)
            return
        yield from self._tell_who(data, marker)
        yield from self._tell_what(data)
        yield from self._tell_fate(data)

    def _tell_who(self, data: MarneData, marker: Shown) -> Iterator[Notice]:
        type_ = data.type_of(self.marker)
        french = Shown(f" ({type_.french})" if type_.french != type_.name else "")
        if self.must:
            yield tell_all("**{marker}**{french} of the {seat} occurs.", marker=marker, french=french, seat=self.seat)
            yield data.tell_ruling("must_occur")
        else:
            yield tell_all("The {seat} play **{marker}**{french}.", seat=self.seat, marker=marker, french=french)

    def _tell_what(self, data: MarneData) -> Iterator[Notice]:
        type_ = data.type_of(self.marker)
        if self.choice:
            yield tell_all("They choose: {choice}.", choice=Shown(type_.choices[self.choice]))
        else:
            yield tell_text(type_.summary)
        if self.hq:
            yield tell_board("Put the marker on the HQ {hq}.", hq=quote(self.hq))
        if type_.question and self.fact:
            yield tell_section("Asked and answered", "{question} Yes.", question=Shown(type_.question))
        yield tell_section("When", "It is played {moment}.", moment=Shown(type_.moment))

    def _tell_fate(self, data: MarneData) -> Iterator[Notice]:
        symbols = data.type_of(self.marker).symbols
        match self.zone:
            case Zone.REMOVED:
                yield tell_board("Take the marker out of the game.")
            case Zone.TRACK:
                yield tell_board("Put the marker on the {track}.", track=Shown(self.track or ""))
            case _ if Symbol.REUSABLE in symbols:
                yield tell_board("Once it is used: return the marker to the pool or remove it, as its owner chooses.")
            case _:
                yield tell_board("The marker stays in play.")
        if Symbol.ONCE in symbols:
            yield tell_rule("#: occurs once, and never goes back to the pool.")
        else:
            yield tell_rule(AFTER_USE)


class HandSeen(MarneEvent):
    """Spies: a side learned what the other holds."""

    reveals: ClassVar[bool] = True
    type: Literal["hand_seen"] = "hand_seen"
    seat: Seat
    other: Seat
    markers: Hidden[tuple[str, ...]]

    def apply(self, data: MarneData, state: State) -> State:
        return state

    def tell(self, data: MarneData) -> Iterator[Notice]:
        names = Hidden(counted(map(data.name, self.markers.value)) or "nothing")
        yield tell_all("The {seat} learn which events the {other} hold.", seat=self.seat, other=self.other)
        yield tell_seat(self.seat, "The {other} hold: **{names}**.", other=self.other, names=names)


class Organized(MarneEvent):
    """Improved Organization: units move on, or there is a transport point more."""

    type: Literal["organized"] = "organized"
    transport: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(transport=state.transport + self.transport)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.transport:
            yield tell_board("The Allies have one transport point more this turn.")
        else:
            yield tell_board("Move two units in one space of the Rebuilding or Support Track on by one space.")
