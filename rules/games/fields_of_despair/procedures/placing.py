"""SPs that come out of hiding: how many fit into a hex, and what limits them."""

from typing import NamedTuple

from rules.games.fields_of_despair.state import CpHex
from rules.printed.lookup import PrintedTable

MOST_SPS_A_BLOCK = 20


class Limit(NamedTuple):
    """The most SPs that may be placed; ``is_unknown``: the printed shading would say, and is not in the data."""

    sps: int
    is_unknown: bool


def limit_of(
    table: PrintedTable[int], column: int, blocks: int, free: int, given: int | None, most_blocks: int
) -> Limit:
    """The limit of ``blocks`` blocks in a column: what the player read off the aid, the group's data, or what the
    blocks can show (ruling ``limit_shading``). From ``free`` blocks on there is none that is printed."""
    physical = most_blocks * MOST_SPS_A_BLOCK
    if blocks >= free:
        return Limit(physical, False)
    if given is not None:
        return Limit(min(physical, given), False)
    if table.limits and str(blocks) in table.limits:
        return Limit(min(physical, table.limits[str(blocks)][table.place(3, column)[1]]), False)
    return Limit(min(physical, blocks * MOST_SPS_A_BLOCK), True)


def shown(hex_: CpHex) -> int:
    """The SPs that are known in a hex: none of a face-down block."""
    return 0 if hex_.is_face_down else hex_.sps
