"""What is secret and what is open, kept apart by type.

A ``Hidden`` value prints as ▮▮▮. It becomes readable only in a notice to a seat, or where a rule turns it face up
(``reveal``). Texts that users wrote become open by ``quote``, which makes them harmless.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final, Generic, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from typing_extensions import override

T_co = TypeVar("T_co", covariant=True)

MASK = "▮▮▮"


@dataclass(frozen=True, slots=True)
class Shown:
    """A text that everybody at the table may read: printed on the board, or turned face up."""

    text: str

    def __str__(self) -> str:
        return self.text


class Quoted(Shown):
    """What a user wrote. It is never translated."""

    __slots__ = ()

    def spoken(self, language: str) -> str:
        """Return it in a language, if it was written in that one, too."""
        return self.text


class Phrase(Quoted):
    """A name or a sentence of a group's own, with what it is in the ``others`` of its languages."""

    __slots__ = ("others",)
    others: Mapping[str, str]

    def __init__(self, text: str, others: Mapping[str, str]) -> None:
        super().__init__(text)
        object.__setattr__(self, "others", others)

    @override
    def spoken(self, language: str) -> str:
        return self.others.get(language, self.text)


class Tally(Shown):
    """What stands on the board and is counted anew: a later one in the same sentence takes the place of this one."""

    __slots__ = ()


def moment(at: datetime, style: str = "R") -> Shown:
    """Return a moment as each reader's Discord writes it: how far it is from now, unless in another style."""
    return Shown(f"<t:{int(at.timestamp())}:{style}>")


# controls, formats but what joins emoji, halves of characters and private ones: of Unicode 15, whatever Python has
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f\U000f0000-\U0010ffff]"
    "|(?<![\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|\u200d(?![\u2190-\u2bff\U0001f000-\U0001faff])"
)
_CAPITALS = (
    (0x41, 0x5B, 1, 32), (0xC0, 0xD7, 1, 32), (0xD8, 0xDF, 1, 32), (0x100, 0x137, 2, 1), (0x139, 0x148, 2, 1),
    (0x14A, 0x178, 2, 1), (0x179, 0x17E, 2, 1), (0x391, 0x3AC, 1, 32), (0x400, 0x410, 1, 80), (0x410, 0x430, 1, 32),
)  # fmt: skip
_SMALL = {c: c + by for first, end, step, by in _CAPITALS for c in range(first, end, step)}
_SMALL |= {0x130: 0x69, 0x178: 0xFF, 0x1E9E: 0xDF, 0x3C2: 0x3C3}
"""The small letters of Latin, Greek and Cyrillic capitals."""


def folded(text: str) -> str:
    """Return a text to be compared whatever its capitals, alike under every Python."""
    return text.translate(_SMALL)


def is_mistyped(typed: str, name: str) -> bool:
    """Return whether a text is a name with at most one letter mistyped: without one of theirs the two are alike."""
    both = (folded(typed), folded(name))
    one, other = ({each, *(each[:at] + each[at + 1 :] for at in range(len(each)))} for each in both)
    return not one.isdisjoint(other)


def most_like(text: str, names: Iterable[str]) -> str:
    """Return the name that is most like a text, by the letters and pairs of letters of both; nothing without names."""
    return max(names, key=lambda name: likeness(text, name), default="")


def likeness(text: str, name: str) -> int:
    """Return how many letters and pairs of letters two texts have in common, whatever their capitals."""
    one, other = ({*each, *pairwise(each)} for each in (folded(text), folded(name)))
    return len(one & other)


_MARKDOWN = frozenset("\\*_~`|>#[]()<@:-+=")


def quote(text: str, longest: int = 200) -> Quoted:
    """Return what a user wrote, safe to show in a message.

    It is made plain, and Markdown and mentions are escaped. This is the only way for users' text into a message.
    """
    return Quoted("".join(f"\\{c}" if c in _MARKDOWN else c for c in plain(text, longest).text))


def plain(text: str, longest: int = 200) -> Quoted:
    """Return what a user wrote, safe to show on a picture and in its description, where Markdown means nothing.

    Control and direction characters are removed, white space is folded, and the text is cut after ``longest``
    characters.
    """
    kept = " ".join(_UNSEEN.sub(" ", text).split())
    return Quoted(kept if len(kept) <= longest else kept[: longest - 1] + "…")


class Hidden(Generic[T_co]):
    """A value that only some may know: the rules work with it. Whatever prints it, prints ▮▮▮."""

    __slots__ = ("value",)

    def __init__(self, value: T_co) -> None:
        self.value: Final = value

    def reveal(self, text: Callable[[T_co], str] = str) -> Shown:
        """Turn it face up for everybody: from here on it is open."""
        return Shown(text(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hidden) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(self.value)

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
            serialization=core_schema.plain_serializer_function_ser_schema(lambda hidden: hidden.value),
        )


def seal_of(salt: str, content: str) -> str:
    """Return the seal of a content, in hexadecimal. A later reader of both can check that nothing was changed."""
    return sha256(f"{salt} {content}".encode()).hexdigest()
