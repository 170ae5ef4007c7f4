"""Lists and blocks as a player reads them."""

from collections.abc import Iterable

from rules.games.fields_of_despair.state import State
from rules.secrets import Shown


def listed(things: Iterable[object], nothing: str = "none") -> Shown:
    """``A05, B06``."""
    return Shown(", ".join(map(str, things)) or nothing)


def block_values(values: tuple[int, ...]) -> Shown:
    """``11 / 11 / 11``: the SPs of each block."""
    return Shown(" / ".join(map(str, values)))


def held(state: State) -> Shown:
    """``B06 12; face down A05, C06``: all hexes with CP blocks, those that are known first."""
    known = [f"{name} {hex_.sps}" for name, hex_ in sorted(state.hexes.items()) if not hex_.is_face_down]
    lying = [name for name, hex_ in sorted(state.hexes.items()) if hex_.is_face_down]
    parts = ([", ".join(known)] if known else []) + ([f"face down {', '.join(lying)}"] if lying else [])
    return Shown("; ".join(parts) or "none")
