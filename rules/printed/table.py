"""Printed tables: rows by the roll, columns by what stands at the top, validated whole when they are read."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Generic, NamedTuple, TypeVar

from pydantic import Field, field_validator, model_validator

from rules.errors import NotThere
from rules.frozen import Frozen
from rules.line import line
from rules.notice import Text
from rules.secrets import Shown

Cell = TypeVar("Cell")


RANGE = re.compile("(-?[0-9]+)(?: ?(?:-|–|to|[.]{2}) ?(-?[0-9]+))?")
OPEN_ABOVE = re.compile("(-?[0-9]+) ?[+]|≥ ?(-?[0-9]+)")
OPEN_BELOW = re.compile("(?:[.]{2}|≤) ?(-?[0-9]+)")


class Band(NamedTuple):
    """Numbers from ``low`` to ``high``, both among them; None is open. Printed ``8``, ``3-5``, ``3–5``, ``-3 to -1``,
    ``18+``, ``..1`` or ``≤1``.
    """

    low: int | None
    high: int | None

    @classmethod
    def read(cls, printed: str) -> "Band":
        """Return the band that is printed so. Raises ``ValueError`` when nothing like it is."""
        plain = printed.strip().replace("−", "-")
        if found := RANGE.fullmatch(plain):
            low, high = found.groups()
            return cls(int(low), int(high or low))
        if found := OPEN_ABOVE.fullmatch(plain):
            return cls(int(found[1] or found[2]), None)
        if found := OPEN_BELOW.fullmatch(plain):
            return cls(None, int(found[1]))
        raise ValueError(f"{printed!r} is no band such as 8, 3-5, -3 to -1, 18+ or ..1")

    def __str__(self) -> str:
        low, high = ("" if each is None else str(each) for each in self)
        return f"{low}+" if self.high is None else low if low == high else f"{low}..{high}"

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int)
            and (self.low is None or self.low <= number)
            and (self.high is None or number <= self.high)
        )


ROWS = "rows {above} and {below} leave a hole or overlap"
COLUMNS = "columns {above} and {below} leave a hole or overlap"


def _whole(printed: Iterable[str], said: str) -> None:
    """Raise ``ValueError`` unless some bands follow on one another without a hole or an overlap."""
    bands = tuple(map(Band.read, printed))
    if not bands:
        raise ValueError("a table without rows or columns")
    for band in bands:
        if band.low is not None and band.high is not None and band.low > band.high:
            raise ValueError(line("{band} runs backwards", band=Shown(str(band))))
    for above, below in pairwise(bands):
        if above.high is None or below.low != above.high + 1:
            raise ValueError(line(said, above=Shown(str(above)), below=Shown(str(below))))


class Table(Frozen, Generic[Cell]):
    """A printed table. ``dice`` (``"3d6"``) is what is rolled for the row; ``rows`` maps each printed row to its
    cells, one a column. Rows and columns have no holes, overlaps or ragged ends.
    """

    source: Text
    dice: Annotated[str, Field(pattern=r"^[1-9]d[1-9][0-9]*$")]
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]

    @field_validator("columns")
    @classmethod
    def _columns_whole(cls, columns: tuple[str, ...]) -> tuple[str, ...]:
        _whole(columns, COLUMNS)
        return columns

    @model_validator(mode="after")
    def _rows_whole(self) -> "Table[Cell]":
        _whole(self.rows, ROWS)
        for printed, cells in self.rows.items():
            if len(cells) != len(self.columns):
                said = "row {row} has {cells} {cells:cell|cells} for {count} {count:column|columns}"
                raise ValueError(line(said, row=Shown(printed), cells=len(cells), count=len(self.columns)))
        return self

    @cached_property
    def _bands(self) -> tuple[tuple[Band, ...], tuple[Band, ...]]:
        return tuple(map(Band.read, self.rows)), tuple(map(Band.read, self.columns))

    def at(self, total: int, column: int) -> Cell:
        """Return the cell for a total rolled (with its modifiers) in the column that holds the number ``column``.

        Raises ``NotThere`` when the table prints no such row or column; nothing is clamped that is not printed open.
        """
        row, place = self.place(total, column)
        return self._cells[row][place]

    @cached_property
    def _cells(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(self.rows.values())

    def place(self, total: int, column: int) -> tuple[int, int]:
        """Return the row and the column of that cell, counted from 0. Raises ``NotThere`` as ``at`` does."""
        return self._row(total), self._column(column)

    def _row(self, total: int) -> int:
        row = _index(self._bands[0], total)
        if row is None:
            raise NotThere("The table ({source}) has no row for {total}.", source=self.source, total=total)
        return row

    def _column(self, number: int) -> int:
        place = _index(self._bands[1], number)
        if place is None:
            raise NotThere("The table ({source}) has no column for {column}.", source=self.source, column=number)
        return place

    @cached_property
    def falls(self) -> Mapping[int, int]:
        """How many of all equally likely falls of the dice make each total."""
        number, sides = map(int, self.dice.split("d"))
        falls = Counter({0: 1})
        for _ in range(number):
            falls = Counter(
                {
                    total: sum(falls[total - face] for face in range(1, sides + 1))
                    for total in range(1, max(falls) + sides + 1)
                }
            )
        return {total: ways for total, ways in falls.items() if ways}

    def odds(self, column: int, modifier: int = 0) -> Counter[Cell]:
        """Return how many of all equally likely falls of the dice, plus ``modifier``, lead to each cell of a column."""
        odds: Counter[Cell] = Counter()
        place = self._column(column)
        for total, ways in self.falls.items():
            odds[self._cells[self._row(total + modifier)][place]] += ways
        return odds


def _index(bands: tuple[Band, ...], number: int) -> int | None:
    # this is asked for each fall of each count of odds, so it compares by itself
    for index, (low, high) in enumerate(bands):
        if (low is None or low <= number) and (high is None or number <= high):
            return index
    return None
