"""Notices: what the bot tells, and to whom. Types keep secrets out.

``tell_all`` and its family take only open values; a ``Hidden`` is not one. ``tell_seat`` and ``tell_unseen`` take both.
Templates are literals: no text can be built around the types, and each template can be the message id of a translation.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from string import Formatter
from typing import Any, LiteralString

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from rules.dice import Roll
from rules.line import Change, Gathered, Line, line
from rules.seat import Seat
from rules.secrets import Hidden, Shown, Tally, plain

Open = int | Roll | Seat | Shown | Line
Value = Open | Hidden[str] | Hidden[int] | Hidden[Shown]


class Kind(StrEnum):
    """What a notice is to its reader."""

    RESULT = "result"
    BOARD = "board"
    RULE = "rule"
    RULING = "ruling"
    SECTION = "section"
    PROOF = "proof"
    """How a result was come by: a table read step by step."""
    TITLE = "title"
    """The headline of a result."""
    CALL = "call"
    """Who asks for what: who is called reads it in the line that calls them."""
    NEXT = "next"
    """What its readers do next. Once they have done it, nobody needs to read it."""
    UNSEEN = "unseen"
    """What a seat learns of its private deeds by what somebody else does: nobody is told that there is something."""


REASONS = (Kind.RULE, Kind.RULING, Kind.PROOF)
"""What answers “Why?”."""


class Text(str):
    """A sentence that stands in a game's data. It is its own template, and so the message id of its translation."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        printed = core_schema.str_schema(min_length=1, pattern=r"^[^{}]*$")
        return core_schema.no_info_after_validator_function(cls, printed)


def numbered(text: str, numbers: Mapping[str, int]) -> Line:
    """Return a sentence of a game's data with the numbers that it names between braces: ``rises by {rise}``.

    Raises ``ValueError`` where it names one that the data does not have.
    """
    if not text:
        raise ValueError(Line("the sentence is empty"))
    named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    for name in named:
        if name not in numbers:
            raise ValueError(line("“{text}” has no number {name}", text=plain(text), name=plain(f"{{{name}}}")))
    return Line(text, {name: numbers[name] for name in named})


@dataclass(frozen=True, slots=True)
class Public:
    """A line for the whole channel. Lines of a ``section`` stand together under its title."""

    line: Line
    kind: Kind = Kind.RESULT
    section: str | None = None

    def __str__(self) -> str:
        return str(self.line)

    def under(self, title: LiteralString | Shown | Line, kind: Kind = Kind.SECTION) -> "Public":
        """Return the same line under a section's title."""
        return replace(self, kind=kind, section=title.text if isinstance(title, Shown) else title)


@dataclass(frozen=True, slots=True)
class Secret:
    """A line for the players of one seat.

    ``about`` names the things of a hand that it is about, as their offers do. A ``is_detail`` line says what such a
    thing does: its players read it when they get the thing, and whenever they ask.
    """

    seat: Seat
    line: Line
    kind: Kind = Kind.RESULT
    section: str | None = None
    about: tuple[str, ...] = ()
    is_detail: bool = False

    def __str__(self) -> str:
        return self.line.opened()

    def under(self, title: LiteralString | Shown | Line) -> "Secret":
        """Return the same line under a section's title."""
        return replace(self, kind=Kind.SECTION, section=title.text if isinstance(title, Shown) else title)

    def of(self, *things: str, is_detail: bool = False) -> "Secret":
        """Return the same line, about these things of a hand."""
        return replace(self, about=things, is_detail=is_detail)


Notice = Public | Secret


def tell_all(template: LiteralString, /, **values: Open) -> Public:
    """Tell the channel what happened."""
    return Public(Line(template, values))


def tell_board(template: LiteralString, /, **values: Open) -> Public:
    """Tell the channel what to change on the physical board."""
    return Public(Line(template, values), Kind.BOARD)


def tell_title(template: LiteralString, /, **values: Open) -> Public:
    """Tell the channel the headline of what happened."""
    return Public(Line(template, values), Kind.TITLE)


