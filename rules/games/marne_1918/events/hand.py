"""Rule C: markers are drawn, kept, returned, removed, and lapse."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import MarneEvent, State
from rules.games.marne_1918.wording import counted, markers, secret_name, shown
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat
from rules.pool import Zone
from rules.seat import Seat
from rules.secrets import Hidden, Shown

AFTER_USE = "¤: after use back to the pool, or removed if its owner so chooses."


class Drawn(MarneEvent):
    """A side drew markers; those with $ (``back``, face up) went back at once. ``asked`` is how many it should draw."""

    reveals: ClassVar[bool] = True
    type: Literal["drawn"] = "drawn"
    seat: Seat
    markers: Hidden[tuple[str, ...]]
    back: tuple[str, ...]
    asked: int

    def apply(self, data: MarneData, state: State) -> State:
        drawn = state.replace(drawn=state.drawn | {self.seat})
        return drawn.in_pool(self.seat, lambda pool: pool.draw(self.markers.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        drawn = self.markers.value
        yield tell_all("The {seat} draw {count}.", seat=self.seat, count=markers(len(drawn)))
        if len(drawn) < self.asked:
            yield tell_all("The pool held no more: {asked} should be drawn.", asked=self.asked)
            yield data.tell_ruling("small_pool")
        if self.back:
            back = Shown(counted(map(data.name, self.back)))
            yield tell_all("**{markers}** ($) goes back to the pool at once.", markers=back)
        yield tell_rule("C, Events: a side draws {asked} markers a turn.", asked=self.asked)
        for ruling in (data.sides[self.seat].draws, *(("goes_back_shown", "replacement_draw") if self.back else ())):
            yield data.tell_ruling(ruling)
        taken = [data.name(id_) for id_ in drawn if id_ not in self.back]
        if taken:
            yield tell_seat(self.seat, "You draw **{markers}**.", markers=Hidden(", ".join(taken)))


class Kept(MarneEvent):
    """A side keeps a marker for a later turn."""

    type: Literal["kept"] = "kept"
    seat: Seat
    marker: Hidden[str]

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.keep(self.marker.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        name = secret_name(data, self.marker)
        yield tell_seat(self.seat, "You keep **{marker}** for a later turn.", marker=name)


class Returned(MarneEvent):
    """A side returned a marker unused and unseen."""

    type: Literal["returned"] = "returned"
    seat: Seat
    marker: Hidden[str]

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.give_back(self.marker.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} return a marker to the pool, unseen.", seat=self.seat)
        yield tell_rule("£: kept for a later turn or returned.")
        yield tell_seat(self.seat, "You return **{marker}**.", marker=secret_name(data, self.marker))


class PutBack(MarneEvent):
    """A ¤ marker went back to the pool after use."""

    type: Literal["put_back"] = "put_back"
    seat: Seat
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.give_back(self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        name = shown(data, self.marker)
        yield tell_all("**{marker}** of the {seat} goes back to the pool.", marker=name, seat=self.seat)
        yield tell_rule(AFTER_USE)


class Removed(MarneEvent):
    """A ¤ marker was removed after use, by its owner's choice."""

    type: Literal["removed"] = "removed"
    seat: Seat
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.remove(self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        name = shown(data, self.marker)
        yield tell_all("The {seat} remove **{marker}** from the game.", marker=name, seat=self.seat)
        yield tell_board("Take the marker out of the game.")
        yield tell_rule(AFTER_USE)


class Lapsed(MarneEvent):
    """An @ marker did not occur and went back unseen at the end of the turn."""

    type: Literal["lapsed"] = "lapsed"
    seat: Seat
    marker: Hidden[str]

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.give_back(self.marker.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("A marker of the {seat} did not occur and returns to the pool, unseen.", seat=self.seat)
        yield tell_rule("@: occurs this turn if its conditions are met, otherwise it returns to the pool.")
        yield tell_seat(self.seat, "**{marker}** returns to the pool.", marker=secret_name(data, self.marker))


class MovedOn(MarneEvent):
    """A marker in play met its fate at the end of the turn."""

    type: Literal["moved_on"] = "moved_on"
    seat: Seat
    marker: str
    zone: Zone
    track: str | None

    def apply(self, data: MarneData, state: State) -> State:
        off = state.replace(on_hq={marker: hq for marker, hq in state.on_hq.items() if marker != self.marker})
        return off.in_pool(self.seat, lambda pool: pool.play(self.marker, self.zone))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        marker = shown(data, self.marker)
        if self.track is None:
            yield tell_all("**{marker}** leaves the game at the end of the turn.", marker=marker)
            yield tell_board("Take **{marker}** off the map.", marker=marker)
        else:
            track = Shown(self.track)
            yield tell_all("**{marker}** goes to the {track}.", marker=marker, track=track)
            yield tell_board("Move **{marker}** to the {track}.", marker=marker, track=track)
