"""What lies on the board: tracks, blocks and counters of the Central Powers, and what the group told of the hexes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import override

from rules.errors import NotThere
from rules.facts import Fact
from rules.games.fields_of_despair import notation
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Count, CpHex, Ground
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import block_values, listed, tell_marker
from rules.kit.facts import BOARD, Declared, Entered, Facts, Flag, OneOf, Several, Track, Value
from rules.line import Gathered, Line, line
from rules.notice import Notice, Public, tell_all, tell_board, tell_next
from rules.seat import SideSeat
from rules.secrets import Shown, folded


class Counters(Several):
    """The values of counters, the largest first. Those on the map stay there as far as they still exist."""

    @override
    def value(self, state: Any) -> Value:
        return tuple(sorted(getattr(state, self.key).values, reverse=True))

    @override
    def put(self, state: Any, value: Any) -> Any:
        now = getattr(state, self.key).become(value)
        guns = state.guns if self.key == "air" or now.spent else frozenset()
        return state.replace(**{self.key: now, "guns": guns})


class Shading(Several):
    """The cells of which the players said what the shading of their aid allows; of those that go the bot asks again."""

    @override
    def value(self, state: Any) -> Value:
        return tuple(sorted(state.shading))

    @override
    def put(self, state: Any, value: Any) -> Any:
        return state.replace(shading={cell: state.shading[cell] for cell in value})

    @override
    def is_change(self, before: Any, after: Any) -> bool:
        return False


class Front(Several):
    """The hexes with CP blocks; a new one holds a block face down."""

    @override
    def value(self, state: Any) -> Value:
        return tuple(sorted(state.hexes))

    @override
    def put(self, state: Any, value: Any) -> Any:
        return state.replace(hexes={name: state.hexes.get(name, CpHex()) for name in value})

    @override
    def is_change(self, before: Any, after: Any) -> bool:
        return not {*before} <= {*after}

    @override
    def tell_board(self, after: Any, before: Any = ()) -> Iterator[Public]:
        if added := sorted({*after} - {*before}):
            yield tell_board("One new CP block face down in: {hexes}.", hexes=listed(added))
        if gone := sorted({*before} - {*after}):
            yield tell_board("Remove all CP blocks from: {hexes}.", hexes=listed(gone))


@dataclass(frozen=True, kw_only=True)
class Contents(Declared):
    """The known SPs of a hex with CP blocks, or that one block lies there face down."""

    hex: Hex
    blank: Value = 0

    def read(self, data: Any, typed: str) -> Value:
        return notation.FACE_DOWN if folded(typed.strip()) == notation.FACE_DOWN else notation.read_number(typed)

    @override
    def value(self, state: Any) -> Value:
        held = state.hexes.get(self.hex, CpHex())
        return notation.FACE_DOWN if held.is_face_down else held.sps

    @override
    def is_change(self, before: Value, after: Value) -> bool:
        return before != notation.FACE_DOWN and super().is_change(before, after)

    @override
    def shown(self, value: Value) -> Line | Shown:
        return line("a face-down block") if value == notation.FACE_DOWN else super().shown(value)

    @override
    def put(self, state: Any, value: Any) -> Any:
        known = state.hexes.get(self.hex, CpHex())
        held = known.replace(blocks=known.blocks or MOST_BLOCKS, sps=value) if value != notation.FACE_DOWN else CpHex()
        return state.with_hex(self.hex, held)

    @override
    def tell_board(self, after: Value, before: Value = None) -> Iterator[Public]:
        if after == notation.FACE_DOWN:
            yield tell_board("{hex}: one CP block face down.", hex=Shown(self.hex))
        elif isinstance(before, int) and isinstance(after, int):
            yield tell_next("Were losses wrong? *Correct…* in the menu of their message moves the CP track, too.")


@dataclass(frozen=True, kw_only=True)
class AlliedSps(Declared):
    """The Allied SPs last entered in a hex, artillery and blocks: ``4+18``."""

    hex: Hex

    @property
    @override
    def annotation(self) -> Any:
        return Annotated[str | None, Field(max_length=notation.LONGEST, description="Artillery + blocks, e.g. 4+18")]

    def read(self, data: Any, typed: str) -> Value:
        if not typed.strip():
            return None
        each, *more = notation.read_allied(f"{self.hex} {typed}")
        if more:
            raise NotThere("Write the Allied artillery and block SPs of the hex, e.g. 4+18.")
        return each.written

    @override
    def value(self, state: Any) -> Value:
        told = state.at(self.hex).allied
        return None if told is None else told.written

    @override
    def put(self, state: Any, value: Any) -> Any:
        return state.with_allied(*notation.read_allied(f"{self.hex} {value}"))

    @override
    def is_change(self, before: Any, after: Any) -> bool:
        return False

    @override
    def tell(self, before: Any, after: Any) -> Public:
        return tell_all("Allied SPs: {sps}.", sps=Gathered([f"{self.hex} {after}"]))


def contents(name: Hex) -> Contents:
    """Return the CP blocks in a hex."""
    return Contents(f"hex {name}", line("CP SPs in {hex}", hex=Shown(name)), hex=name)


def owner(name: Hex) -> OneOf:
    """Return whose a hex is."""
    return OneOf(
        f"owner {name}",
        line("Owner of {hex}", hex=Shown(name)),
        board=BOARD,
        words=("Allies", "Central Powers"),
        at=("ground", name, "owner"),
        within=Ground(),
        input="owner",
        asked="Whose hex it is",
        fades=True,
    )


def allied(name: Hex) -> AlliedSps:
    """Return the Allied SPs in a hex."""
    label = line("Allied SPs in {hex}", hex=Shown(name))
    return AlliedSps(f"allied {name}", label, hex=name, input="sps", asked="Allied SPs in the hex")


def fortress(name: Hex) -> Flag:
    """Return whether a fortress stands in a hex."""
    return Flag(
        f"fortress {name}",
        line("A fortress stands in {hex}", hex=Shown(name)),
        at=("ground", name, "fortress"),
        within=Ground(),
        input="fortress",
        asked="Is there a fortress?",
        fades=True,
    )


def ground(name: Hex) -> tuple[OneOf, AlliedSps, Flag]:
    """Return what the group tells of a hex: its owner, the Allied SPs and a fortress."""
    return owner(name), allied(name), fortress(name)


TOTAL = Track("total", line("CP track"), board=BOARD, high=notation.MOST_SPS, blank=0)
EPS = Track("eps", line("CP economic points"), board=BOARD, high=notation.MOST_POINTS, blank=0)
LOGISTIC = Track(
    "logistic points", line("CP Logistic Points"), board=BOARD, at=("logistic",), high=notation.MOST_POINTS, blank=0
)
AIR = Counters("air", line("CP air counters"), board=BOARD, reads=notation.read_counters)
ARTILLERY = Counters("artillery", line("CP artillery counters"), board=BOARD, reads=notation.read_counters)
SHADING = Shading("shading", line("Shading of your aid"), reads=notation.read_nothing)
FRONT = Front("hexes", line("Hexes with CP blocks"), reads=notation.read_hexes)
FACTS = Facts(
    TOTAL, EPS, LOGISTIC, AIR, ARTILLERY, FRONT, SHADING, hex=contents, owner=owner, allied=allied, fortress=fortress
)

Item = Literal[
    "total", "air", "artillery", "logistic points", "eps", "hex", "add hex", "remove hex", "hexes", "shading"
]
"""What `/enter what:adjust` lists: the facts, and ways to write of the hexes."""


def facts(_data: FieldsData, state: State, seat: SideSeat | None) -> Iterator[Fact]:
    """Yield what everybody can count. Nothing in the solitaire game is a seat's own."""
    if not state.is_set_up or seat is not None:
        return
    yield Fact("turn", Line("Turn marker"), state.turn)
    yield TOTAL.fact(state)
    yield Fact("revealed", Line("Revealed SPs marker"), state.revealed)
    yield from (each.fact(state) for each in (EPS, LOGISTIC, AIR, ARTILLERY))
    yield Fact("air there", Line("CP air counters on the map"), _values(state.air.spent))
    yield Fact("artillery there", Line("CP artillery counters on the map"), _values(state.artillery.spent))
    for item, number in state.items.items():
        yield Fact(f"item {item}", line("CP item: {item}", item=Shown(item)), number)
    yield from (contents(name).fact(state) for name in sorted(state.hexes))
    for name, ground in sorted(state.ground.items()):
        if ground.owner is not None:
            yield owner(name).fact(state)
        if ground.allied is not None:
            yield allied(name).fact(state)
        if ground.fortress:
            yield fortress(name).fact(state)


def _values(values: tuple[int, ...]) -> str:
    return listed(sorted(values, reverse=True)).text


class FactsEntered(Entered[FieldsData, State], FieldsEvent):
    """Facts were entered or corrected. ``blocks`` are the SPs of each block of the hex, if one was corrected;
    ``revealed`` is what the Revealed SPs marker reads now, if it moves.
    """

    facts = FACTS
    blocks: tuple[Count, ...] = ()
    revealed: Count | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        after = super().apply(data, state)
        return after if self.revealed is None else after.replace(marker=self.revealed)

    @override
    def tell(self, data: FieldsData) -> Iterator[Notice]:
        yield from super().tell(data)
        if self.blocks:
            hex_ = Shown(self.changes[0].fact.partition(" ")[2])
            yield tell_board("{hex}: the CP blocks hold {blocks}.", hex=hex_, blocks=block_values(self.blocks))
        if self.revealed is not None:
            yield tell_marker(self.revealed)
