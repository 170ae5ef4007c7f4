"""Lists and counters in words."""

from collections.abc import Iterable

from rules.games.fields_of_despair.state import State
from rules.notice import Shown


def listed(things: Iterable[object], nothing: str = "none") -> Shown:
    """``A05, B06``."""
    return Shown(", ".join(map(str, things)) or nothing)


def blocks(values: tuple[int, ...]) -> Shown:
    """``11 / 11 / 11``: the SPs of each block."""
    return Shown(" / ".join(map(str, values)))


def held(state: State) -> Shown:
    """``A05 face down, B06 12``: all hexes with CP blocks."""
    return listed(
        f"{name} face down" if hex_.is_face_down else f"{name} {hex_.sps}" for name, hex_ in sorted(state.hexes.items())
    )
