"""The vocabulary in which the limits are written: texts, numbers, lists and objects, each with its bounds."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlsplit

from localdiscord.errors import Json, invalid_form_body

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken limit: the path of the field, Discord's code and message."""

    path: Path
    code: str
    message: str

    def below(self, *steps: str | int) -> "Violation":
        """The same violation, seen from an outer object."""
        return Violation((*steps, *self.path), self.code, self.message)


class Shape(Protocol):
    """What a value has to look like."""

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the value breaks."""
        ...


Rule = Callable[[Json], Iterable[Violation]]


def violation(code: str, message: str, *path: str | int) -> Violation:
    """A violation at this path."""
    return Violation(path, code, message)


def _bad_length(least: float, most: float) -> Violation:
    return violation("BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


_REQUIRED = violation("BASE_TYPE_REQUIRED", "This field is required")


@dataclass(frozen=True, slots=True)
class Text:
    """A string of `least` to `most` characters; a blank one counts as missing if `least` is not 0."""

    most: int
    least: int = 0
    pattern: re.Pattern[str] | None = None
    code: str = "STRING_TYPE_REGEX"

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the value breaks."""
        if not isinstance(value, str):
            yield violation("STRING_TYPE_CONVERT", f"Could not interpret “{value}” as string.")
        elif self.least and not value.strip():
            yield _REQUIRED
        elif not self.least <= len(value) <= self.most:
            if self.least > 1:
                yield _bad_length(self.least, self.most)
            else:
                yield violation("BASE_TYPE_MAX_LENGTH", f"Must be {self.most} or fewer in length.")
        elif self.pattern is not None and not self.pattern.fullmatch(value):
            yield violation(self.code, "The string has a character or a form that is not allowed here.")


@dataclass(frozen=True, slots=True)
class Number:
    """A number from `least` to `most`, both included."""

    most: float
    least: float = 0

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the value breaks."""
        try:
            number = float(value)
        except (TypeError, ValueError):
            yield violation("NUMBER_TYPE_COERCE", f"Value “{value}” is not a number.")
            return
        if number > self.most:
            yield violation("NUMBER_TYPE_MAX", f"Number value should be less than or equal to {self.most}.")
        elif number < self.least:
            yield violation("NUMBER_TYPE_MIN", f"Number value should be greater than or equal to {self.least}.")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    values: tuple[Any, ...]

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the value breaks."""
        if value not in self.values:
            yield violation("BASE_TYPE_CHOICES", f"Value must be one of {self.values}.")


@dataclass(frozen=True, slots=True)
class Url:
    """A URL on the web, or `attachment://` for a file in the same message."""

    most: int = 2048
    schemes: tuple[str, ...] = ("http", "https", "attachment")

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the value breaks."""
        yield from Text(self.most).violations(value)
        try:
            parts = urlsplit(str(value))
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in self.schemes:
            schemes = ", ".join(self.schemes)
            yield violation("URL_TYPE_INVALID_SCHEME", f"Scheme “{parts.scheme}” must be one of ({schemes}).")
        elif not parts.netloc or " " in str(value):
            yield violation("URL_TYPE_INVALID_URL", "Not a well formed URL.")


@dataclass(frozen=True, slots=True)
class List:
    """A list of `least` to `most` items."""

    of: Shape
    most: int
    least: int = 0

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the list or an item breaks."""
        if not isinstance(value, list):
            yield violation("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
            return
        if not self.least <= len(value) <= self.most:
            yield _bad_length(self.least, self.most)
        for index, item in enumerate(value):
            for found in self.of.violations(item):
                yield found.below(index)


@dataclass(frozen=True, slots=True)
class Object:
    """A JSON object: its fields, the required ones, and rules that look at several fields at once."""

    fields: Mapping[str, Shape]
    required: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the object or a field breaks."""
        if not isinstance(value, dict):
            yield violation("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType.")
            return
        for name in self.required:
            if value.get(name) is None:
                yield _REQUIRED.below(name)
        for name, content in value.items():
            shape = self.fields.get(name)
            # Discord ignores fields that it does not know, and reads null as missing
            if shape is not None and content is not None:
                for found in shape.violations(content):
                    yield found.below(name)
        for rule in self.rules:
            yield from rule(value)


@dataclass(frozen=True, slots=True)
class Variant:
    """One of several objects; its `type` tells which."""

    of: Mapping[int, Shape] = field(default_factory=dict)

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the object breaks."""
        type_ = value.get("type") if isinstance(value, dict) else None
        shape = self.of.get(type_) if isinstance(type_, int) else None
        if shape is None:
            types = tuple(int(known) for known in self.of)
            yield violation("UNION_TYPE_CHOICES", f"Value of field “type” must be one of {types}.", "type")
        else:
            yield from shape.violations(value)


def check(shape: Shape, value: Any) -> None:
    """Raises an ApiError that names every violation."""
    found = list(shape.violations(value))
    if found:
        raise invalid_form_body(error_tree(found))


def error_tree(violations: Iterable[Violation]) -> Json:
    """The violations, nested by path as Discord nests them."""
    root: Json = {}
    for each in violations:
        node = root
        for step in each.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": each.code, "message": each.message})
    return root


def duplicates(values: Iterable[Any]) -> list[int]:
    """The indices of the values that occurred before."""
    seen: set[Any] = set()
    repeated: list[int] = []
    for index, value in enumerate(values):
        if value in seen:
            repeated.append(index)
        seen.add(value)
    return repeated
