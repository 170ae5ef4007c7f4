"""CP blocks in the hexes: where they are, how much they can show, what they lose."""

from typing import NamedTuple

from rules.errors import NotThere
from rules.games.fields_of_despair.data import Hex
from rules.games.fields_of_despair.events.combat import LossesTaken
from rules.games.fields_of_despair.pieces import CpHex
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import count_sps
from rules.line import Listed
from rules.printed.lookup import PrintedTable

MOST_SPS_A_BLOCK = 20


class Limit(NamedTuple):
    """The most SPs that can be placed; ``is_unknown``: only the printed shading says, and the data lacks it."""

    sps: int
    is_unknown: bool = False


def limit_of(
    table: PrintedTable[int], column: int, blocks: int, free: int, given: int | None, most_blocks: int
) -> Limit:
    """The limit of ``blocks`` blocks in a column: what the player read off the aid, the group's data, or what the
    blocks can show (ruling ``limit_shading``). From ``free`` blocks on none is printed.
    """
    physical = most_blocks * MOST_SPS_A_BLOCK
    if blocks >= free:
        return Limit(physical)
    if given is not None:
        return Limit(min(physical, given))
    if table.limits and str(blocks) in table.limits:
        return Limit(min(physical, table.limits[str(blocks)][table.place(3, column)[1]]))
    return Limit(min(physical, blocks * MOST_SPS_A_BLOCK), is_unknown=True)


def cp_hex(state: State, name: Hex) -> CpHex:
    """The CP blocks in a hex. Raises ``NotThere`` when there are none."""
    if name not in state.hexes:
        known = Listed(sorted(state.hexes) or ["no hex"])
        raise NotThere(
            "There is no CP block in {hex}. CP blocks are in: {known}. Use `/enter what:adjust` to correct this.",
            hex=name,
            known=known,
        )
    return state.hexes[name]


def lose(state: State, name: Hex, sps: int) -> LossesTaken:
    """Remove CP losses in a hex from the map and the track. Raises ``NotThere`` for more SPs than the hex holds."""
    holds = cp_hex(state, name).holds
    if sps > holds:
        raise NotThere("The Central Powers have only {sps} in {hex}.", sps=count_sps(holds), hex=name)
    return LossesTaken(
        hex=name,
        sps=sps,
        left=holds - sps,
        total=max(0, state.total - sps),
        revealed=state.revealed - sps,
    )
