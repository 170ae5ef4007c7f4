"""The Events phase and what the symbols ask for (rule C): draw, keep, return, remove."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events.flight import FlightDrawn
from rules.games.marne_1918.events.hand import Drawn, Kept, Lapsed, MovedOn, PutBack, Removed, Returned
from rules.games.marne_1918.phases import Phase
from rules.games.marne_1918.state import MarneCommand, State
from rules.pool import Marker, Pool, Symbol, Zone
from rules.seat import REFEREE, Seat
from rules.secrets import Hidden, quote

Name = Annotated[str, Field(min_length=1, max_length=100)]


class Draw(MarneCommand):
    """Draw the turn's events (rule C), for a named side or one's own."""

    title: ClassVar[str] = "Events are drawn"
    type: Literal["draw"] = "draw"
    side: str = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        return draw(data, state, seat, self.side, dice)


class Keep(MarneCommand):
    """Keep a £ marker just drawn for a later turn."""

    title: ClassVar[str] = "A marker is kept"
    type: Literal["keep"] = "keep"
    marker: Name

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        marker = find(data, pool.at(Zone.HAND), self.marker, first=pool.undecided)
        pool.check_keep(marker.id, state.hand_limit(data, seat), with_must_occur=data.must_occur_counts)
        yield Kept(seat=seat, marker=Hidden(marker.id))


class Return(MarneCommand):
    """Return a marker to the pool: £ unused, ¤ after use."""

    title: ClassVar[str] = "A marker goes back"
    type: Literal["return"] = "return"
    marker: Name

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        marker = find(data, in_play_or_hand(pool), self.marker, first=used(pool))
        pool.check_give_back(marker.id)
        if seat not in state.drawn:
            raise NotNow("Draw first: what goes back now could be drawn again this turn (ruling `returned_drawable`).")
        if pool.zones[marker.id] is Zone.IN_PLAY:
            yield PutBack(seat=seat, marker=marker.id)
        else:
            yield Returned(seat=seat, marker=Hidden(marker.id))


class Remove(MarneCommand):
    """Remove a ¤ marker from the game after use, because its owner so chooses."""

    title: ClassVar[str] = "A marker is removed"
    type: Literal["remove"] = "remove"
    marker: Name

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        pool = pool_of(state, seat)
        marker = find(data, in_play_or_hand(pool), self.marker, first=used(pool))
        pool.check_remove(marker.id)
        yield Removed(seat=seat, marker=marker.id)


def draw(data: MarneData, state: State, seat: Seat, side: str, dice: Dice) -> Procedure[State]:
    """Draw the turn's markers; $ goes back at once, and no other is drawn for it (ruling ``replacement_draw``).

    The Government's flight is resolved as soon as it is drawn.
    """
    if side and side != seat:
        raise NotYours(f"The {quote(side)} draw for themselves.")
    pool = pool_of(state, seat)
    if seat in state.drawn:
        raise NotNow(f"The {seat} have drawn their events of turn {state.turn} already.")
    if state.now.phase is not Phase.EVENTS:
        raise NotNow(f"Events are drawn in the Events phase; it is now {state.now}.")
    asked = data.draws(seat)
    drawn = dice.pick(asked, [marker.id for marker in pool.at(Zone.POOL)])
    back = tuple(id_ for id_ in drawn if pool.markers[id_].has(Symbol.GOES_BACK))
    yield Drawn(seat=seat, markers=Hidden(drawn), back=back, asked=asked)
    for id_ in drawn:
        if data.type_of(id_).effect is Effect.FLIGHT:
            yield FlightDrawn(seat=seat, marker=id_)


def leave(data: MarneData, state: State) -> Part[State]:
    """The end of a turn: @ unmet and ¤ undecided go back, what is in play for the turn meets its fate."""
    for seat, pool in state.pools.items():
        for marker in pool.lapsing:
            state = yield Lapsed(seat=seat, marker=Hidden(marker.id))
        for marker in pool.at(Zone.IN_PLAY):
            fate = data.type_of(marker.id).played.at_turn_end
            if marker.has(Symbol.REUSABLE):
                state = yield PutBack(seat=seat, marker=marker.id)
            elif fate is not None:
                state = yield MovedOn(seat=seat, marker=marker.id, zone=fate.zone, track=fate.track)
    return state


def pool_of(state: State, seat: Seat) -> Pool:
    """The pool of a side. Raises ``NotYours`` for the referee, ``NotThere`` for a side without markers."""
    if seat == REFEREE:
        raise NotYours("The referee holds no event markers: take a side with `/campaign join`.")
    if seat not in state.pools:
        raise NotThere(f"The {seat} have no event markers: theirs are not in the source of this game's data.")
    return state.pools[seat]


def used(pool: Pool) -> frozenset[str]:
    """The ¤ markers in play, whose owner decides what becomes of them."""
    return frozenset(marker.id for marker in pool.at(Zone.IN_PLAY) if marker.has(Symbol.REUSABLE))


def in_play_or_hand(pool: Pool) -> tuple[Marker, ...]:
    """The markers in play, then those in hand."""
    return (*pool.at(Zone.IN_PLAY), *pool.at(Zone.HAND))


def find(data: MarneData, markers: Iterable[Marker], name: str, first: frozenset[str] = frozenset()) -> Marker:
    """The marker of that id or name, one of ``first`` before any other. Raises ``NotThere`` when there is none."""
    wanted = name.strip().casefold()
    fitting = [marker for marker in markers if wanted in (marker.id, data.name(marker.id).casefold())]
    if not fitting:
        raise NotThere(f"You hold no “{quote(name, 60)}” to do that with.")
    return min(fitting, key=lambda marker: marker.id not in first)


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The draw of the turn, and what can be done with a marker in use. What is in hand: see ``playing``."""
    pool = state.pools.get(seat)
    if pool is None:
        return
    if seat not in state.drawn and state.now.phase is Phase.EVENTS:
        whose = f" ({seat})" if len(state.pools) > 1 else ""
        yield Offer(command=Draw(side=seat), label=f"Draw {data.draws(seat)} events{whose}", version=state.turn)
    for id_ in sorted(used(pool)):
        about = data.name(id_)
        yield Offer(command=Return(marker=id_), label="Return", subject=about, version=state.turn)
        yield Offer(command=Remove(marker=id_), label="Remove", subject=about, version=state.turn)
