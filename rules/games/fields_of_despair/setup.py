"""What the players report of the Central Powers' forces: at the start, and when something is corrected."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, TypeVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.blocks import cp_hex, vanishing
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import allied_frontline, check_on_map, owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.setup import Adjusted, ForcesSetUp, Item
from rules.games.fields_of_despair.notation import (
    FACE_DOWN,
    MOST_POINTS,
    MOST_SPS,
    Sps,
    Typed,
    read_counters,
    read_hex,
    read_hexes,
    read_number,
)
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, CpHex
from rules.games.fields_of_despair.state import FieldsCorrection, State
from rules.games.fields_of_despair.wording import EMPTY, count_sps, listed
from rules.line import Line, Listed, both, line
from rules.seat import Seat

R = TypeVar("R")


class SetUp(FieldsCorrection):
    """Enter what the Central Powers have on the board."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Central Powers set up"
    total: Sps = Field(title="CP total SPs")
    hexes: Typed = Field(title="Hexes with CP blocks", description="E.g. A05 B06 I06")
    air: Typed = Field(title="CP air counters", description="Their values, e.g. 3 2 2, or none", default="")
    artillery: Typed = Field(title="CP artillery counters", description="Their values, e.g. 4 3, or none", default="")
    eps: Sps = Field(title="CP economic points", default=0)
    turn: int = Field(ge=7, le=9, default=7)
    step: int = Field(ge=0, default=0, title="Step of the turn")

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.is_set_up:
            raise NotNow("The Central Powers are already set up. Use `/enter what:adjust` to correct something.")
        if not data.first_turn <= self.turn <= data.last_turn:
            raise NotThere(
                "The solitaire game covers turns {first} to {last}.",
                first=data.first_turn,
                last=data.last_turn,
            )
        if self.step >= len(data.positions[self.turn]):
            raise NotThere("The turn has no such step.")
        hexes, air, artillery = self._read(allied_frontline(data, state))
        check_on_map(data, hexes)
        if self.total < len(hexes):
            raise NotThere(
                "A total of {total} {total:SP|SPs} is too low: you named {hexes} hexes, and each holds at least 1 SP.",
                total=self.total,
                hexes=len(hexes),
            )
        yield ForcesSetUp(
            turn=self.turn, step=self.step, total=self.total, hexes=hexes, air=air, artillery=artillery, eps=self.eps
        )

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Hexes with a block that the Central Powers hold by the map, so that nothing is contested there."""
        named = read_hexes(self.hexes) if data.map is not None else ()
        if held := [name for name in named if owner_of(data, state, name) == "Central Powers"]:
            yield line("By your group's map the Central Powers hold {hexes}.", hexes=both(held))

    def _read(self, front: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], tuple[int, ...], tuple[int, ...]]:
        """The hexes, where none are named those of the ``front``, and the counters. Raises ``NotThere`` with all that
        is wrong, each under the name of its field.
        """
        faults: list[Line] = []
        hexes = _or_fault(faults, "Hexes with CP blocks", read_hexes, self.hexes) or front
        air = _or_fault(faults, "CP air counters", read_counters, self.air)
        artillery = _or_fault(faults, "CP artillery counters", read_counters, self.artillery)
        _or_fault(faults, "CP economic points", _points, str(self.eps))
        if hexes == () and not faults:
            faults.append(Line("List the hexes with CP blocks, e.g. A05 B06 I06."))
        if faults:
            raise NotThere("{faults}", faults=Listed(faults, " "))
        return hexes, air, artillery


class Adjust(FieldsCorrection):
    """Correct the bot's numbers, or enter what the core rules changed."""

    title: ClassVar[str] = "Correction entered"
    fact_by: ClassVar[tuple[str, ...]] = ("what",)
    what: Item
    value: Typed = ""

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The old value is told with the new one, and what to change on the board. A block face down lies wherever the
        front is contested, however few SPs are left (10).
        """
        changes = correction(state, self.what, self.value)
        before, after = changes["before"], changes["after"]
        if before == after:
            raise NotNow("That is the value already, so nothing changes.")
        self.check_reason(is_change=before not in ("0", EMPTY))
        corrected = Adjusted(what=self.what, reason=self.reason, **changes)
        now = corrected.apply(data, state)
        check_on_map(data, sorted(set(now.hexes) - set(state.hexes)))
        if self.what in ("total", "hex"):
            check_total(now)
        yield corrected.replace(
            added=tuple(sorted(set(now.hexes) - set(state.hexes))),
            gone=tuple(sorted(set(state.hexes) - set(now.hexes))),
            revealed=now.revealed if now.revealed != state.revealed else None,
        )

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Of a list of all hexes, those that it leaves out."""
        return vanishing(set(state.hexes) - set(read_hexes(self.value)) if self.what == "hexes" else ())


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The set-up, until it is done; a map proposes the hexes."""
    if not state.is_set_up:
        inputs = ("total", "hexes", "air", "artillery", "eps")
        hexes = " ".join(allied_frontline(data, state))
        known = SetUp(total=0, hexes=hexes)
        yield Offer(known, "Set up the Central Powers…", inputs=inputs, unproposed=("total",))


def check_total(state: State) -> None:
    """The total is not below what is revealed. Raises ``NotThere`` otherwise, with both numbers."""
    if state.total < state.revealed:
        raise NotThere(
            "The CP total would be {total}, below the {revealed} that are revealed.",
            total=count_sps(state.total),
            revealed=count_sps(state.revealed),
        )


def correction(state: State, what: Item, value: str) -> dict[str, Any]:
    """What a correction changes, with the old and the new value as players type them.

    Raises ``NotThere`` for a value that cannot be read, or a hex without CP blocks.
    """
    match what:
        case "hexes" | "add hex" | "remove hex":
            return _hexes(state, what, read_hexes(value))
        case "hex":
            name, hex_ = _read_contents(state, value)
            before, after = _contents(state.hexes[name]), _contents(hex_)
            return {"hex": name, "before": before, "after": after, "hexes": {**state.hexes, name: hex_}}
        case "air" | "artillery":
            values, counters = read_counters(value), getattr(state, what)
            return {"before": _list(sorted(counters.values, reverse=True)), "after": _list(values), what: values}
        case _:
            field = what.split()[0]
            number = read_number(value, MOST_SPS if what == "total" else MOST_POINTS)
            return {"before": str(getattr(state, field)), "after": str(number), field: number}


def _hexes(state: State, what: Item, named: tuple[Hex, ...]) -> dict[str, Any]:
    """The hexes with CP blocks: all of them, or some more, or some fewer."""
    if not named:
        raise NotThere("List the hexes, e.g. A05 B06.")
    if what == "hexes":
        hexes = {hex_: state.hexes.get(hex_, CpHex()) for hex_ in named}
        return {"before": _list(sorted(state.hexes)), "after": _list(sorted(hexes)), "hexes": hexes}
    if what == "add hex":
        if known := [hex_ for hex_ in named if hex_ in state.hexes]:
            raise NotThere("There is a CP block in {hexes} already.", hexes=both(known))
        return {"before": EMPTY, "after": _list(named), "hexes": {**state.hexes, **dict.fromkeys(named, CpHex())}}
    for hex_ in named:
        cp_hex(state, hex_)
    left = {name: hex_ for name, hex_ in state.hexes.items() if name not in named}
    return {"before": _list(named), "after": EMPTY, "hexes": left}


def _read_contents(state: State, value: str) -> tuple[Hex, CpHex]:
    """``I06 12``: the known SPs of a hex; ``I06 down``: one block face down."""
    found = re.fullmatch(r"(.*\d)[\s:=]+(\w+)", value.strip())
    if not found:
        raise NotThere("Write the hex and its SPs, e.g. I06 12, or I06 down for a face-down block.")
    name = read_hex(found[1])
    old = cp_hex(state, name)
    if found[2].casefold() == FACE_DOWN:
        return name, CpHex()
    return name, old.replace(blocks=old.blocks or MOST_BLOCKS, sps=read_number(found[2]))


def _contents(hex_: CpHex) -> str:
    return FACE_DOWN if hex_.is_face_down else str(hex_.sps)


def _list(things: Iterable[object]) -> str:
    return listed(things).text


def _or_fault(faults: list[Line], field: str, read: Callable[[str], tuple[R, ...]], text: str) -> tuple[R, ...]:
    """What a field of the set-up says; what is wrong with it joins the faults."""
    try:
        return read(text)
    except NotThere as error:
        faults.append(line("{field}: {fault}", field=field, fault=error.text))
        return ()


def _points(text: str) -> tuple[int, ...]:
    return (read_number(text, MOST_POINTS),)
