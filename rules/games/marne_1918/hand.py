"""The Events phase and what the symbols ask for (rule C): markers are drawn, kept, returned and removed, and expire."""

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Annotated

from pydantic import Field

from rules.command import MOST_IN_MENU, Choice, Offer, Part, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData, counted, shown
from rules.games.marne_1918.phases import ALLIES, SIDES, Phase
from rules.games.marne_1918.state import Lapsed, MarneCommand, MarneEvent, Question, State
from rules.line import Listed, line
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat
from rules.pool import Marker, Pool, Symbol, Zone
from rules.seat import REFEREE, Seat
from rules.secrets import Hidden, Shown, folded, quote

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
        yield tell_all("The {seat} draw {count} {count:marker|markers}.", seat=self.seat, count=len(drawn))
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


class FlightToResolve(Question):
    """The players must report the German victory points and whether a German unit has crossed the Marne."""

    to_do = line("Enter the German victory points and whether a German unit has crossed the Marne.")
    awaiting: Seat = ALLIES
    seat: Seat
    marker: str


class FlightDrawn(MarneEvent):
    """A side drew the Government's flight, which is resolved at once."""

    reveals = True
    seat: Seat
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(FlightToResolve(seat=self.seat, marker=self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("**{marker}** is drawn and resolved at once.", marker=shown(data, self.marker))
        yield tell_all("How many victory points do the Germans have, and has a German unit crossed the Marne?")


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


Name = Annotated[str, Field(min_length=1, max_length=100)]


class Draw(MarneCommand):
    """Draw the turn's events (rule C). ``side``, if given, must be the caller's own."""

    title = "Events drawn"
    topic = Topic.EVENT
    side: str = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        side = self.side
        if side and side != seat:
            raise NotYours("Only the {side} can draw their events.", side=Shown(side) if side in SIDES else quote(side))
        pool = pool_of(state, seat)
        if seat in state.drawn:
            raise NotNow("The {seat} have already drawn their events for turn {turn}.", seat=seat, turn=state.turn)
        if state.now.phase is not Phase.EVENTS:
            raise NotNow("Events are drawn in the Events phase; it is now {now}.", now=state.now.shown)
        asked = data.draws(seat)
        drawn = dice.pick(asked, [marker.id for marker in pool.at(Zone.POOL)], secretly=True)
        back = tuple(id_ for id_ in drawn if pool.markers[id_].has(Symbol.GOES_BACK))
        state = yield Drawn(seat=seat, markers=Hidden(drawn), back=back, asked=asked)
        for id_ in drawn:
            if data.type_of(id_).effect is Effect.FLIGHT:
                state = yield FlightDrawn(seat=seat, marker=id_)
        yield from ready(state, seat)


class Keep(MarneCommand):
    """Keep a £ marker just drawn for a later turn."""

    title = "Marker kept"
    topic = Topic.EVENT
    is_private = True
    marker: Name

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        marker = find(data, pool.at(Zone.HAND), self.marker, first=pool.undecided)
        pool.check_keep(marker.id, state.hand_limit(data, seat), with_must_occur=data.must_occur_counts)
        state = yield Kept(seat=seat, marker=Hidden(marker.id))
        yield from ready(state, seat)


class Return(MarneCommand):
    """Return a marker to the pool: £ unused, ¤ after use. Without a marker, return all that was just drawn."""

    title = "Marker returned"
    topic = Topic.EVENT
    marker: Annotated[str, Field(max_length=100)] = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        if not self.marker:
            yield from Sort(keep=_held(data, pool)).decide(data, state, seat, dice)
            return
        marker = find(data, in_play_or_hand(pool), self.marker)
        pool.check_give_back(marker.id)
        if seat not in state.drawn:
            raise NotNow("Draw first: a marker returned now could be drawn again this turn.")
        if pool.zones[marker.id] is Zone.IN_PLAY:
            yield PutBack(seat=seat, marker=marker.id)
        else:
            was_undecided = bool(pool.undecided)
            state = yield Returned(seat=seat, markers=Hidden((marker.id,)))
            if was_undecided:
                yield from ready(state, seat)


class Sort(MarneCommand):
    """Say once a draw which £ markers stay, and return the others."""

    title = "Hand chosen"
    topic = Topic.EVENT
    keep: Annotated[tuple[Name, ...], Field(max_length=MOST_IN_MENU, title="Which markers stay?")] = ()

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        if not pool.undecided:
            raise NotNow("You have decided about each marker that you drew.")
        able = {marker.id for marker in pool.at(Zone.HAND) if marker.has(Symbol.KEEPABLE)}
        if not able.issuperset(self.keep):
            raise NotThere("Choose among the £ markers in your hand.")
        if back := tuple(sorted(able.difference(self.keep))):
            state = yield Returned(seat=seat, markers=Hidden(back))
        for id_ in sorted(pool.undecided.intersection(self.keep)):
            pool_of(state, seat).check_keep(id_, state.hand_limit(data, seat), with_must_occur=data.must_occur_counts)
            state = yield Kept(seat=seat, marker=Hidden(id_))
        yield from ready(state, seat)


class Remove(MarneCommand):
    """Remove a ¤ marker from the game after use."""

    title = "Marker removed"
    topic = Topic.EVENT
    marker: Name

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        marker = find(data, in_play_or_hand(pool), self.marker)
        pool.check_remove(marker.id)
        yield Removed(seat=seat, marker=marker.id)


def ready(state: State, seat: Seat) -> Part[State]:
    """A side has decided about all that it drew: everybody is told, but not what it kept."""
    if state.now.phase is Phase.EVENTS and not state.waiting and not state.pools[seat].undecided:
        others = [other for side, other in state.pools.items() if side != seat]
        is_complete = set(state.pools) <= state.drawn and not any(other.undecided for other in others)
        state = yield SideReady(seat=seat, complete=is_complete)
    return state


def leave(data: MarneData, state: State) -> Part[State]:
    """The end of a turn: @ markers expire, ¤ markers return, and markers in play for the turn move on."""
    for seat, pool in state.pools.items():
        for marker in pool.expiring:
            state = yield Expired(seat=seat, marker=Hidden(marker.id))
        if back := tuple(id_ for id_ in pool.markers if id_ in used(pool)):
            state = yield UsedReturned(seat=seat, markers=back)
        for marker in pool.at(Zone.IN_PLAY):
            fate = data.type_of(marker.id).played.at_turn_end
            if fate is not None and not marker.has(Symbol.REUSABLE):
                state = yield MovedOn(seat=seat, marker=marker.id, zone=fate.zone, track=fate.track)
    return state


def pool_of(state: State, seat: Seat) -> Pool:
    """Return the pool of a side. Raises ``NotYours`` for the referee, ``NotThere`` for a side without markers."""
    if seat == REFEREE:
        raise NotYours("The referee holds no event markers. Take a side with `/campaign join`.")
    if seat not in state.pools:
        raise NotThere("I hold no event markers for you: draw and play them from your box.")
    return state.pools[seat]


def used(pool: Pool) -> frozenset[str]:
    """Return the ¤ markers in play, which their owner can return or remove."""
    return frozenset(marker.id for marker in pool.at(Zone.IN_PLAY) if marker.has(Symbol.REUSABLE))


def in_play_or_hand(pool: Pool) -> tuple[Marker, ...]:
    """Return the markers in play, then those in hand."""
    return (*pool.at(Zone.IN_PLAY), *pool.at(Zone.HAND))


def find(data: MarneData, markers: Iterable[Marker], name: str, first: frozenset[str] = frozenset()) -> Marker:
    """Return the marker with that id or name, preferably one of ``first``. Raises ``NotThere`` if there is none."""
    wanted = folded(name.strip())
    fitting = [marker for marker in markers if wanted in (marker.id, folded(data.name(marker.id)))]
    if not fitting:
        raise NotThere("You have no “{name}” that this applies to.", name=quote(name, 60))
    return min(fitting, key=lambda marker: marker.id not in first)


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield the draw of the turn, and what a side can do with its used markers. ``playing`` offers those in hand."""
    pool = state.pools.get(seat)
    if pool is None:
        return
    if seat not in state.drawn and state.now.phase is Phase.EVENTS:
        label = line("Draw {count} events", count=data.draws(seat))
        yield Offer(command=Draw(side=seat), label=label, version=state.turn)
    if pool.undecided:
        held = _held(data, pool)  # what is held is proposed to stay
        room = state.hand_limit(data, seat) + len(held) - len(pool.kept(with_must_occur=data.must_occur_counts))
        able = (*(marker.id for marker in pool.at(Zone.HAND) if marker.id in pool.undecided), *held)
        stay = {"keep": tuple(Choice(id_, data.name(id_), data.type_of(id_).summary) for id_ in able)}
        label, sort = line("These stay (up to {room})", room=room), Sort(keep=held[: max(0, room)])
        if room > 0:
            yield Offer(sort, label, inputs=("keep",), choices=stay, most=room, version=state.turn, secret=True)
        yield Offer(Return(), "Return what I drew", version=state.turn, secret=True)
    for id_ in sorted(used(pool)) if not state.waiting else ():
        about = data.name(id_)
        if seat in state.drawn:
            yield Offer(command=Return(marker=id_), label="Return", subject=about, version=state.turn, secret=True)
        yield Offer(command=Remove(marker=id_), label="Remove", subject=about, version=state.turn, secret=True)


def _held(data: MarneData, pool: Pool) -> tuple[str, ...]:
    """Return the £ markers that stayed in an earlier turn."""
    kept = pool.kept(with_must_occur=data.must_occur_counts)
    return tuple(marker.id for marker in kept if marker.has(Symbol.KEEPABLE))
