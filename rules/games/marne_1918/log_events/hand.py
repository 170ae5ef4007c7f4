"""Rule C: a side draws, keeps, returns and removes markers, and markers expire."""

from collections.abc import Iterator
from functools import reduce

from rules.games.marne_1918.data import MarneData, counted, shown
from rules.games.marne_1918.state import Lapsed, MarneEvent, State
from rules.line import Listed
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat
from rules.pool import Pool, Zone
from rules.seat import Seat
from rules.secrets import Hidden, Shown

AFTER_USE = "¤: after use, its owner returns it to the pool or removes it from the game."


class Drawn(MarneEvent):
    """A side drew markers, ``asked`` if the pool held enough; those with $ (``back``) returned at once, face up."""

    reveals = True
    seat: Seat
    markers: Hidden[tuple[str, ...]]
    back: tuple[str, ...]
    asked: int

    def apply(self, data: MarneData, state: State) -> State:
        drawn = state.replace(drawn=state.drawn | {self.seat})
        return drawn.in_pool(self.seat, lambda pool: pool.draw(self.markers.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        drawn = self.markers.value
        if len(drawn) == 1:
            yield tell_all("The {seat} draw 1 marker.", seat=self.seat)
        else:
            yield tell_all("The {seat} draw {count} markers.", seat=self.seat, count=len(drawn))
        if len(drawn) < self.asked:
            yield tell_all("The pool ran out: normally {asked} markers are drawn.", asked=self.asked)
            yield tell_rule("If the pool holds too few markers, a side draws all that are left.")
        if self.back:
            back = counted(map(data.name, self.back))
            yield tell_all("Returned to the pool at once ($): **{markers}**.", markers=back)
        yield tell_rule("C, Events: a side draws {asked} markers per turn.", asked=self.asked)
        yield data.rulings[data.sides[self.seat].draws].tell()
        taken = [data.name(id_) for id_ in drawn if id_ not in self.back]
        if taken:
            yield tell_seat(self.seat, "You draw **{markers}**.", markers=Hidden(Listed(taken))).of(*taken)


class Kept(MarneEvent):
    """A side kept a £ marker for a later turn."""

    seat: Seat
    marker: Hidden[str]

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.keep(self.marker.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_seat(self.seat, "You keep **{marker}**.", marker=Hidden(data.name(self.marker.value)))


class SideReady(MarneEvent):
    """A side has decided about all that it drew; ``complete`` says that no other side must still draw or decide."""

    seat: Seat
    complete: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} are ready.", seat=self.seat)
        if self.complete:
            yield tell_all("The Events phase is complete.")


class Returned(MarneEvent):
    """A side returned £ markers to the pool, unused and face down."""

    seat: Seat
    markers: Hidden[tuple[str, ...]]

    def apply(self, data: MarneData, state: State) -> State:
        def without(pool: Pool) -> Pool:
            return reduce(Pool.give_back, self.markers.value, pool)

        return state.in_pool(self.seat, without)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        count, names = len(self.markers.value), counted(map(data.name, self.markers.value))
        if count == 1:
            yield tell_all("The {seat} return a marker to the pool, face down.", seat=self.seat)
        else:
            yield tell_all("The {seat} return {count} markers to the pool, face down.", seat=self.seat, count=count)
        yield tell_rule("£: keep it for a later turn or return it to the pool.")
        yield tell_seat(self.seat, "You return **{markers}** to the pool.", markers=Hidden(names))


class PutBack(MarneEvent):
    """A ¤ marker returned to the pool after use."""

    seat: Seat
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.give_back(self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        name = shown(data, self.marker)
        yield tell_all("The {seat} return **{marker}** to the pool.", marker=name, seat=self.seat)
        yield tell_rule(AFTER_USE)


class UsedReturned(MarneEvent):
    """At the end of the turn the ¤ markers returned that were used and about which their owner decided nothing."""

    seat: Seat
    markers: tuple[str, ...]

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.enter(self.markers))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        names = counted(map(data.name, self.markers))
        yield tell_board("Return used markers of the {seat} to the pool: {markers}.", markers=names, seat=self.seat)


class Removed(MarneEvent):
    """A side chose to remove a ¤ marker after use."""

    seat: Seat
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.in_pool(self.seat, lambda pool: pool.remove(self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        name = shown(data, self.marker)
        yield tell_all("The {seat} remove **{marker}** from the game.", marker=name, seat=self.seat)
        yield tell_board("Remove **{marker}** from the game.", marker=name)
        yield tell_rule(AFTER_USE)


class Expired(MarneEvent):
    """An @ marker did not occur this turn and returned to the pool face down."""

    seat: Seat
    marker: Hidden[str]

    def apply(self, data: MarneData, state: State) -> State:
        before = state.lapsed.get(self.seat)
        markers = before.markers if before and before.turn == state.turn else ()
        lapsed = Lapsed(turn=state.turn, markers=(*markers, self.marker.value))
        state = state.replace(lapsed={**state.lapsed, self.seat: lapsed})
        return state.in_pool(self.seat, lambda pool: pool.give_back(self.marker.value))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("An @ marker of the {seat} expires and returns to the pool, face down.", seat=self.seat)
        yield tell_rule("@: occurs this turn if its conditions are met; otherwise it returns to the pool.")
        name = Hidden(data.name(self.marker.value))
        yield tell_seat(self.seat, "**{marker}** expires and returns to the pool.", marker=name)


class MovedOn(MarneEvent):
    """A marker in play moved to a track, or out of the game, at the end of the turn."""

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
            yield tell_all("**{marker}** is removed from the game at the end of the turn.", marker=marker)
            yield tell_board("Remove **{marker}** from the map.", marker=marker)
        else:
            track = Shown(self.track)
            yield tell_all("**{marker}** moves to the {track}.", marker=marker, track=track)
            yield tell_board("Move **{marker}** to the {track}.", marker=marker, track=track)
