"""Reading a printed table: the roll, every modifier with its reason, the row, the column, the cell."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic

from pydantic import field_validator
from typing_extensions import override

from rules.dice import Roll
from rules.errors import NotThere
from rules.frozen import Frozen
from rules.line import Line, Listed, line, signed
from rules.notice import Kind, Public, Text, tell_all, tell_section, tell_text
from rules.printed.table import Band, Cell, Table
from rules.ruling import GameData, RulingChoice
from rules.secrets import Shown

DICE, NO_HEAD, WIDEST = "Dice", "–", 64
"""What stands above dice and above the column of a list; so many characters wide a grid is at most."""

Conditions = Mapping[str, int]
"""What modifiers ask about, by the name that a player reads. Yes and no are ``True`` and ``False``."""


class RuledBy(Frozen):
    """The ruling that a modifier stands under, and the id of the answer with which it counts."""

    name: str
    answer: RulingChoice


class Modifier(Frozen):
    """A printed modifier of the dice or, if it ``shifts``, of the column.

    It applies when every condition that ``when`` names lies in its band (``1`` is yes, ``0`` no).
    """

    value: int
    text: Text
    when: Mapping[str, str]
    ruling: RuledBy | None = None
    shifts: bool = False

    @field_validator("when")
    @classmethod
    def _bands(cls, when: Mapping[str, str]) -> Mapping[str, str]:
        for band in when.values():
            Band.read(band)
        return when

    @cached_property
    def _asked(self) -> Mapping[str, Band]:
        return {name: Band.read(band) for name, band in self.when.items()}

    def applies(self, conditions: Conditions) -> bool:
        """Return whether every condition lies in its band."""
        return all(conditions[name] in band for name, band in self._asked.items())

    def read(self, conditions: Conditions) -> "Drm":
        """Return whether it applies, and because of which conditions."""
        unmet = [name for name, band in self._asked.items() if conditions[name] not in band]
        numbers = [name for name in self.when if not isinstance(conditions[name], bool)]
        reason = ", ".join(f"{name}: {_shown(conditions[name])}" for name in unmet or numbers or self.when)
        ruling = self.ruling.name if self.ruling else None
        given: dict[str, Any] = {"value": self.value, "text": self.text, "ruling": ruling, "shifts": self.shifts}
        return Drm(**given, applies=not unmet, reason=reason)


class Drm(Frozen):
    """A modifier as it was weighed: whether it applied, and why."""

    value: int
    text: Text
    applies: bool
    reason: str
    ruling: str | None = None
    shifts: bool = False


class Reading(Frozen):
    """A table as it was read: ``table`` is its title, ``column`` the number that the column was found by."""

    table: Text
    roll: Roll
    drms: tuple[Drm, ...]
    column: int
    cell: str

    @property
    def modifier(self) -> int:
        """The sum of the modifiers of the dice that applied."""
        return sum(drm.value for drm in self.drms if drm.applies and not drm.shifts)

    @property
    def total(self) -> int:
        """The roll with its modifiers."""
        return self.roll.total + self.modifier

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that decided about a modifier which applied."""
        return tuple(drm.ruling for drm in self.drms if drm.applies and drm.ruling)


