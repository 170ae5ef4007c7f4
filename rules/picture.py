"""Pictures: what is on one, as a value. The bot draws any of them; each also says in words all that it shows.

A picture holds only what everybody may see: its labels are made from open values, as public notices are. A part whose
words have no room in the picture's description is left out, so that who cannot see it misses nothing of what it shows.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import LiteralString

from rules.line import Line, Listed, line
from rules.notice import Open
from rules.secrets import Shown

LONGEST_WORDS = 1024
"""So long a description of a file can be in Discord."""
MOST_SMALL = 2

Label = Line | Shown


def label(template: LiteralString, /, **values: Open) -> Line:
    """Return a text on a picture. Its template is the message id of its translation."""
    return Line(template, values)


class Mark(StrEnum):
    """A colour with a shape and a pattern of its own: nothing is told by the colour alone."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"


@dataclass(frozen=True, slots=True)
class Facts:
    """Some lines of text."""

    lines: tuple[Label, ...]

    def words(self) -> Iterator[Line]:
        """Yield the lines."""
        yield from map(_sentence, self.lines)


@dataclass(frozen=True, slots=True)
class Tile:
    """What stands now, in a word or a number, below its name."""

    name: Label
    value: Label


@dataclass(frozen=True, slots=True)
class Tiles:
    """What stands now, side by side."""

    tiles: tuple[Tile, ...]

    def words(self) -> Iterator[Line]:
        """Yield each name with what stands."""
        tiles = Listed(line("{name} {value}", name=each.name, value=each.value) for each in self.tiles)
        yield _sentence(line("{tiles}", tiles=tiles))


@dataclass(frozen=True, slots=True)
class Stop:
    """What happens on a turn to come: ``short`` is written over the turn, ``what`` below the line."""

    turn: int
    short: Shown
    what: Label


@dataclass(frozen=True, slots=True)
class TurnLine:
    """The turns 1 to ``last`` of a game on a line, which begins and ends with a day of the war, with a marker on turn
    ``now``; above it a number as each turn left it, where it is known; what happens on some of those to come.
    """

    title: Label
    last: int
    now: int
    since: Label
    until: Label
    values: Mapping[int, int]
    stops: tuple[Stop, ...] = ()

    def words(self) -> Iterator[Line]:
        """From when to when, how the number stands on its scale, and each stop."""
        turns = {"last": self.last, "since": self.since, "until": self.until, "now": self.now}
        yield _sentence(label("Turns 1 to {last}, {since} to {until}; now turn {now}", **turns))
        if self.values:
            newest, top = self.values[max(self.values)], max(self.values.values())
            yield _sentence(
                label("{title}, on a scale from 0 to {top}: {newest} last", title=self.title, top=top, newest=newest)
            )
        yield from (_sentence(stop.what) for stop in self.stops)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: ``amount`` is its length, below 0 to the left; ``value`` is what is written on it, ``note`` below it."""

    name: Label
    amount: int | Fraction
    value: Shown
    note: Label | None = None
    mark: Mark = Mark.CIRCLE


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars on one scale."""

    title: Label
    bars: tuple[Bar, ...]

    def words(self) -> Iterator[Line]:
        """Yield the title, then each bar."""
        values = Listed(
            line("{name} {value} ({note})", name=bar.name, value=bar.value, note=bar.note)
            if bar.note
            else line("{name} {value}", name=bar.name, value=bar.value)
            for bar in self.bars
        )
        yield _sentence(line("{title}: {values}", title=self.title, values=values))


@dataclass(frozen=True, slots=True)
class Series:
    """A number over time; None where nobody knew it."""

    name: Label
    mark: Mark
    values: tuple[int | None, ...]

    @property
    def known(self) -> tuple[int, ...]:
        """The values that are known."""
        return tuple(value for value in self.values if value is not None)


@dataclass(frozen=True, slots=True)
class Curves:
    """Numbers over the same moments, the first of which is ``since`` and the last ``until``; the scale begins at 0.

    With ``ticks``, times begin at some of the moments, which are named below the one number that there is; how it
    stands is shown elsewhere.
    """

    title: Label
    since: Label
    until: Label
    series: tuple[Series, ...]
    ticks: Mapping[int, Shown] = field(default_factory=dict)

    @property
    def top(self) -> int:
        """The top of the scale."""
        return max((max(series.known, default=0) for series in self.series), default=0)

    def words(self) -> Iterator[Line]:
        """From when to when, and for each number how it began, how it stands, and its range."""
        yield _sentence(
            label(
                "{title}, {since} to {until}, on a scale from 0 to {top}",
                title=self.title,
                since=self.since,
                until=self.until,
                top=self.top,
            )
        )
        for series in self.series:
            known = series.known
            if known:
                yield _sentence(
                    label(
                        "{name}: {first} at first, {last} now, between {least} and {most}",
                        name=series.name,
                        first=known[0],
                        last=known[-1],
                        least=min(known),
                        most=max(known),
                    )
                )
        if self.ticks:
            times = (
                line("{time}: {value}", time=name, value=self.series[0].values[moment] or 0)
                for moment, name in self.ticks.items()
            )
            yield _sentence(line("{times}", times=Listed(times)))


Place = tuple[int, int]
"""A column and a row. In every second column, from the second one on, hexes lie half a hex lower."""


