"""CP blocks in the hexes: where they are, how much they can show, what they lose."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.command import MOST_IN_MENU, Choice
from rules.errors import NotThere
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.combat import LossesTaken
from rules.games.fields_of_despair.pieces import CpHex, Shade
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import count_sps
from rules.line import Line, Listed, both, line
from rules.printed.lookup import PrintedTable

MOST_SPS_A_BLOCK = 20


class Limit(NamedTuple):
    """The most SPs that can be placed; ``is_unknown``: only the printed shading of the ``cell`` says, and nobody has
    read it off. So many SPs it has ``allowed`` before.
    """

    sps: int
    is_unknown: bool = False
    cell: str = ""
    allowed: int = 0


def limit_of(
    table: PrintedTable[int],
    column: int,
    blocks: int,
    free: int,
    given: int | None,
    most_blocks: int,
    shading: Mapping[str, Shade],
) -> Limit:
    """Return the limit of ``blocks`` blocks in a column: what the player reads off the aid, the group's data, what was
    read off the ``shading`` before, or what the blocks can show (reading ``limit_shading``). From ``free`` blocks on
    none is printed.
    """
    physical, place = most_blocks * MOST_SPS_A_BLOCK, table.column_of(column)
    if blocks >= free:
        return Limit(physical)
    cell = f"{table.short or table.title}, {blocks}, {table.columns[place]}"
    told, printed = shading.get(cell, Shade()), (table.limits or {}).get(str(blocks))
    known = given if given is not None else printed[place] if printed else told.limit
    if known is not None:
        return Limit(min(physical, known), cell=cell)
    return Limit(min(physical, blocks * MOST_SPS_A_BLOCK), is_unknown=True, cell=cell, allowed=told.allowed)


def cp_hex(state: State, name: Hex) -> CpHex:
    """Return the CP blocks in a hex. Raises ``NotThere`` when there are none."""
    check_block([*state.hexes], name)
    return state.hexes[name]


def check_block(hexes: Collection[Hex], name: Hex) -> None:
    """Raises ``NotThere`` where a hex is none of those with CP blocks."""
    if name not in hexes:
        known = Listed(sorted(hexes) or ["no hex"])
        raise NotThere(
            "There is no CP block in {hex}. They are in: {known}. If one lies there: `/enter what:adjust`, add hex.",
            hex=name,
            known=known,
        )


def with_blocks(
    hexes: tuple[Hex, ...], added: tuple[Hex, ...], gone: tuple[Hex, ...], *, can_be_none: bool = False
) -> tuple[Hex, ...]:
    """Return the hexes with CP blocks once some are added and others gone.

    Raises ``NotThere`` for a hex that has a block already, for one that has none to lose, and where none would be left
    unless ``can_be_none``: a map may have no front any more.
    """
    if known := [hex_ for hex_ in added if hex_ in hexes]:
        raise NotThere("There is a CP block in {hexes} already.", hexes=both(known))
    for hex_ in gone:
        check_block(hexes, hex_)
    after = (*(hex_ for hex_ in hexes if hex_ not in gone), *added)
    if not (after or can_be_none):
        raise NotThere("One hex at least must keep a CP block.")
    return after


def vanishing(hexes: Iterable[Hex]) -> Iterator[Line]:
    """Yield the doubt whether the CP blocks of more than one hex are gone: one letter less in a list does that."""
    if len(gone := sorted(hexes)) > 1:
        yield line("All CP blocks would go from {hexes}.", hexes=both(gone))


def losses_of(holds: int) -> tuple[Choice, ...]:
    """Return the losses that a hex can take, as many as a menu has room for: how many, and what is left."""
    few = range(min(holds + 1, MOST_IN_MENU))
    return tuple(Choice(str(lost), line("{lost} lost, {left} left", lost=lost, left=holds - lost)) for lost in few)


def lose(state: State, name: Hex, sps: int, *, last: bool = False) -> LossesTaken:
    """Remove CP losses from the map and the track. Raises ``NotThere`` for too many. ``last``: no combat follows."""
    holds = cp_hex(state, name).holds
    if sps > holds:
        raise NotThere("The Central Powers have only {sps} in {hex}.", sps=count_sps(holds), hex=name)
    return LossesTaken(
        hex=name,
        sps=sps,
        left=holds - sps,
        total=max(0, state.total - sps),
        revealed=state.revealed - sps,
        tells_track=last and bool(sps or state.lost[-1]),
    )
