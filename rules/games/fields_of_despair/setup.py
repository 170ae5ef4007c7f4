"""What the players report of the Central Powers' forces: at the start, and when something is corrected."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Literal

from pydantic import Field

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.blocks import cp_hex
from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.setup import Adjusted, ForcesSetUp
from rules.games.fields_of_despair.notation import (
    Reason,
    Sps,
    Typed,
    read_counters,
    read_hex,
    read_hexes,
    read_number,
)
from rules.games.fields_of_despair.state import MOST_BLOCKS, CpHex, FieldsCommand, State
from rules.seat import Seat

FACE_DOWN = "down"


class SetUp(FieldsCommand):
    """Tell what the Central Powers have on the board."""

    title: ClassVar[str] = "The Central Powers take the field"
    type: Literal["set_up"] = "set_up"
    total: Sps = Field(title="CP total SPs")
    hexes: Typed = Field(title="Hexes with CP blocks", description="e.g. A05 B06 I06")
    air: Typed = Field(title="CP air counters", description="their values, e.g. 3 2 2; empty: none", default="")
    artillery: Typed = Field(title="CP artillery counters", description="e.g. 4 3; empty: none", default="")
    eps: Sps = Field(title="CP economic points", default=0)
    turn: int = Field(ge=7, le=9, default=7)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Begin a turn with what stands on the board."""
        if state.is_set_up:
            raise NotNow("The board is known already: `/cp adjust` puts something right.")
        if not data.first_turn <= self.turn <= data.last_turn:
            raise NotThere(f"The solitaire game goes from turn {data.first_turn} to turn {data.last_turn}.")
        hexes = read_hexes(self.hexes)
        if not hexes:
            raise NotThere("Name the hexes in which CP blocks stand, e.g. A05 B06 I06.")
        if self.total < len(hexes):
            raise NotThere(f"{len(hexes)} hexes hold a block of 1 SP at least, but the total is {self.total}.")
        air, artillery = read_counters(self.air), read_counters(self.artillery)
        yield ForcesSetUp(
            turn=self.turn, total=self.total, hexes=hexes, air=air, artillery=artillery, eps=self.eps
        )  # fmt: skip


class Adjust(FieldsCommand):
    """Put right what the bot has wrong, or tell what the core rules changed."""

    title: ClassVar[str] = "Put right"
    type: Literal["adjust"] = "adjust"
    what: Literal["total", "hexes", "hex", "air", "artillery", "logistic points", "eps"]
    value: Typed
    reason: Reason

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Put one thing right."""
        match self.what:
            case "hexes":
                hexes = read_hexes(self.value)
                before, after = _named(state.hexes), _named(hexes)
                changes: dict[str, Any] = {"hexes": {hex_: state.hexes.get(hex_, CpHex()) for hex_ in hexes}}
            case "hex":
                name, changed = _read_value(state, self.value)
                before = f"{name} {_value(state.hexes[name])}"
                after = f"{name} {_value(changed)}"
                changes = {"hexes": {**state.hexes, name: changed}}
            case "air" | "artillery":
                values = read_counters(self.value)
                before, after = str(getattr(state, self.what)), " ".join(map(str, values)) or "none"
                changes = {self.what: values}
            case _:
                field = self.what.split()[0]
                number = read_number(self.value)
                before, after = str(getattr(state, field)), str(number)
                changes = {field: number}
        yield Adjusted(what=self.what, before=before, after=after, reason=self.reason, **changes)


def offers(_data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The set-up."""
    if not state.is_set_up:
        inputs = ("total", "hexes", "air", "artillery", "eps")
        yield Offer(SetUp(total=0, hexes=""), "Set up the Central Powers…", inputs=inputs)


def _read_value(state: State, value: str) -> tuple[Hex, CpHex]:
    """``I06 12``: the known SPs of a hex; ``I06 down``: one block face down."""
    words = value.split()
    if len(words) != 2:
        raise NotThere("Write the hex and its SPs, e.g. I06 12, or I06 down for a face-down block.")
    name = read_hex(words[0])
    old = cp_hex(state, name)
    if words[1].casefold() == FACE_DOWN:
        return name, CpHex()
    return name, old.replace(blocks=old.blocks or MOST_BLOCKS, sps=read_number(words[1]))


def _value(hex_: CpHex) -> str:
    return "face down" if hex_.is_face_down else f"{hex_.sps} SPs"


def _named(hexes: Iterable[Hex]) -> str:
    return " ".join(sorted(hexes)) or "none"
