"""The state of a campaign. Hidden SPs are derived from the blocks on the map, never stored."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rules.command import GameCommand, GameEvent
from rules.frozen import Frozen
from rules.games.fields_of_despair.data import FieldsData, Hex, Nature, PhaseNumber, Position

MOST_BLOCKS = 3

Count = Annotated[int, Field(ge=0)]
CounterValue = Annotated[int, Field(ge=1)]
OffensiveKind = Literal["Major", "Minor"]
Answer = Literal["Y", "N"]


class Counters(Frozen):
    """Air or artillery counters by value; ``spent`` are those that lie on the map until 7.6."""

    values: tuple[CounterValue, ...] = ()
    spent: tuple[CounterValue, ...] = ()

    @model_validator(mode="after")
    def _spent_are_there(self) -> Self:
        left = list(self.values)
        for value in self.spent:
            if value not in left:
                raise ValueError(f"no counter of value {value} is available")
            left.remove(value)
        return self

    @property
    def left(self) -> tuple[int, ...]:
        """The counters that are available, the largest first."""
        left = sorted(self.values, reverse=True)
        for value in self.spent:
            left.remove(value)
        return tuple(left)

    @property
    def available(self) -> int:
        """The sum of the values that are available."""
        return sum(self.left)

    def making(self, wanted: int, *, at_most: bool) -> tuple[int, ...]:
        """The fewest available counters that sum to ``wanted``.

        If none do, those with the nearest sum below it, or above it unless ``at_most`` (below again if all together
        do not reach it). Empty if there are none.
        """
        left = self.left
        sets = {sum(some): some for size in range(len(left), 0, -1) for some in combinations(left, size)}
        sums = [sum_ for sum_ in sets if (sum_ <= wanted if at_most else sum_ >= wanted)] or [*sets] * (not at_most)
        if not sums:
            return ()
        best = max(sums) if at_most or max(sums) < wanted else min(sums)
        return sets[best]

    def place(self, values: tuple[int, ...]) -> "Counters":
        """The counters with some of those available placed on the map."""
        return self.replace(spent=(*self.spent, *values))

    def become(self, values: tuple[int, ...]) -> "Counters":
        """Counters of other values. Those on the map stay there as far as they still exist."""
        left, still = list(values), []
        for value in self.spent:
            if value in left:
                left.remove(value)
                still.append(value)
        return Counters(values=values, spent=tuple(still))

    def refresh(self) -> "Counters":
        """Make all counters available again (7.6)."""
        return self.replace(spent=())


class CpHex(Frozen):
    """A hex with Central Powers blocks: one face down (``blocks`` 0), or up to three whose ``sps`` are known.

    ``over_block``: they came in an offensive, on top of a face-down block that still counts as 1 revealed SP (ruling
    ``revealed_by_an_offensive``).
    """

    blocks: Annotated[int, Field(ge=0, le=MOST_BLOCKS)] = 0
    sps: Count = 0
    over_block: bool = False

    @property
    def is_face_down(self) -> bool:
        """Whether the hex holds one face-down block, whose value nobody knows."""
        return self.blocks == 0

    @property
    def holds(self) -> int:
        """The SPs that the hex can lose: a face-down block holds 1."""
        return 1 if self.is_face_down else self.sps

    @property
    def known(self) -> int:
        """The known SPs in the hex: 0 for a face-down block."""
        return 0 if self.is_face_down else self.sps

    @property
    def revealed(self) -> int:
        """What it adds to the Revealed SPs marker."""
        return self.holds + self.over_block


class Attack(Frozen):
    """An Allied attack: artillery and blocks. Without blocks it is artillery fire alone."""

    hex: Hex
    artillery: Count
    blocks: Count

    @property
    def sps(self) -> int:
        """The Allied SPs: artillery and blocks together."""
        return self.artillery + self.blocks


class Stage(StrEnum):
    """What the Central Powers' action phase waits for."""

    BLOCKS = "blocks"
    TARGET = "target"
    REINFORCEMENT = "reinforcement"
    ARTILLERY = "artillery"
    COMBAT = "combat"
    SPRING = "spring offensive"
    BREAKOUT = "breakout"
    FIRE = "breakout combat"
    RESET = "reset"


class Offensive(Frozen):
    """The offensive that is being resolved; ``sps`` once it is launched."""

    kind: OffensiveKind
    hex: Hex
    sps: Count = 0


