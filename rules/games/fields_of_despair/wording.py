"""Lists, blocks and markers as a player reads them."""

from collections.abc import Iterable
from typing import assert_never

from rules.games.fields_of_despair.hexes import Country
from rules.games.fields_of_despair.state import Winner
from rules.line import Line, Listed, line
from rules.notice import Public, tell_board
from rules.picture import Label, label
from rules.secrets import Shown, Tally

EMPTY = "–"
SHADED = label("shaded: outside France")


def listed(things: Iterable[object]) -> Shown:
    """``A05, B06``; a dash if there are none."""
    return Listed([*things] or [EMPTY])


def short(country: Country) -> Label | None:
    """A country as there is room for it in a hex; none for France, which a map shows unmarked."""
    match country:
        case "France":
            return None
        case "Belgium":
            return label("Bel.")
        case "Germany":
            return label("Ger.")
        case "Luxembourg":
            return label("Lux.")
        case _:
            assert_never(country)


def count_sps(number: int) -> Line:
    """``1 SP``, ``12 SPs``."""
    return line("{number} {number:SP|SPs}", number=number)


def tell_outcome(winner: Winner) -> Line:
    """Who won."""
    match winner:
        case "Allies":
            return line("The Allies won.")
        case "Draw":
            return line("The game is a draw.")
        case "Central Powers":
            return line("The Central Powers won.")
        case _:
            assert_never(winner)


def block_values(values: tuple[int, ...]) -> Shown:
    """``11/11/11``: the SPs of each block; ``1/1 (two blocks)`` where there are too few SPs for all of them."""
    held = [value for value in values if value]
    if len(held) == len(values):
        return Listed(held, "/")
    return Listed([line("{values} ({count:one block|two blocks})", values=Listed(held or [0], "/"), count=len(held))])


def tell_marker(sps: int) -> Public:
    """What the Revealed SPs marker reads now."""
    return tell_board("Revealed SPs marker: {sps}.", sps=Tally(str(sps)))
