"""All that a seat may do now in Marne 1918."""

from collections.abc import Iterator

from rules.errors import NotNow
from rules.game import Offer
from rules.games.marne_1918.commands import Draw, Keep, NextTurn, Play, Remove, Return
from rules.games.marne_1918.procedures import check_events_phase_is_over, used
from rules.games.marne_1918.state import State
from rules.games.marne_1918.tables import MarneTables
from rules.notice import Seat
from rules.pool import Marker, Place, Pool, Symbol


def offers(tables: MarneTables, state: State, seat: Seat) -> Iterator[Offer]:
    """All that a seat may do now."""
    pool = state.pools.get(seat)
    if pool is not None and seat not in state.drawn:
        count = tables.draws(seat)
        yield Offer(command=Draw(), label=f"Draw {count} events", moment=state.turn)
    if pool is not None:
        for marker in sorted(pool.at(Place.HAND), key=lambda marker: marker.id not in pool.undecided):
            yield from _in_hand(tables, state.turn, pool, marker, tables.hand_limit(seat))
        for id_ in sorted(used(pool)):
            about = tables.name(id_)
            yield Offer(command=Return(marker=id_), label="Return", about=about, moment=state.turn)
            yield Offer(command=Remove(marker=id_), label="Remove", about=about, moment=state.turn)
    if _turn_can_end(state):
        yield Offer(command=NextTurn(), label="Next turn", moment=state.turn)


def _in_hand(tables: MarneTables, turn: int, pool: Pool, marker: Marker, limit: int) -> Iterator[Offer]:
    about, detail = tables.name(marker.id), tables.type_of(marker.id).summary
    if marker.id in pool.undecided and len(pool.kept) < limit:
        yield Offer(command=Keep(marker=marker.id), label="Keep", about=about, detail=detail, moment=turn, secret=True)
    yield Offer(command=Play(marker=marker.id), label="Play", about=about, detail=detail, moment=turn, secret=True)
    if marker.has(Symbol.KEEPABLE):
        yield Offer(
            command=Return(marker=marker.id), label="Return", about=about, detail=detail, moment=turn, secret=True
        )


def _turn_can_end(state: State) -> bool:
    try:
        check_events_phase_is_over(state)
    except NotNow:
        return False
    return True
