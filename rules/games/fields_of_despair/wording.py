"""Lists and blocks as a player reads them."""

from collections.abc import Iterable

from rules.secrets import Shown

EMPTY = "–"


def listed(things: Iterable[object]) -> Shown:
    """``A05, B06``; a dash if there are none."""
    return Shown(", ".join(map(str, things)) or EMPTY)


def count_sps(number: int) -> str:
    """``1 SP``, ``12 SPs``: in a refusal."""
    return f"{number} SP" if number == 1 else f"{number} SPs"


def block_values(values: tuple[int, ...]) -> Shown:
    """``11 / 11 / 11``: the SPs of each block."""
    return Shown(" / ".join(map(str, values)))


def both(things: Iterable[object]) -> str:
    """``A05, B06 and C07``: in a refusal."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last
