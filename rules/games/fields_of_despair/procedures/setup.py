"""What the Central Powers have on the board, told by the players."""

from collections.abc import Iterable
from typing import Any

from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.commands import SetUp
from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.sequence import (
    Adjusted,
    ForcesSetUp,
)
from rules.games.fields_of_despair.procedures.steps import Steps, cp_hex
from rules.games.fields_of_despair.state import MOST_BLOCKS, CpHex, State
from rules.games.fields_of_despair.written import MOST_SPS, read_counters, read_hex, read_hexes

FACE_DOWN = "down"


def set_up(data: FieldsData, state: State, told: SetUp) -> Steps:
    """Begin a turn with what stands on the board."""
    if state.is_set_up:
        raise NotNow("The board is known already: `/cp adjust` puts something right.")
    if not data.first_turn <= told.turn <= data.last_turn:
        raise NotThere(f"The solitaire game goes from turn {data.first_turn} to turn {data.last_turn}.")
    hexes = read_hexes(told.hexes)
    if not hexes:
        raise NotThere("Name the hexes in which CP blocks stand, e.g. A05 B06 I06.")
    if told.total < len(hexes):
        raise NotThere(f"{len(hexes)} hexes hold a block of 1 SP at least, but the total is {told.total}.")
    air, artillery = read_counters(told.air), read_counters(told.artillery)
    yield ForcesSetUp(
        turn=told.turn, total=told.total, hexes=hexes, air=air, artillery=artillery, eps=told.eps
    )  # fmt: skip


def adjust(state: State, what: str, value: str, reason: str) -> Steps:
    """Put one thing right."""
    match what:
        case "hexes":
            hexes = read_hexes(value)
            before, after = _named(state.hexes), _named(hexes)
            changes: dict[str, Any] = {"hexes": {hex_: state.hexes.get(hex_, CpHex()) for hex_ in hexes}}
        case "hex":
            name, changed = _read_value(state, value)
            before = f"{name} {_value(state.hexes[name])}"
            after = f"{name} {_value(changed)}"
            changes = {"hexes": {**state.hexes, name: changed}}
        case "air" | "artillery":
            values = read_counters(value)
            before, after = str(getattr(state, what)), " ".join(map(str, values)) or "none"
            changes = {what: values}
        case _:
            field = what.split()[0]
            number = _read_number(value)
            before, after = str(getattr(state, field)), str(number)
            changes = {field: number}
    yield Adjusted(what=what, before=before, after=after, reason=reason, **changes)


def _read_value(state: State, value: str) -> tuple[Hex, CpHex]:
    """``I06 12``: the known SPs of a hex; ``I06 down``: one block face down."""
    words = value.split()
    if len(words) != 2:
        raise NotThere("Write the hex and its SPs, e.g. I06 12, or I06 down for a face-down block.")
    name = read_hex(words[0])
    old = cp_hex(state, name)
    if words[1].casefold() == FACE_DOWN:
        return name, CpHex()
    return name, old.replace(blocks=old.blocks or MOST_BLOCKS, sps=_read_number(words[1]))


def _read_number(value: str) -> int:
    text = value.strip()
    if not (text.isascii() and text.isdigit()) or len(text) > 4 or int(text) > MOST_SPS:
        raise NotThere(f"Give a number from 0 to {MOST_SPS}.")
    return int(text)


def _value(hex_: CpHex) -> str:
    return "face down" if hex_.is_face_down else f"{hex_.sps} SPs"


def _named(hexes: Iterable[Hex]) -> str:
    return " ".join(sorted(hexes)) or "none"