class PrintedTable(Table[Cell], Generic[Cell]):
    """A table as the players know it: its title, what stands ``across`` the columns, its modifiers and notes.

    ``short`` is what its dice stand under, which the steps of one table share. ``heads`` are the columns where they are
    printed otherwise than as numbers. ``limits`` caps a column's cells, by what the limit depends on; without them the
    printed limits are not in the data.
    """

    title: Text
    across: Text
    short: Text | None = None
    heads: tuple[str, ...] = ()
    drms: tuple[Modifier, ...] = ()
    notes: tuple[Text, ...] = ()
    limits: Mapping[str, tuple[int, ...]] | None = None

    def modifiers(self, data: GameData) -> tuple[Modifier, ...]:
        """Return the modifiers under the rulings that hold."""
        return tuple(
            drm for drm in self.drms if drm.ruling is None or data.rulings[drm.ruling.name].answer == drm.ruling.answer
        )

    def weigh(self, data: GameData, conditions: Conditions) -> tuple[Drm, ...]:
        """Return every modifier, applied or not."""
        return tuple(modifier.read(conditions) for modifier in self.modifiers(data))

    def modifier(self, data: GameData, conditions: Conditions) -> int:
        """Return the sum of the modifiers that apply."""
        return sum(modifier.value for modifier in self.modifiers(data) if modifier.applies(conditions))

    def read(self, roll: Roll, column: int, drms: tuple[Drm, ...] = ()) -> tuple[Reading, Cell]:
        """Read the table for a roll. Raises ``NotThere`` when it has no such row or column."""
        reading = Reading(table=self.title, roll=roll, drms=drms, column=column, cell="")
        row, place = self.place_of(reading)
        cell = self._cells[row][place]
        return reading.replace(cell=printed(cell)), cell

    def place_of(self, reading: Reading) -> tuple[int, int]:
        """Return the row and the column of a reading, counted from 0: shifts lead to the first or last one at most."""
        row, place = self.place(reading.total, reading.column)
        shift = sum(drm.value for drm in reading.drms if drm.applies and drm.shifts)
        return row, min(max(place + shift, 0), len(self.columns) - 1)

    def labels_of(self, reading: Reading) -> tuple[str, str]:
        """Return the printed row and column of a reading."""
        row, place = self.place_of(reading)
        return shown_band(list(self.rows)[row]), (self.heads or self.columns)[place]

    @cached_property
    def lows(self) -> list[int]:
        """The number with which each column begins."""
        bands = map(Band.read, self.columns)
        return [min(band.high or 0, 0) if band.low is None else band.low for band in bands]

    @property
    def is_list(self) -> bool:
        """Whether it has rows alone: its one column has no head."""
        return self.heads == (NO_HEAD,)

    @property
    def least(self) -> int:
        """The number with which the first column begins."""
        return self.lows[0]

    def column_of(self, number: int) -> int:
        """Return the column that holds a number, counted from 0; the first for what lies below it."""
        return max(bisect_right(self.lows, number) - 1, 0)

    @cached_property
    def column_odds(self) -> list[list[tuple[Cell, int]]]:
        """For each column, every cell with the number of equally likely falls that lead to it."""
        return [[*self.odds(column).items()] for column in self.lows]

    def labels(self, total: int, column: int) -> tuple[str, str]:
        """Return the printed row and column of a cell."""
        row, place = self.place(total, column)
        return shown_band(list(self.rows)[row]), (self.heads or self.columns)[place]

    def grid(self, *marks: tuple[int, int]) -> list[str]:
        """Return the table as lines of equal width, the cells at ``marks`` (row, column) between brackets."""
        heads = self.heads or self.columns
        lines = [[self.dice, *heads], *([shown_band(row), *map(printed, cells)] for row, cells in self.rows.items())]
        for row, column in {*marks}:
            lines[row + 1][column + 1] = f"[{lines[row + 1][column + 1]}]"
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return [" ".join(text.rjust(width) for text, width in zip(line, widths, strict=True)) for line in lines]

    def shown(self, *marks: tuple[int, int]) -> str:
        """Return the table as a grid, the cells at ``marks`` between brackets; row by row where it is a list, or where
        the lines of a grid would be broken.
        """
        if not self.is_list and len((grid := self.grid(*marks))[0]) <= WIDEST:
            return "\n".join(("```", *grid, "```"))
        heads = [""] if self.is_list else [f"{head}: " for head in self.heads or self.columns]
        rows = [[f"{head}{printed(cell)}" for head, cell in zip(heads, of, strict=True)] for of in self.rows.values()]
        for at, place in {*marks}:
            rows[at][place] = f"[{rows[at][place]}]"
        return "\n".join(f"**{shown_band(band)}** {' | '.join(row)}" for band, row in zip(self.rows, rows, strict=True))