class CpPhase(Frozen):
    """A Central Powers action phase under way: offensives still to resolve (with the current one), breakouts.

    ``breaking`` is the hex of the breakout that was rolled, ``entered`` are those that breakouts went through, and
    ``drawn`` are the hexes of the objective chits that were drawn.
    """

    stage: Stage = Stage.BLOCKS
    majors: Count = 0
    minors: Count = 0
    current: Offensive | None = None
    breakouts: tuple[Hex, ...] = ()
    breaking: Hex | None = None
    nature: Nature | None = None
    entered: tuple[Hex, ...] = ()
    drawn: tuple[Hex, ...] = ()

    @property
    def to_launch(self) -> tuple[int, int]:
        """The major and minor offensives whose SPs are not placed yet."""
        launched = self.current is not None and self.current.sps > 0
        is_major = launched and self.majors > 0
        return self.majors - is_major, self.minors - (launched and not is_major)

    @property
    def kind(self) -> OffensiveKind:
        """The kind of the next offensive: majors first."""
        return "Major" if self.majors else "Minor"

    def resolve(self) -> "CpPhase":
        """The current offensive is resolved; the phase waits for the target of the next."""
        left = {"majors": self.majors - 1} if self.majors else {"minors": self.minors - 1}
        return self.replace(current=None, stage=Stage.TARGET, **left)


class State(Frozen):
    """Everything that the bot keeps of a campaign.

    ``step`` is the position in the turn's Sequence of Play, ``skipped`` are the positions of this turn that were
    skipped, and ``is_done`` says that the Central Powers have acted in the step. ``air_answer`` and
    ``artillery_answer`` are the last results of a step 1 in this action phase. ``version`` counts events: an offer of
    an earlier version is stale.
    """

    turn: Annotated[int, Field(ge=1)]
    step: Count = 0
    version: Count = 0
    skipped: tuple[int, ...] = ()
    is_set_up: bool = False
    is_over: bool = False
    is_done: bool = False
    total: Count = 0
    hexes: Mapping[Hex, CpHex] = {}
    air: Counters = Counters()
    artillery: Counters = Counters()
    logistic: Count = 0
    eps: Count = 0
    choices_left: Count = 0
    items: Mapping[str, int] = {}
    air_answer: Answer | None = None
    artillery_answer: Answer | None = None
    dogfights: tuple[tuple[Hex, int], ...] = ()
    fought: frozenset[Hex] = frozenset()
    seen: frozenset[Hex] = frozenset()
    attacks: tuple[Attack, ...] = ()
    fighting: Hex | None = None
    cp: CpPhase = CpPhase()

    @property
    def revealed(self) -> int:
        """What the Revealed SPs marker should read: known values, plus 1 for each hex with a face-down block."""
        return sum(hex_.revealed for hex_ in self.hexes.values())

    @property
    def hidden(self) -> int:
        """The hidden SPs: the total without the revealed ones."""
        return max(0, self.total - self.revealed)

    def room(self, hex_: Hex) -> int:
        """The most SPs that can be placed in a hex: the hidden ones, and the one of a face-down block there."""
        found = self.hexes.get(hex_)
        return self.hidden + (found is not None and found.is_face_down)

    def position(self, data: FieldsData) -> Position:
        """The position in the Sequence of Play."""
        return data.positions[self.turn][self.step]

    def phase(self, data: FieldsData) -> PhaseNumber:
        """The action phase."""
        return self.position(data).phase

    def with_hex(self, name: Hex, hex_: CpHex) -> "State":
        """The state with one hex changed."""
        return self.replace(hexes={**self.hexes, name: hex_})

    def with_blocks(self, name: Hex, blocks: int, sps: int) -> "State":
        """The state with more blocks known in a hex, which then holds ``sps`` known SPs."""
        old = self.hexes[name]
        return self.with_hex(name, old.replace(blocks=old.blocks + blocks, sps=sps))

    def in_cp_phase(self, **changes: object) -> "State":
        """The state with some fields of the Central Powers' action phase changed."""
        return self.replace(cp=self.cp.replace(**changes))


class FieldsEvent(GameEvent[FieldsData, State]):
    """An event of Fields of Despair."""


class FieldsCommand(GameCommand[FieldsData, State]):
    """A command of Fields of Despair."""


def start(data: FieldsData) -> State:
    """The first turn of the solitaire game, nothing on the map yet."""
    return State(turn=data.first_turn)


def split(sps: int, blocks: int) -> tuple[int, ...]:
    """SPs over blocks, evenly, the larger first (ruling ``block_split``)."""
    each, more = divmod(sps, blocks) if blocks else (0, 0)
    return tuple(each + (place < more) for place in range(blocks))


def face_down(hexes: Iterable[Hex]) -> dict[Hex, CpHex]:
    """One block face down in each hex."""
    return {hex_: CpHex() for hex_ in hexes}
