"""What a game adds to the story of a campaign: what its sides hold, what they decide in the open, and what it changes.

These are values. Which of them are told, and to whom, the chronicle of a campaign decides.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor

from rules.dice import Roll
from rules.errors import passes
from rules.line import Line
from rules.printed.lookup import Reading, printed
from rules.ruling import GameData
from rules.seat import Seat
from rules.secrets import Hidden, Shown


@dataclass(frozen=True, slots=True)
class Holding:
    """Something that a side holds unseen, and what it is called.

    By its ``key`` one sees what becomes of it; without one nobody asks. It bears on decisions ``about`` the same thing,
    as much as its ``weight``. Those whom it is ``known_to`` have seen it.
    """

    name: Hidden[Line]
    key: str = ""
    about: Hashable = None
    weight: int = 1
    known_to: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Decision:
    """What a side decided in the open, in a sentence; None stands for all sides at once. What the others hold bears on
    it if it is ``about`` the same thing, and counts as often as the decision ``weighs``; on one about nothing in
    particular all of it does. ``met`` is what it met unforeseen, and everybody has read since.
    """

    seat: Seat | None
    what: Line
    about: Hashable = None
    met: Mapping[Seat, tuple[Holding, ...]] = field(default_factory=dict)
    weighs: int = 1


@dataclass(frozen=True, slots=True)
class Spent:
    """What a side held, by its key, was played."""

    seat: Seat
    key: str


@dataclass(frozen=True, slots=True)
class Gain:
    """A number that counts rose or fell ``by`` so much, and what for; without a ``cause`` it was what was done."""

    name: Line | Shown
    by: int
    cause: Line | Shown | None = None


@dataclass(frozen=True, slots=True)
class Chance:
    """Dice for some ``purpose``: the ``result`` that they brought, and the ``usual`` one of average dice; None where
    the players alone know what came of them.
    """

    roll: Roll
    purpose: Line | Shown
    result: Line | None = None
    usual: Line | None = None


Beat = Decision | Spent | Gain | Chance
"""All that an event can add to the story."""


def average(roll: Roll) -> float:
    """What dice with as many sides come to on average."""
    return len(roll.faces) * (roll.sides + 1) / 2


def rarity(roll: Roll) -> Fraction:
    """The share of such throws that are at least as far from their average, either way: 1 for one that is nearest."""
    ways, mean = _ways(len(roll.faces), roll.sides), average(roll)
    as_far = sum(count for total, count in ways.items() if abs(total - mean) >= abs(roll.total - mean))
    return Fraction(as_far, sum(ways.values()))


@lru_cache(maxsize=128)
def _ways(number: int, sides: int) -> Mapping[int, int]:
    """In how many ways so many dice come to each total."""
    ways = {0: 1}
    for _ in range(number):
        after: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + count
        ways = after
    return ways


def by_chance(
    data: GameData, reading: Reading, purpose: Line, words: Callable[[object], Line] = lambda cell: Line(printed(cell))
) -> Iterator[Chance]:
    """A table that was read, if average dice would have brought something else on it; ``words`` says its cells."""
    table, mean = data.printed_tables.get(reading.table), average(reading.roll)
    totals = [each + reading.modifier for each in (floor(mean), ceil(mean))]
    if table is None or not all(passes(table.place, each, reading.column) for each in totals):
        return
    usual = [table.at(each, reading.column) for each in totals]
    result = table.at(reading.total, reading.column)
    if result not in usual:
        yield Chance(reading.roll, purpose, words(result), words(usual[0]))
