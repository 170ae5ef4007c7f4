"""The words in which the limits are written: texts, numbers, lists and things, each with its bounds."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from localdiscord.refusal import Json, invalid_form

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Wrong:
    """One broken limit: where, and what Discord calls it."""

    path: Path
    code: str
    message: str

    def below(self, *steps: str | int) -> "Wrong":
        return Wrong((*steps, *self.path), self.code, self.message)


class Shape(Protocol):
    def wrongs(self, value: Any) -> Iterator[Wrong]: ...


Rule = Callable[[Json], Iterable[Wrong]]


def wrong(code: str, message: str, *path: str | int) -> Wrong:
    return Wrong(path, code, message)


def _outside(least: float, most: float) -> Wrong:
    return wrong("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


_REQUIRED = wrong("BASE_TYPE_REQUIRED", "This field is required")


@dataclass(frozen=True, slots=True)
class Text:
    """A text of so many characters; blanks alone do not count towards the least."""

    most: int
    least: int = 0
    pattern: re.Pattern[str] | None = None
    code: str = "STRING_TYPE_REGEX"

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, str):
            yield wrong("STRING_TYPE_CONVERT", f"Could not interpret “{value}” as string.")
        elif self.least and not value.strip():
            yield _REQUIRED
        elif not self.least <= len(value) <= self.most:
            if self.least > 1:
                yield _outside(self.least, self.most)
            else:
                yield wrong("BASE_TYPE_MAX_LENGTH", f"Must be {self.most} or fewer in length.")
        elif self.pattern is not None and not self.pattern.fullmatch(value):
            yield wrong(self.code, "The text has a character or a form that is not allowed here.")


@dataclass(frozen=True, slots=True)
class Number:
    """A number between two bounds, both allowed."""

    most: float
    least: float = 0

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        try:
            number = float(value)
        except (TypeError, ValueError):
            yield wrong("NUMBER_TYPE_COERCE", f"Value “{value}” is not a number.")
            return
        if number > self.most:
            yield wrong("NUMBER_TYPE_MAX", f"Number value should be less than or equal to {self.most}.")
        elif number < self.least:
            yield wrong("NUMBER_TYPE_MIN", f"Number value should be greater than or equal to {self.least}.")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    values: tuple[Any, ...]

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        if value not in self.values:
            yield wrong("BASE_TYPE_CHOICES", f"Value must be one of {self.values}.")


@dataclass(frozen=True, slots=True)
class Url:
    """An address of the web, or of a file in the same message."""

    most: int = 2048
    schemes: tuple[str, ...] = ("http", "https", "attachment")

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        yield from Text(self.most).wrongs(value)
        try:
            parts = urlsplit(str(value))
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in self.schemes:
            known = ", ".join(self.schemes)
            yield wrong("URL_TYPE_INVALID_SCHEME", f"Scheme “{parts.scheme}” must be one of ({known}).")
        elif not parts.netloc or " " in str(value):
            yield wrong("URL_TYPE_INVALID_URL", "Not a well formed URL.")


@dataclass(frozen=True, slots=True)
class Many:
    """A list of so many."""

    of: Shape
    most: int
    least: int = 0

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, list):
            yield wrong("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
            return
        if not self.least <= len(value) <= self.most:
            yield _outside(self.least, self.most)
        for index, each in enumerate(value):
            for found in self.of.wrongs(each):
                yield found.below(index)


@dataclass(frozen=True, slots=True)
class Thing:
    """An object: its fields, those that must be there, and rules about several of them at once."""

    fields: Mapping[str, Shape]
    required: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        if not isinstance(value, dict):
            yield wrong("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType.")
            return
        for name in self.required:
            if value.get(name) is None:
                yield _REQUIRED.below(name)
        for name, given in value.items():
            shape = self.fields.get(name)
            # Discord ignores what it does not know, and null is as good as absent
            if shape is not None and given is not None:
                for found in shape.wrongs(given):
                    yield found.below(name)
        for rule in self.rules:
            yield from rule(value)


@dataclass(frozen=True, slots=True)
class Variant:
    """One of several things, told apart by their type."""

    of: Mapping[int, Shape] = field(default_factory=dict)

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        kind = value.get("type") if isinstance(value, dict) else None
        shape = self.of.get(kind) if isinstance(kind, int) else None
        if shape is None:
            yield wrong("UNION_TYPE_CHOICES", f"Value of field “type” must be one of {tuple(self.of)}.", "type")
        else:
            yield from shape.wrongs(value)


def check(shape: Shape, value: Any) -> None:
    """Raises the refusal that names everything that is wrong."""
    found = list(shape.wrongs(value))
    if found:
        raise invalid_form(tree(found))


def tree(found: Iterable[Wrong]) -> Json:
    """The errors as Discord nests them."""
    root: Json = {}
    for each in found:
        here = root
        for step in each.path:
            here = here.setdefault(str(step), {})
        here.setdefault("_errors", []).append({"code": each.code, "message": each.message})
    return root


def duplicates(values: Iterable[Any]) -> list[int]:
    """Where a value stands that stood before."""
    seen: set[Any] = set()
    again: list[int] = []
    for index, value in enumerate(values):
        if value in seen:
            again.append(index)
        seen.add(value)
    return again