def tell_next(template: LiteralString, /, **values: Open) -> Public:
    """Tell the channel what to do next."""
    return Public(Line(template, values), Kind.NEXT)


def tell_proof(template: LiteralString, /, **values: Open) -> Public:
    """Tell those who ask how a result was come by."""
    return Public(Line(template, values), Kind.PROOF)


def tell_rule(template: LiteralString, /, **values: Open) -> Public:
    """Tell the channel which rule the result follows."""
    return Public(Line(template, values), Kind.RULE)


def tell_section(title: LiteralString | Shown | Line, template: LiteralString, /, **values: Open) -> Public:
    """Tell the channel something under a title of its own."""
    return tell_all(template, **values).under(title)


def tell_seat(seat: Seat, template: LiteralString, /, **values: Value) -> Secret:
    """Tell only the players of a seat."""
    return Secret(seat, Line(template, values))


def tell_unseen(seat: Seat, template: LiteralString, /, **values: Value) -> Secret:
    """Tell the players of a seat what becomes of their private deeds: nobody else learns that there were any."""
    return Secret(seat, Line(template, values), Kind.UNSEEN)


def tell_text(text: Text | Line, kind: Kind = Kind.RESULT) -> Public:
    """Tell the channel a sentence that stands in the game's data."""
    return Public(text if isinstance(text, Line) else Line(text, {}), kind)


def gathered(notices: Iterable[Notice]) -> list[Notice]:
    """Some notices, where those that differ in nothing but their ``Gathered`` lists are one, and what a section says
    below is not said before it.
    """
    found: dict[object, Notice] = {}
    for notice in notices:
        if Gathered not in map(type, notice.line.values.values()):
            found[object()] = notice
            continue
        lists = {name: value for name, value in notice.line.values.items() if isinstance(value, Gathered)}
        others = tuple((name, str(value)) for name, value in notice.line.values.items() if name not in lists)
        key = (replace(notice, line=Line(notice.line.template)), others)
        if key in found:
            before = found[key].line.values
            old = {name: value for name, value in before.items() if isinstance(value, Gathered)}
            lists = {name: Gathered((*old[name].items, *value.items), value.mark) for name, value in lists.items()}
            notice = replace(notice, line=Line(notice.line.template, {**notice.line.values, **lists}))
        found[key] = notice
    return _said_once([*found.values()])


def _said_once(notices: Sequence[Notice]) -> list[Notice]:
    """Some notices without what a section says again below."""
    last = {str(each): place for place, each in enumerate(notices) if each.kind is Kind.SECTION}
    if not last:
        return [*notices]
    return [
        each
        for place, each in enumerate(notices)
        if not (isinstance(each, Public) and each.kind is Kind.RESULT and last.get(str(each), -1) > place)
    ]


def board_changes(notices: Iterable[Notice]) -> list[Public]:
    """Return what to change on the board for all of some notices, each deed as often as it is to be done. Of a value
    that stands on the board (``Tally``) only the last is told; the parts of a ``Change`` add up.
    """
    told: dict[object, Public] = {}
    for notice in notices:
        if isinstance(notice, Public) and notice.kind is Kind.BOARD:
            values = notice.line.values
            others = tuple(str(value) for value in values.values() if not isinstance(value, Tally | Change))
            is_one = any(isinstance(value, Tally | Change) for value in values.values())
            key = (notice.line.template, others) if is_one else object()
            before = told.pop(key, None)
            told[key] = notice if before is None else _added_up(before, notice)
    return [*told.values()]


def _added_up(before: Public, notice: Public) -> Public:
    """Return an instruction with the changes of an earlier one that differs in nothing else."""
    changes = {
        name: Change(*earlier.causes, *value.causes)
        for name, value in notice.line.values.items()
        if isinstance(value, Change) and isinstance(earlier := before.line.values[name], Change)
    }
    return replace(notice, line=Line(notice.line.template, {**notice.line.values, **changes}))
