"""The Events phase and what the symbols ask for (rule C)."""

from collections.abc import Iterable

from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.game import Procedure
from rules.games.marne_1918.commands import Draw, Keep, MarneCommand, NextTurn, Play, Remove, Return
from rules.games.marne_1918.events import (
    Drawn,
    Kept,
    Lapsed,
    MarneEvent,
    MovedOn,
    Played,
    PutBack,
    Removed,
    Returned,
    TurnBegan,
)
from rules.games.marne_1918.state import State
from rules.games.marne_1918.tables import MarneTables
from rules.notice import REFEREE, Hidden, Seat, quote
from rules.pool import Fate, Marker, Place, Pool, Symbol

Steps = Procedure[MarneEvent, State]


def decide(tables: MarneTables, state: State, seat: Seat, command: MarneCommand, dice: Dice) -> Steps:
    """Do what a seat asks for."""
    match command:
        case Draw():
            return draw(tables, state, seat, dice)
        case Keep(marker=marker):
            return keep(tables, state, seat, marker)
        case Return(marker=marker):
            return return_(tables, state, seat, marker)
        case Play(marker=marker):
            return play(tables, state, seat, marker)
        case Remove(marker=marker):
            return remove(tables, state, seat, marker)
        case NextTurn():
            return next_turn(tables, state)


def draw(tables: MarneTables, state: State, seat: Seat, dice: Dice) -> Steps:
    """Draw the turn's markers; $ goes back at once, and no other is drawn for it (ruling ``replacement_draw``)."""
    pool = pool_of(state, seat)
    if seat in state.drawn:
        raise NotNow(f"The {seat} have drawn their events of turn {state.turn} already.")
    asked = tables.draws(seat)
    drawn = dice.pick(asked, [marker.id for marker in pool.at(Place.POOL)])
    back = tuple(id_ for id_ in drawn if pool.markers[id_].has(Symbol.GOES_BACK))
    yield Drawn(seat=seat, markers=Hidden(drawn), back=back, asked=asked)


def keep(tables: MarneTables, state: State, seat: Seat, name: str) -> Steps:
    """£: keep a marker just drawn for a later turn."""
    pool = pool_of(state, seat)
    marker = find(tables, pool.at(Place.HAND), name, first=pool.undecided)
    pool.keep(marker.id, tables.hand_limit(seat))
    yield Kept(seat=seat, marker=Hidden(marker.id))


def return_(tables: MarneTables, state: State, seat: Seat, name: str) -> Steps:
    """£ unused, or ¤ after use: back to the pool."""
    pool = pool_of(state, seat)
    marker = find(tables, (*pool.at(Place.IN_PLAY), *pool.at(Place.HAND)), name, first=used(pool))
    pool.give_back(marker.id)
    if pool.places[marker.id] is Place.IN_PLAY:
        yield PutBack(seat=seat, marker=marker.id)
    else:
        yield Returned(seat=seat, marker=Hidden(marker.id))


def play(tables: MarneTables, state: State, seat: Seat, name: str) -> Steps:
    """Play a marker from the hand: # goes where it belongs, ¤ stays in play until its owner decides."""
    pool = pool_of(state, seat)
    marker = find(tables, pool.at(Place.HAND), name)
    fate = tables.type_of(marker.id).played
    place = pool.play(marker.id, fate).places[marker.id]
    yield Played(seat=seat, marker=marker.id, place=place, track=fate.track)


def remove(tables: MarneTables, state: State, seat: Seat, name: str) -> Steps:
    """¤ after use: out of the game, because its owner so chooses."""
    pool = pool_of(state, seat)
    marker = find(tables, (*pool.at(Place.IN_PLAY), *pool.at(Place.HAND)), name, first=used(pool))
    pool.remove(marker.id)
    yield Removed(seat=seat, marker=marker.id)


