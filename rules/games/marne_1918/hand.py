"""The Events phase and what the symbols ask for (rule C): draw, keep, return, remove."""

from collections.abc import Generator, Iterable

from rules.command import Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events import Drawn, Kept, MarneEvent, PutBack, Removed, Returned, Waited
from rules.games.marne_1918.phases import Phase
from rules.games.marne_1918.state import FlightDrawn, State
from rules.pool import Marker, Pool, Symbol, Zone
from rules.seat import REFEREE, Seat
from rules.secrets import Hidden, quote

Steps = Procedure[State]
Walk = Generator[MarneEvent, State, State]
"""Part of a procedure, which gives back the state that it led to."""


def draw(data: MarneData, state: State, seat: Seat, side: str, dice: Dice) -> Steps:
    """Draw the turn's markers; $ goes back at once, and no other is drawn for it (ruling ``replacement_draw``). The
    Government's flight is resolved as soon as it is drawn."""
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
    state = yield Drawn(seat=seat, markers=Hidden(drawn), back=back, asked=asked)
    for id_ in drawn:
        if data.type_of(id_).effect is Effect.FLIGHT:
            yield Waited(waiting=FlightDrawn(seat=seat, marker=id_))


def keep(data: MarneData, state: State, seat: Seat, name: str) -> Steps:
    """£: keep a marker just drawn for a later turn."""
    pool = pool_of(state, seat)
    marker = find(data, pool.at(Zone.HAND), name, first=pool.undecided)
    pool.keep(marker.id, state.hand_limit(data, seat), with_must_occur=data.must_occur_counts)
    yield Kept(seat=seat, marker=Hidden(marker.id))


def return_(data: MarneData, state: State, seat: Seat, name: str) -> Steps:
    """£ unused, or ¤ after use: back to the pool."""
    pool = pool_of(state, seat)
    marker = find(data, (*pool.at(Zone.IN_PLAY), *pool.at(Zone.HAND)), name, first=used(pool))
    pool.give_back(marker.id)
    if seat not in state.drawn:
        raise NotNow("Draw first: what goes back now could be drawn again this turn (ruling `returned_drawable`).")
    if pool.zones[marker.id] is Zone.IN_PLAY:
        yield PutBack(seat=seat, marker=marker.id)
    else:
        yield Returned(seat=seat, marker=Hidden(marker.id))


def remove(data: MarneData, state: State, seat: Seat, name: str) -> Steps:
    """¤ after use: out of the game, because its owner so chooses."""
    pool = pool_of(state, seat)
    marker = find(data, (*pool.at(Zone.IN_PLAY), *pool.at(Zone.HAND)), name, first=used(pool))
    pool.remove(marker.id)
    yield Removed(seat=seat, marker=marker.id)


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


def find(data: MarneData, markers: Iterable[Marker], name: str, first: frozenset[str] = frozenset()) -> Marker:
    """The marker of that id or name, one of ``first`` before any other. Raises ``NotThere`` when there is none."""
    wanted = name.strip().casefold()
    fitting = [marker for marker in markers if wanted in (marker.id, data.name(marker.id).casefold())]
    if not fitting:
        raise NotThere(f"You hold no “{quote(name, 60)}” to do that with.")
    return min(fitting, key=lambda marker: marker.id not in first)