class PrintedData(GameData):
    """The data of a game that prints tables."""

    @cached_property
    @override
    def printed_tables(self) -> Mapping[str, PrintedTable[Any]]:
        """The printed tables, by title."""
        values = (getattr(self, name) for name in type(self).model_fields)
        return {value.title: value for value in values if isinstance(value, PrintedTable)}


def tell_reading(data: GameData, reading: Reading, about: str = "") -> Iterator[Public]:
    """Tell the channel the dice for a table (``⚂−2 = **1**``: the faces, the modifiers together, the total); and how it
    was read, for those who ask: every modifier, row and column, the cell, the section, rulings. ``about`` is what it
    was read for, such as a hex.
    """
    table, sum_ = data.printed_tables[reading.table], Shown(signed(reading.modifier) if reading.modifier else "")
    dice = line("{faces}{sum} = **{total}**", faces=Shown(reading.roll.glyphs), sum=sum_, total=reading.total)
    yield tell_section(DICE, "{title}: {dice}", title=Line(about or table.short or table.title), dice=dice)
    yield from prove(data, reading, about)


def prove(data: GameData, reading: Reading, about: str = "") -> Iterator[Public]:
    """Tell how a table was read, for those who ask, without its dice in the result."""
    table = data.printed_tables[reading.table]
    title = line("{about}, {table}", about=about, table=table.title) if about else Line(table.title)
    row, column = table.labels_of(reading)
    yield tell_all("Roll {roll}", roll=reading.roll).under(title, Kind.PROOF)
    yield from (tell_drm(drm).under(title, Kind.PROOF) for drm in reading.drms)
    values = {"row": Shown(row), "column": Shown(column), "cell": Shown(reading.cell)}
    if not table.is_list:
        yield tell_all("Row {row}, column {column}: **{cell}**", **values).under(title, Kind.PROOF)
    else:
        yield tell_all("Row {row}: **{cell}**", **values).under(title, Kind.PROOF)
    yield tell_source(table)
    yield from (data.rulings[name].tell() for name in reading.rulings)


def tell_drm(drm: Drm) -> Public:
    """Tell the channel a modifier that was weighed, and why it applied or not."""
    mark, said = Shown("✓" if drm.applies else "✗"), named(drm.value, drm.text, shifts=drm.shifts)
    why = line("{modifier} ({reason})", modifier=said, reason=_reasons(drm.reason)) if drm.reason else said
    return tell_text(line("{mark} {modifier}", mark=mark, modifier=why))


def named(value: int, text: str, *, shifts: bool) -> Line:
    """Return a modifier with its text: ``DRM −1: high water``."""
    values: dict[str, Any] = {"value": Shown(f"{value:+d}"), "text": Shown(text)}
    return line("Column {value}: {text}", **values) if shifts else line("DRM {value}: {text}", **values)


def _reasons(reason: str) -> Listed:
    """Return each condition with what it was: ``Allied air: 4, previous result N: no``."""
    told = (each.partition(": ") for each in reason.split(", "))
    return Listed(line("{condition}: {fact}", condition=name, fact=fact) for name, _, fact in told)


def tell_source(table: PrintedTable[Any]) -> Public:
    """Tell the channel where a table is printed."""
    return Public(Line(table.source, {}), Kind.RULE)


def explain(data: GameData, read: Sequence[Reading]) -> Iterator[Public]:
    """Yield readings shown step by step: each table once, with its cells marked, then each roll on it."""
    for title in dict.fromkeys(each.table for each in read):
        table, alike = data.printed_tables[title], [each for each in read if each.table == title]
        marks = map(table.place_of, alike)
        yield from (each.under(Shown(table.title)) for each in show(table, *marks))
        for number, reading in enumerate(alike, 1):
            # apart from the table, so that each has room in a field
            roll = line("{table}: {dice}", table=table.title, dice=table.dice)
            several = line("{roll} ({number})", roll=roll, number=number)
            yield from _rolled(data, reading, several if len(alike) > 1 else roll)


