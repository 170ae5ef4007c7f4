"""What lies on the board: counters, blocks, attacks, and what the group told of a hex."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rules.frozen import Frozen
from rules.games.fields_of_despair.hexes import Hex, Owner

MOST_BLOCKS = 3

Count = Annotated[int, Field(ge=0)]
CounterValue = Annotated[int, Field(ge=1)]
Answer = Literal["Y", "N"]
Choosing = Literal["all", "only", "goal", "weakest"]
"""How the map decides where a breakout goes: into all hexes that it can, or into one, and why into that one."""


class Counters(Frozen):
    """Air or artillery counters by value; ``spent`` are those that lie on the map until 7.6."""

    values: tuple[CounterValue, ...] = ()
    spent: tuple[CounterValue, ...] = ()

    @model_validator(mode="after")
    def _spent_are_there(self) -> Self:
        if lost := Counter(self.spent) - Counter(self.values):
            raise ValueError(f"no counter of value {min(lost)} is available")
        return self

    @property
    def left(self) -> tuple[int, ...]:
        """Return the counters that are available, the largest first."""
        return tuple(sorted((Counter(self.values) - Counter(self.spent)).elements(), reverse=True))

    @property
    def available(self) -> int:
        """Return the sum of the values that are available."""
        return sum(self.left)

    def making(self, wanted: int, *, at_most: bool) -> tuple[int, ...]:
        """Return the fewest available counters that sum to ``wanted``.

        If none do, those with the nearest sum below it, or above it unless ``at_most`` (below again if all together
        do not reach it). Empty if there are none.
        """
        sets = _fewest(self.left)
        sums = [sum_ for sum_ in sets if (sum_ <= wanted if at_most else sum_ >= wanted)] or [*sets] * (not at_most)
        if not sums:
            return ()
        best = max(sums) if at_most or max(sums) < wanted else min(sums)
        return sets[best]

    def making_as_much(self, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Return the other sets of counters with the same sum, the largest counters first, or none for no counter."""
        sets = {some for number in range(1, len(self.left) + 1) for some in combinations(self.left, number)}
        return tuple(sorted((some for some in sets if some != values and sum(some) == sum(values)), reverse=True))

    def place(self, values: tuple[int, ...]) -> "Counters":
        """Place some of the available counters on the map."""
        return self.replace(spent=(*self.spent, *values))

    def take_back(self, values: tuple[int, ...]) -> "Counters":
        """Take counters off the map again."""
        spent = [*self.spent]
        for value in values:
            spent.remove(value)
        return self.replace(spent=tuple(spent))

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
        """Return whether the hex holds one face-down block, whose value nobody knows."""
        return self.blocks == 0

    @property
    def holds(self) -> int:
        """Return the SPs that the hex can lose: a face-down block holds 1."""
        return 1 if self.is_face_down else self.sps

    @property
    def known(self) -> int:
        """Return the known SPs in the hex: 0 for a face-down block."""
        return 0 if self.is_face_down else self.sps

    @property
    def revealed(self) -> int:
        """Return what it adds to the Revealed SPs marker."""
        return self.holds + self.over_block


class Attack(Frozen):
    """An Allied attack: artillery and blocks. Without blocks it is artillery fire alone."""

    hex: Hex
    artillery: Count
    blocks: Count

    @property
    def sps(self) -> int:
        """Return the Allied SPs: artillery and blocks together."""
        return self.artillery + self.blocks

    @property
    def written(self) -> str:
        """Return both as they are written: ``4+18``."""
        return f"{self.artillery}+{self.blocks}"


class Ground(Frozen):
    """What the group told of a hex: whose it is, whether it holds a fortress, and the Allied SPs last entered there."""

    owner: Owner | None = None
    fortress: bool = False
    allied: Attack | None = None


class Shade(Frozen):
    """What players read off the shading of their aid: the ``limit``, or the most SPs that were ``allowed``."""

    limit: Count | None = None
    allowed: Count = 0


class AnswerStep(StrEnum):
    """7.3-S: what the Central Powers' answer to the next attack waits for."""

    ARTILLERY = "artillery"
    STRENGTH = "artillery strength"
    SPS = "SPs in the hex"
    LIMIT = "limit"
    REINFORCEMENT = "reinforcement"


def _fewest(left: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
    """Return the fewest counters that make each sum, the largest first. A tie goes to the smaller largest counter."""
    sets: dict[int, tuple[int, ...]] = {0: ()}
    for value in reversed(left):
        for sum_, some in [*sets.items()]:
            made, before = (value, *some), sets.get(sum_ + value)
            if before is None or (len(made), made) < (len(before), before):
                sets[sum_ + value] = made
    del sets[0]
    return sets


def split(sps: int, blocks: int) -> tuple[int, ...]:
    """SPs over blocks, evenly, the larger first; players may split them otherwise."""
    each, more = divmod(sps, blocks) if blocks else (0, 0)
    return tuple(each + (place < more) for place in range(blocks))


def face_down(hexes: Iterable[Hex]) -> dict[Hex, CpHex]:
    """Return one block face down for each hex."""
    return {hex_: CpHex() for hex_ in hexes}
