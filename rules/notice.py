"""What is told, and to whom. Secrets are kept out by type.

``tell_all`` takes only open facts; a ``Hidden`` is not one, prints as ▮▮▮ and becomes readable only where a seat is
told (``tell``) or where a rule turns it face up (``reveal``). Templates are literals, so that no text can be built
around the types, and so that they can be the message ids of translations.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, LiteralString, TypeVar
from unicodedata import category

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from rules.dice import Roll

T = TypeVar("T")

MASK = "▮▮▮"


class Seat(str):
    """A side at the table by its printed name, or the referee."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(min_length=1))


REFEREE = Seat("Referee")


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that everybody at the table may read: printed on the board, or turned face up."""

    text: str

    def __str__(self) -> str:
        return self.text


class Player(int):
    """A player by id, written as a mention."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"<@{int(self)}>"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.int_schema(ge=0))


_MARKDOWN = frozenset("\\*_~`|>#[]()<@:-+=")


def quote(text: str, longest: int = 200) -> Shown:
    """What a user wrote, safe to show: control and direction characters out, Markdown and mentions escaped, white
    space folded, cut after ``longest`` characters. The one way for users' text into a message."""
    plain = " ".join("".join(c if category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " for c in text).split())
    cut = plain if len(plain) <= longest else plain[: longest - 1] + "…"
    return Shown("".join(f"\\{c}" if c in _MARKDOWN else c for c in cut))


class Hidden(Generic[T]):
    """A value that only some may know. Whatever prints it, prints ▮▮▮."""

    __slots__ = ("_value",)

    def __init__(self, value: T) -> None:
        self._value = value

    def peek(self) -> T:
        """The value, for the rules to work with; never for a text."""
        return self._value

    def reveal(self, text: Callable[[T], str] = str) -> Shown:
        """Turn it face up for everybody: from here on it is open."""
        return Shown(text(self._value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __repr__(self) -> str:
        return MASK

    def __format__(self, spec: str) -> str:
        return MASK

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """In JSON a hidden value is written plainly: the log keeps what the channel must not read."""
        inside = handler.generate_schema(source.__args__[0] if hasattr(source, "__args__") else Any)
        wrap = core_schema.no_info_after_validator_function(cls, inside)
        return core_schema.union_schema(
            [core_schema.is_instance_schema(cls), wrap],
            serialization=core_schema.plain_serializer_function_ser_schema(lambda hidden: hidden.peek()),
        )


Open = int | Roll | Seat | Shown
Fact = Open | Hidden[str] | Hidden[int]


@dataclass(frozen=True, slots=True)
class Line:
    """A template and the facts that fill it."""

    template: str
    facts: Mapping[str, Fact]

    def __str__(self) -> str:
        """As everybody may read it: hidden facts stay masked."""
        return self.template.format_map(self.facts)

    def opened(self) -> str:
        """As one who may know the hidden facts reads it."""
        facts = {name: _opened(fact) for name, fact in self.facts.items()}
        return self.template.format_map(facts)


def _opened(fact: Fact) -> object:
    return fact.peek() if isinstance(fact, Hidden) else fact


@dataclass(frozen=True, slots=True)
class Public:
    """A line for the whole channel. Lines with the same ``head`` stand together under it; None is the main text."""

    line: Line
    head: str | None = None

    def __str__(self) -> str:
        return str(self.line)


@dataclass(frozen=True, slots=True)
class Secret:
    """A line for the players of one seat."""

    seat: Seat
    line: Line
    head: str | None = None

    def __str__(self) -> str:
        return self.line.opened()


Notice = Public | Secret

BOARD = "On your board"
RULE = "Rule"
RULING = "Ruling"


def tell_all(template: LiteralString, /, **facts: Open) -> Public:
    """Tell the channel what happened."""
    return Public(Line(template, facts))


def on_board(template: LiteralString, /, **facts: Open) -> Public:
    """Tell the channel what to change on the physical board."""
    return Public(Line(template, facts), BOARD)


def by_rule(template: LiteralString, /, **facts: Open) -> Public:
    """Tell the channel which rule the result follows."""
    return Public(Line(template, facts), RULE)


def under(head: LiteralString, template: LiteralString, /, **facts: Open) -> Public:
    """Tell the channel something under a heading of its own."""
    return Public(Line(template, facts), head)


def tell(seat: Seat, template: LiteralString, /, **facts: Fact) -> Secret:
    """Tell only the players of a seat."""
    return Secret(seat, Line(template, facts))