def _rolled(data: GameData, reading: Reading, roll: Line) -> Iterator[Public]:
    """Yield how the cell of a reading was found."""
    table = data.printed_tables[reading.table]
    row, column = table.labels_of(reading)
    yield tell_section(roll, "Roll {roll}", roll=reading.roll)
    yield from (tell_drm(drm).under(roll) for drm in reading.drms)
    found: dict[str, Any] = {"total": reading.total, "row": Shown(row)}
    if table.is_list:
        yield tell_section(roll, "Total {total}: row {row}.", **found)
    else:
        found |= {"across": Shown(table.across), "number": reading.column, "column": Shown(column)}
        yield tell_section(roll, "Total {total}: row {row}. {across} {number}: column {column}.", **found)
    yield from (data.rulings[name].tell() for name in reading.rulings)


def show(table: PrintedTable[Any], *marks: tuple[int, int]) -> Iterator[Public]:
    """Yield a table as it is printed, the cells at ``marks`` between brackets."""
    values = {"dice": Shown(table.dice), "rows": Shown(table.shown(*marks))}
    if not table.is_list:
        yield tell_all("Rows: {dice}. Columns: {across}.\n{rows}", across=Shown(table.across), **values)
    else:
        yield tell_all("Rows: {dice}.\n{rows}", **values)
    yield tell_source(table)


def show_table(data: GameData, title: str, read: tuple[int, int] | None = None) -> Iterator[Public]:
    """Yield a table, with the cell of a total and column ``read`` marked. Raises ``NotThere`` if there is none."""
    if title in data.printed_lists and read is None:
        lines = Listed(data.printed_lists[title], "\n")
        yield tell_all("As printed:\n```\n{lines}\n```", lines=lines)
        return
    if title not in data.printed_tables:
        raise NotThere("There is no such table. Choose one from the list that `table` offers.")
    table = data.printed_tables[title]
    yield from show(table, *([table.place(*read)] if read is not None else []))
    if read is not None:
        row, column = table.labels(*read)
        cell = Shown(printed(table.at(*read)))
        yield tell_all("Row {row}, column {column}: **{cell}**", row=Shown(row), column=Shown(column), cell=cell)
    elif table.is_list:
        yield tell_all("Odds without modifiers: {odds}.", odds=Listed(shares(table), "; "))
    for modifier in table.modifiers(data):
        said = named(modifier.value, modifier.text, shifts=modifier.shifts)
        yield tell_text(said).under("Modifiers (cumulative)")
    yield from (tell_text(note).under("Notes") for note in table.notes)


def shares(table: PrintedTable[Any]) -> Iterator[Line]:
    """Yield how often in a hundred each row of a table with one column comes up."""
    found = Counter[str]()
    for total, ways in table.falls.items():
        found[table.labels(total, table.least)[0]] += ways
    for row, ways in found.items():
        yield line("{row}: {share} %", row=row, share=round(Fraction(100 * ways, found.total())))


def printed(cell: object) -> str:
    """Return a cell as it is printed."""
    return ", ".join(map(str, cell)) if isinstance(cell, tuple) else str(cell)


def shown_band(band: str) -> str:
    """Return a band as a player reads it: ``≤ 6``."""
    return band.replace("..", "≤ ")


def readings(event: Frozen) -> tuple[Reading, ...]:
    """Return the tables that were read for an event."""
    values = (getattr(event, name) for name in type(event).model_fields)
    return tuple(
        each
        for value in values
        for each in (value if isinstance(value, tuple) else (value,))
        if isinstance(each, Reading)
    )


def _shown(number: int) -> str:
    return ("yes" if number else "no") if isinstance(number, bool) else str(number)
