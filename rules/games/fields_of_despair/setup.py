"""What the players report of the Central Powers' forces: at the start, and when something is corrected."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.blocks import cp_hex
from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.setup import Adjusted, ForcesSetUp, Item
from rules.games.fields_of_despair.notation import (
    FACE_DOWN,
    Reason,
    Sps,
    Typed,
    read_counters,
    read_hex,
    read_hexes,
    read_number,
)
from rules.games.fields_of_despair.state import MOST_BLOCKS, CpHex, FieldsCommand, State
from rules.games.fields_of_despair.wording import listed
from rules.seat import Seat


class SetUp(FieldsCommand):
    """Enter what the Central Powers have on the board."""

    title: ClassVar[str] = "Central Powers set up"
    type: Literal["set_up"] = "set_up"
    total: Sps = Field(title="CP total SPs")
    hexes: Typed = Field(title="Hexes with CP blocks", description="E.g. A05 B06 I06")
    air: Typed = Field(
        title="CP air counters", description="Their values, e.g. 3 2 2. Leave empty for none", default=""
    )
    artillery: Typed = Field(
        title="CP artillery counters", description="Their values, e.g. 4 3. Leave empty for none", default=""
    )
    eps: Sps = Field(title="CP economic points", default=0)
    turn: int = Field(ge=7, le=9, default=7)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.is_set_up:
            raise NotNow("The Central Powers are already set up. Use `/cp adjust` to correct something.")
        if not data.first_turn <= self.turn <= data.last_turn:
            raise NotThere(f"The solitaire game covers turns {data.first_turn} to {data.last_turn}.")
        hexes = read_hexes(self.hexes)
        if not hexes:
            raise NotThere("Name the hexes with CP blocks, e.g. A05 B06 I06.")
        if self.total < len(hexes):
            raise NotThere(
                f"A total of {self.total} SPs is too low: you named {len(hexes)} hexes, and each holds at least 1 SP."
            )
        air, artillery = read_counters(self.air), read_counters(self.artillery)
        yield ForcesSetUp(
            turn=self.turn, total=self.total, hexes=hexes, air=air, artillery=artillery, eps=self.eps
        )  # fmt: skip


class Adjust(FieldsCommand):
    """Correct the bot's numbers, or enter what the core rules changed."""

    title: ClassVar[str] = "Correction entered"
    type: Literal["adjust"] = "adjust"
    what: Item
    value: Typed
    reason: Reason

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        yield Adjusted(what=self.what, reason=self.reason, **correction(state, self.what, self.value))


def offers(_data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The set-up, until it is done."""
    if not state.is_set_up:
        inputs = ("total", "hexes", "air", "artillery", "eps")
        yield Offer(SetUp(total=0, hexes=""), "Set up the Central Powers…", inputs=inputs)


def correction(state: State, what: Item, value: str) -> dict[str, Any]:
    """What a correction changes, with the old and the new value as players type them.

    Raises ``NotThere`` for a value that cannot be read, or a hex without CP blocks.
    """
    match what:
        case "hexes":
            hexes = {hex_: state.hexes.get(hex_, CpHex()) for hex_ in read_hexes(value)}
            return {"before": _list(sorted(state.hexes)), "after": _list(sorted(hexes)), "hexes": hexes}
        case "hex":
            name, hex_ = _read_contents(state, value)
            before, after = _contents(state.hexes[name]), _contents(hex_)
            return {"hex": name, "before": before, "after": after, "hexes": {**state.hexes, name: hex_}}
        case "air" | "artillery":
            values, counters = read_counters(value), getattr(state, what)
            return {"before": _list(counters.values), "after": _list(values), what: values}
        case _:
            field, number = what.split()[0], read_number(value)
            return {"before": str(getattr(state, field)), "after": str(number), field: number}


def _read_contents(state: State, value: str) -> tuple[Hex, CpHex]:
    """``I06 12``: the known SPs of a hex; ``I06 down``: one block face down."""
    words = value.split()
    if len(words) != 2:
        raise NotThere("Write the hex and its SPs, e.g. I06 12, or I06 down for a face-down block.")
    name = read_hex(words[0])
    old = cp_hex(state, name)
    if words[1].casefold() == FACE_DOWN:
        return name, CpHex()
    return name, old.replace(blocks=old.blocks or MOST_BLOCKS, sps=read_number(words[1]))


def _contents(hex_: CpHex) -> str:
    return FACE_DOWN if hex_.is_face_down else str(hex_.sps)


def _list(things: Iterable[object]) -> str:
    return listed(things).text
