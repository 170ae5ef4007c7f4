"""Where a campaign stands."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from rules.frozen import Frozen
from rules.games.marne_1918.tables import MarneTables
from rules.notice import Seat
from rules.pool import Pool


class State(Frozen):
    """The turn, the markers of each side that has any, and which sides have drawn this turn."""

    turn: Annotated[int, Field(ge=1)]
    pools: Mapping[Seat, Pool]
    drawn: frozenset[Seat] = frozenset()


def start(tables: MarneTables) -> State:
    """Turn 1, its markers in the pools."""
    sides = {
        side: [marker for event in tables.events if event.side == side for marker in event.markers]
        for side in tables.sides
    }
    pools = {side: Pool.of(markers).enter(1) for side, markers in sides.items() if markers}
    return State(turn=1, pools=pools)
