"""Corrections and entries: the bot's numbers, the SPs of a hex, and what the players tell of the map."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotThere
from rules.games.fields_of_despair import board_facts as board
from rules.games.fields_of_despair import notation
from rules.games.fields_of_despair.blocks import cp_hex, vanishing, with_blocks
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import check_on_map
from rules.games.fields_of_despair.pieces import Counters, CpHex, split
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import count_sps
from rules.kit import facts as kit
from rules.kit.facts import Changed, Declared, Value
from rules.line import Line, both, line
from rules.seat import Seat

MOVED_IN_PLAY = frozenset({board.TOTAL.key, board.EPS.key, board.LOGISTIC.key, board.AIR.key, board.ARTILLERY.key})
"""What the core rules move turn by turn: to enter that needs no reason."""


class EntersFacts(kit.Entry[FieldsData, State], named=""):
    """The base of what enters facts of the board."""

    event = board.FactsEntered

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
            found = re.fullmatch(r"(.*[0-9])[\s:=]+(\w+)", value.strip())
            if not found:
                raise NotThere("Write the hex and its SPs, e.g. I06 12, or I06 down for a face-down block.")
            what, value = f"hex {notation.read_hex(found[1])}", found[2]
        if what.startswith("hex "):
            cp_hex(state, what.removeprefix("hex "))
        if what not in ("hexes", "add hex", "remove hex"):
            fact = board.FACTS[what]
            return [(fact, fact.read(data, value))]
        named = notation.read_hexes(value)
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
            yield from vanishing(set(state.hexes) - set(notation.read_hexes(self.value)))
        if self.what in (board.AIR.key, board.ARTILLERY.key):
            lying: Counters = getattr(state, self.what)
            gone = Counter(lying.spent) - Counter(lying.become(notation.read_counters(self.value)).spent)
            if gone:
                yield line("On the map lies {values}, which is not in your list.", values=both(gone.elements()))


class NoteHex(EntersFacts, kit.Form[FieldsData, State], asks=board.ground("A05")):
    """Tell the bot of a hex, or correct what it was told."""

    title = "Map corrected"
    hex: notation.TypedHex = Field(title="Hex")

    @override
    def asked(self, data: FieldsData) -> tuple[Declared, ...]:
        name = notation.read_hex(self.hex)
        check_on_map(data, [name])
        return board.ground(name)


class NoteAllied(EntersFacts, named="allied"):
    """Tell the bot of the Allied SPs in many hexes at once. It keeps them, so that an offensive asks for none."""

    title = "Allied SPs entered"
    sps: Annotated[str, Field(max_length=2 * notation.LONGEST)] = Field(
        title="Allied SPs by hex", description="Artillery + blocks, e.g. A05 4+18, B06 0+12"
    )

    def values(self, data: FieldsData, state: State) -> Iterable[tuple[Declared, Value]]:
        told = notation.read_allied(self.sps)
        check_on_map(data, [each.hex for each in told])
        if not told:
            raise NotThere(notation.ALLIED_SPS)
        return [(board.allied(each.hex), each.written) for each in told]

    @override
    def confirms(self, state: State, fact: Declared) -> bool:
        return True

    @classmethod
    def offer(cls, state: State) -> Offer:
        """Return the form, with what it said last."""
        known = ", ".join(f"{name} {each.written}" for name, each in sorted(state.allied.items()))
        return Offer(cls(sps=known), "Allied SPs…", inputs=("sps",))


def offers(_data: FieldsData, _state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer nothing: `/enter` has these forms at any time, and the attacks offer the Allied SPs."""
    return iter(())


def check_total(state: State) -> None:
    """Raise ``NotThere`` with both numbers where the total is below what is revealed."""
    if state.total < state.revealed:
        raise NotThere(
            "The CP total would be {total}, below the {revealed} that are revealed.",
            total=count_sps(state.total),
            revealed=count_sps(state.revealed),
        )
