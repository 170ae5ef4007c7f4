"""What the players report of the Central Powers' forces and of the hexes, at the start and in corrections."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar, LiteralString, TypeVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import board_facts as board
from rules.games.fields_of_despair.blocks import cp_hex, vanishing, with_blocks
from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import allied_frontline, check_on_map, owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.notation import (
    ALLIED_SPS,
    LONGEST,
    MOST_POINTS,
    Sps,
    Typed,
    TypedHex,
    read_allied,
    read_counters,
    read_hex,
    read_hexes,
    read_number,
)
from rules.games.fields_of_despair.pieces import Count, Counters, CpHex, face_down, split
from rules.games.fields_of_despair.sequence import tell_step
from rules.games.fields_of_despair.state import FieldsCorrection, FieldsEvent, State
from rules.games.fields_of_despair.wording import count_sps, listed, tell_marker
from rules.kit import facts as kit
from rules.kit.facts import Changed, Declared, Value
from rules.line import Line, Listed, both, line
from rules.notice import Public, tell_all, tell_section
from rules.seat import Seat

R = TypeVar("R")
ALREADY: LiteralString = "The Central Powers are already set up. Use `/enter what:adjust` to correct something."
MOVED_IN_PLAY = frozenset({board.TOTAL.key, board.EPS.key, board.LOGISTIC.key, board.AIR.key, board.ARTILLERY.key})
"""What the core rules move turn by turn: to enter that needs no reason."""


class ForcesSetUp(FieldsEvent, named="set_up"):
    """What the Central Powers have on the board as the game begins, or a lesson in the midst of a turn."""

    turn: int
    step: int = 0
    total: Count
    hexes: tuple[Hex, ...]
    air: tuple[int, ...]
    artillery: tuple[int, ...]
    eps: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return State(
            turn=self.turn,
            step=self.step,
            version=state.version,
            is_set_up=True,
            total=self.total,
            eps=self.eps,
            hexes=face_down(self.hexes),
            marker=len(self.hexes),
            air=Counters(values=self.air),
            artillery=Counters(values=self.artillery),
        )

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("CP blocks face down ({count}): {hexes}.", count=len(self.hexes), hexes=listed(self.hexes))
        yield tell_section("Counters", "CP air: {air}", air=listed(self.air))
        yield tell_section("Counters", "CP artillery: {artillery}", artillery=listed(self.artillery))
        if lone := [*self._useless_alone(data)]:
            yield tell_section("Counters", "On their own, these never answer: {counters}.", counters=listed(lone))
            yield data.rulings.counters_that_do_not_fit.tell()
        yield from board.TOTAL.tell_board(self.total)
        yield tell_marker(len(self.hexes))
        yield from tell_step(data, self.turn, data.positions[self.turn][self.step])

    def _useless_alone(self, data: FieldsData) -> Iterator[Line]:
        """Yield the counters that no cell reaches when they are the last ones (ruling ``counters_that_do_not_fit``)."""
        arms = (
            (line("air"), self.air, data.dogfight_strength),
            (line("artillery"), self.artillery, data.artillery_strength),
        )
        for arm, values, strength in arms:
            for value in dict.fromkeys(values):
                if not can_answer(data, Counters(values=(value,)), strength):
                    yield line("{arm} {value}", arm=arm, value=value)


class SetUp(FieldsCorrection):
    """Enter what the Central Powers have on the board."""

    title: ClassVar[str] = "Central Powers set up"
    total: Sps = Field(title="CP total SPs")
    hexes: Typed = Field(
        title="Hexes with CP blocks", description="Contested and Allied frontline hexes (23.2), e.g. A05 B06 I06"
    )
    air: Typed = Field(title="CP air counters", description="Their values, e.g. 3 2 2, or none", default="")
    artillery: Typed = Field(title="CP artillery counters", description="Their values, e.g. 4 3, or none", default="")
    eps: Sps = Field(title="CP economic points", default=0)
    turn: int = Field(ge=7, le=9, default=7)
    step: int = Field(ge=0, default=0, title="Step of the turn")

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.is_set_up:
            raise NotNow(ALREADY)
        if not data.first_turn <= self.turn <= data.last_turn:
            first, last = data.first_turn, data.last_turn
            raise NotThere("The solitaire game covers turns {first} to {last}.", first=first, last=last)
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
        """Return the hexes, or else the ``front``, and the counters. Raises ``NotThere`` with all that is wrong."""
        faults: list[Line] = []
        hexes = _or_fault(faults, "Hexes with CP blocks", read_hexes, self.hexes) or front
        air = _or_fault(faults, "CP air counters", read_counters, self.air)
        artillery = _or_fault(faults, "CP artillery counters", read_counters, self.artillery)
        _or_fault(faults, "CP economic points", lambda text: (read_number(text, MOST_POINTS),), str(self.eps))
        if hexes == () and not faults:
            faults.append(Line("List the hexes with CP blocks, e.g. A05 B06 I06."))
        if faults:
            raise NotThere("{faults}", faults=Listed(faults, " "))
        return hexes, air, artillery


class EntersFacts(kit.Entry[FieldsData, State], named=""):
    """The base of what enters facts of the board."""

    event: ClassVar[type[board.FactsEntered]] = board.FactsEntered

    @override
    def is_change(self, state: State, change: Changed) -> bool:
        return change.fact not in MOVED_IN_PLAY and super().is_change(state, change)

    @override
    def checked(self, data: FieldsData, state: State, after: State, event: board.FactsEntered) -> board.FactsEntered:
        """With the marker that moves, and the blocks of a hex. A block face down needs no SPs (10)."""
        check_on_map(data, sorted(set(after.hexes) - set(state.hexes)))
        what, _, name = event.changes[0].fact.partition(" ")
        if what in ("total", "hex"):
            check_total(after)
        held = after.hexes[name] if what == "hex" else CpHex()
        moved = after.revealed if after.revealed != state.revealed else None
        return event.replace(blocks=split(held.sps, held.blocks), revealed=moved)


class Adjust(EntersFacts, kit.Adjust[FieldsData, State]):
    """Correct the bot's numbers, or enter what the core rules changed."""

    @override
    def values(self, data: FieldsData, state: State) -> Iterable[tuple[Declared, Value]]:
        """Read the value; a hex can come before it, and hexes can be added to the others or taken from them."""
        what, value = self.what, self.value
        if what == "hex":
            name, value = _read_contents(value)
            what = f"hex {name}"
        if what.startswith("hex "):
            cp_hex(state, what.removeprefix("hex "))
        if what not in ("hexes", "add hex", "remove hex"):
            fact = board.FACTS[what]
            return [(fact, fact.read(data, value))]
        named = read_hexes(value)
        if not named:
            raise NotThere("List the hexes, e.g. A05 B06.")
        if what == "hexes":
            return [(board.FRONT, tuple(sorted(named)))]
        added, gone = (named, ()) if what == "add hex" else ((), named)
        return [(board.FRONT, tuple(sorted(with_blocks(tuple(state.hexes), added, gone, can_be_none=True))))]

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Of a list of all hexes, those that it leaves out; of counters, those on the map that are not in the list."""
        if self.what == "hexes":
            yield from vanishing(set(state.hexes) - set(read_hexes(self.value)))
        if self.what in (board.AIR.key, board.ARTILLERY.key):
            lying: Counters = getattr(state, self.what)
            gone = Counter(lying.spent) - Counter(lying.become(read_counters(self.value)).spent)
            if gone:
                yield line("On the map lies {values}, which is not in your list.", values=both(gone.elements()))


class NoteHex(EntersFacts, kit.Form[FieldsData, State], asks=board.ground("A05")):
    """Tell the bot of a hex, or correct what it was told."""

    title: ClassVar[str] = "Map corrected"
    hex: TypedHex = Field(title="Hex")

    @override
    def asked(self, data: FieldsData) -> tuple[Declared, ...]:
        name = read_hex(self.hex)
        check_on_map(data, [name])
        return board.ground(name)


class NoteAllied(EntersFacts, named="allied"):
    """Tell the bot of the Allied SPs in many hexes at once. It keeps them, so that an offensive asks for none."""

    title: ClassVar[str] = "Allied SPs entered"
    sps: Annotated[str, Field(max_length=2 * LONGEST)] = Field(
        title="Allied SPs by hex", description="Artillery + blocks, e.g. A05 4+18, B06 0+12"
    )

    @override
    def values(self, data: FieldsData, state: State) -> Iterable[tuple[Declared, Value]]:
        told = read_allied(self.sps)
        check_on_map(data, [each.hex for each in told])
        if not told:
            raise NotThere(ALLIED_SPS)
        return [(board.allied(each.hex), each.written) for each in told]

    @override
    def confirms(self, state: State, fact: Declared) -> bool:
        return True

    @classmethod
    def offer(cls, state: State) -> Offer:
        """Return the form, with what it said last."""
        known = ", ".join(f"{name} {each.written}" for name, each in sorted(state.allied.items()))
        return Offer(cls(sps=known), "Allied SPs…", inputs=("sps",))


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the set-up, until it is done; a map proposes the hexes."""
    if not state.is_set_up:
        inputs = ("total", "hexes", "air", "artillery", "eps")
        hexes = " ".join(allied_frontline(data, state))
        known = SetUp(total=0, hexes=hexes)
        yield Offer(known, "Set up the Central Powers…", inputs=inputs, unproposed=("total",))


def check_total(state: State) -> None:
    """Raise ``NotThere`` with both numbers where the total is below what is revealed."""
    if state.total < state.revealed:
        raise NotThere(
            "The CP total would be {total}, below the {revealed} that are revealed.",
            total=count_sps(state.total),
            revealed=count_sps(state.revealed),
        )


def _read_contents(value: str) -> tuple[Hex, str]:
    """``I06 12``: the known SPs of a hex; ``I06 down``: one block face down."""
    found = re.fullmatch(r"(.*\d)[\s:=]+(\w+)", value.strip())
    if not found:
        raise NotThere("Write the hex and its SPs, e.g. I06 12, or I06 down for a face-down block.")
    return read_hex(found[1]), found[2]


def _or_fault(faults: list[Line], field: str, read: Callable[[str], tuple[R, ...]], text: str) -> tuple[R, ...]:
    """Return what a field of the set-up says, or nothing, and add what is wrong with it to the faults."""
    try:
        return read(text)
    except NotThere as error:
        faults.append(line("{field}: {fault}", field=field, fault=error.text))
        return ()