def touch(one: Place, other: Place) -> bool:
    """Return whether two hexes have a side in common."""
    (column, row), (beside, at) = one, other
    if column == beside:
        return abs(row - at) == 1
    return abs(column - beside) == 1 and at - row in ((0, 1) if column % 2 else (-1, 0))


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of a map: its column and row, what it is called, and up to two lines that stand in it. One with a
    ``ground`` is shaded, and says so in short.
    """

    column: int
    row: int
    name: Shown
    lines: tuple[Label, ...] = ()
    ground: Label | None = None

    @property
    def place(self) -> Place:
        """Where it is."""
        return self.column, self.row

    @property
    def is_bare(self) -> bool:
        """Whether there is nothing to be said of it but its name."""
        return not self.lines


@dataclass(frozen=True, slots=True)
class HexKind:
    """Hexes of one kind."""

    name: Label
    mark: Mark
    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class Hexes:
    """Hexes at their places. What lies between them is not known, and is not drawn. ``note`` says how to read them.
    A front runs between pairs of them: whose they are, the kinds say.
    """

    title: Label
    kinds: tuple[HexKind, ...]
    note: Label | None = None
    front: tuple[tuple[Place, Place], ...] = ()

    def words(self) -> Iterator[Line]:
        """Yield how to read them, then each kind with its hexes, and those of each ground."""
        if self.note is not None:
            yield _sentence(self.note)
        grounds = dict[Label, list[Hex]]()
        for kind in self.kinds:
            yield _sentence(line("{kind}: {hexes}", kind=kind.name, hexes=_stretches(kind.hexes)))
            for each in kind.hexes:
                if each.ground is not None:
                    grounds.setdefault(each.ground, []).append(replace(each, lines=()))
        for ground, hexes in grounds.items():
            yield _sentence(line("{kind}: {hexes}", kind=ground, hexes=_stretches(hexes)))


def _stretches(hexes: Iterable[Hex]) -> Listed:
    """Return the hexes with content, then the bare ones, with neighbours joined in blocks such as A-C 04-06."""
    every = [*hexes]
    columns = list[list[Hex]]()
    for each in sorted((each for each in every if each.is_bare), key=attrgetter("place")):
        last = columns[-1][-1] if columns else each
        if (each.column, each.row - 1) == last.place:
            columns[-1].append(each)
        else:
            columns.append([each])
    blocks = list[list[list[Hex]]]()
    for column in columns:
        last_column = blocks[-1][-1] if blocks else []
        if [(each.column + 1, each.row) for each in last_column] == [each.place for each in column]:
            blocks[-1].append(column)
        else:
            blocks.append([column])
    told = [Listed((each.name, *each.lines), " ") for each in every if not each.is_bare]
    return Listed([*told, *(_stretch([*map(attrgetter("name.text"), chain(*block))]) for block in blocks)])


def _stretch(names: Sequence[str]) -> Shown:
    """``A04``, ``A04-06``, ``A-C 04``, ``A-C 04-06``."""
    first, last = names[0], names[-1]
    rows = first[1:] if first[1:] == last[1:] else f"{first[1:]}-{last[1:]}"
    return Shown(f"{first[0]}{rows}" if first[0] == last[0] else f"{first[0]}-{last[0]} {rows}")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    name: Shown
    cells: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with one cell marked, by its row and column from 0."""

    title: Label
    corner: Shown
    heads: tuple[Shown, ...]
    rows: tuple[Row, ...]
    marked: tuple[int, int]

    def words(self) -> Iterator[Line]:
        """Yield the marked cell, then the columns and every row."""
        row, column = self.marked
        yield _sentence(
            label(
                "{title}: row {row}, column {column} gives {cell}, which is marked",
                title=self.title,
                row=self.rows[row].name,
                column=self.heads[column],
                cell=self.rows[row].cells[column],
            )
        )
        yield _sentence(label("Part shown, {corner} by columns: {heads}", corner=self.corner, heads=Listed(self.heads)))
        yield from (
            _sentence(label("Row {name}: {cells}", name=each.name, cells=Listed(each.cells))) for each in self.rows
        )


Part = Facts | Tiles | TurnLine | Bars | Curves | Hexes | Grid


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its title and its parts, one below the other, what matters most first."""

    title: Label
    parts: tuple[Part, ...]

    @property
    def words(self) -> Line:
        """All that it shows, in words."""
        return _words(self.title, self.parts)

    @property
    def small(self) -> "Picture":
        """Its first parts, for a place with little room."""
        return Picture(self.title, self.parts[:MOST_SMALL])


def picture(title: Label, *parts: Part | None) -> Picture:
    """Return a picture of as many parts, in their order, as its words have room for."""
    kept: tuple[Part, ...] = ()
    for part in parts:
        if part is not None and len(_words(title, (*kept, part))) <= LONGEST_WORDS:
            kept = (*kept, part)
    return Picture(title, kept)


def _words(title: Label, parts: tuple[Part, ...]) -> Line:
    return line("{words}", words=Listed([_sentence(title), *(words for part in parts for words in part.words())], " "))


def _sentence(text: Label) -> Line:
    """Return the text as a sentence of its own."""
    if str(text).endswith((".", "…", "!", "?")):
        return text if isinstance(text, Line) else Line(text.text)
    return line("{text}.", text=text)