def next_turn(tables: MarneTables, state: State) -> Steps:
    """End the turn (@ unmet and ¤ undecided go back, what is in play for the turn leaves) and begin the next."""
    check_events_phase_is_over(state)
    for seat, pool in state.pools.items():
        for marker in pool.lapsing:
            yield Lapsed(seat=seat, marker=Hidden(marker.id))
        for marker in pool.at(Place.IN_PLAY):
            fate = tables.type_of(marker.id).played.at_turn_end
            if marker.has(Symbol.REUSABLE):
                yield PutBack(seat=seat, marker=marker.id)
            elif fate is not None:
                yield MovedOn(seat=seat, marker=marker.id, place=fate.place, track=fate.track)
    turn = state.turn + 1
    due = tuple(marker.id for pool in state.pools.values() for marker in pool.due(turn))
    yield TurnBegan(turn=turn, entered=due)


def check_events_phase_is_over(state: State) -> None:
    """Every side with a pool has drawn, and has kept or returned what it drew. Raises ``NotNow`` otherwise."""
    for seat, pool in state.pools.items():
        if seat not in state.drawn:
            raise NotNow(f"The {seat} have not drawn their events of turn {state.turn} yet.")
        if pool.undecided:
            raise NotNow(f"The {seat} must first keep, play or return what they drew.")


def pool_of(state: State, seat: Seat) -> Pool:
    """The pool of a side. Raises ``NotYours`` for the referee, ``NotThere`` for a side without markers."""
    if seat == REFEREE:
        raise NotYours("The referee holds no event markers: take a side with `/campaign join`.")
    if seat not in state.pools:
        raise NotThere(f"The {seat} have no event markers: theirs are not in the source of this game's data.")
    return state.pools[seat]


def used(pool: Pool) -> frozenset[str]:
    """The ¤ markers in play, whose owner decides what becomes of them."""
    return frozenset(marker.id for marker in pool.at(Place.IN_PLAY) if marker.has(Symbol.REUSABLE))


def find(tables: MarneTables, markers: Iterable[Marker], name: str, first: frozenset[str] = frozenset()) -> Marker:
    """The marker of that id or name, one of ``first`` before any other. Raises ``NotThere`` when there is none."""
    wanted = name.strip().casefold()
    fitting = [marker for marker in markers if wanted in (marker.id, tables.name(marker.id).casefold())]
    if not fitting:
        raise NotThere(f"You hold no “{quote(name, 60)}” to do that with.")
    return min(fitting, key=lambda marker: marker.id not in first)


def evolve(tables: MarneTables, state: State, event: MarneEvent) -> State:
    """The state after an event."""
    match event:
        case Drawn(seat=seat, markers=markers):
            drawn = state.pools[seat].draw(markers.peek())
            return with_pool(state.but(drawn=state.drawn | {seat}), seat, drawn)
        case Kept(seat=seat, marker=marker):
            return with_pool(state, seat, state.pools[seat].keep(marker.peek(), tables.hand_limit(seat)))
        case Returned(seat=seat, marker=marker):
            return with_pool(state, seat, state.pools[seat].give_back(marker.peek()))
        case Lapsed(seat=seat, marker=marker):
            return with_pool(state, seat, state.pools[seat].lapse(marker.peek()))
        case Played(seat=seat, marker=id_):
            return with_pool(state, seat, state.pools[seat].play(id_, tables.type_of(id_).played))
        case PutBack(seat=seat, marker=id_):
            return with_pool(state, seat, state.pools[seat].give_back(id_))
        case Removed(seat=seat, marker=id_):
            return with_pool(state, seat, state.pools[seat].remove(id_))
        case MovedOn(seat=seat, marker=id_, place=place, track=track):
            return with_pool(state, seat, state.pools[seat].move_on(id_, Fate(place=place, track=track)))
        case TurnBegan(turn=turn):
            pools = {seat: pool.enter(turn) for seat, pool in state.pools.items()}
            return State(turn=turn, pools=pools)


def with_pool(state: State, seat: Seat, pool: Pool) -> State:
    """The state with one side's pool changed."""
    return state.but(pools={**state.pools, seat: pool})
