"""Lists, blocks and markers as a player reads them."""

from collections.abc import Iterable, Mapping

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


SHORT: Mapping[Country, Label | None] = {
    "France": None,
    "Belgium": label("Bel."),
    "Germany": label("Ger."),
    "Luxembourg": label("Lux."),
}
"""Each country as there is room for it in a hex; a map shows France unmarked."""
OUTCOMES: Mapping[Winner, Line] = {
    "Allies": line("The Allies won."),
    "Draw": line("The game is a draw."),
    "Central Powers": line("The Central Powers won."),
}


def count_sps(number: int) -> Line:
    """``1 SP``, ``12 SPs``."""
    return line("{number} {number:SP|SPs}", number=number)


def block_values(values: tuple[int, ...]) -> Shown:
    """``11/11/11``: the SPs of each block; ``1/1 (two blocks)`` where there are too few SPs for all of them."""
    held = [value for value in values if value]
    if len(held) == len(values):
        return Listed(held, "/")
    return Listed([line("{values} ({count:one block|two blocks})", values=Listed(held or [0], "/"), count=len(held))])


def tell_marker(sps: int) -> Public:
    """Tell what the Revealed SPs marker reads now."""
    return tell_board("Revealed SPs marker: {sps}.", sps=Tally(str(sps)))
