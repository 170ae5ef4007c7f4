"""Lists and blocks as a player reads them."""

from collections.abc import Iterable

from rules.line import Line, Listed, line
from rules.secrets import Shown

EMPTY = "–"


def listed(things: Iterable[object]) -> Shown:
    """``A05, B06``; a dash if there are none."""
    return Listed([*things] or [EMPTY])


def count_sps(number: int) -> Line:
    """``1 SP``, ``12 SPs``."""
    return line("{number} {number:SP|SPs}", number=number)


def block_values(values: tuple[int, ...]) -> Shown:
    """``11 / 11 / 11``: the SPs of each block."""
    return Listed(values, " / ")
