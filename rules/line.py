"""Lines: texts that know what they were made from, so that each reader can read them in their own language.

A line is a template and the values that fill it. As a string it is in English; ``said`` says it in other words. Both
templates and the words of ours among the values, such as a printed name, are the message ids of the catalogues. What
a user wrote is ``Quoted`` and stays as it is.

In a template, ``{count:marker|markers}`` chooses by a number: one form, or the other, or as many as the language has.
``{power:of}`` asks for a printed name in a form that has its own entry in the catalogue, such as a case or an article.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import lru_cache
from string import Formatter
from typing import Any, Protocol

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from rules.seat import Player
from rules.secrets import Hidden, Quoted, Shown

FORMER_PLAYER = "Former player {number}"


def with_sign(number: float, spec: str) -> str:
    """Return a number formatted by a spec of Python's, except that 0 has no sign: by +0 nothing changes."""
    return format(number, spec if number else spec.replace("+", ""))


class Words(Protocol):
    """A language, with its ISO 639 ``code``: how it says a text."""

    code: str

    def find(self, text: str, form: str = "") -> str:
        """Return a template or a printed name in this language, or the text itself if the language lacks it."""
        ...

    def choose(self, number: float, forms: tuple[str, ...]) -> str:
        """Return the form that goes with a number."""
        ...

    def write(self, number: float, spec: str) -> str:
        """Return a number, formatted by a spec of Python's."""
        ...

    def day(self, day: date) -> str:
        """Return a day with its year."""
        ...


class English:
    """The language that everything is written in."""

    code = "en"

    def find(self, text: str, form: str = "") -> str:
        """Return the text, with an article before a plural name if ``{name:the}`` or ``{name:The}`` asks for one."""
        return f"{form} {text}" if form.lower() == "the" and text.endswith("s") else text

    def choose(self, number: float, forms: tuple[str, ...]) -> str:
        """Return the first form for 1, the last for any other number."""
        return forms[0] if number == 1 else forms[-1]

    def write(self, number: float, spec: str) -> str:
        """Return a number as Python formats it, with no sign for 0."""
        return with_sign(number, spec)

    def day(self, day: date) -> str:
        """``15 July 1918``."""
        return f"{day.day} {day:%B %Y}"


ENGLISH: Words = English()


class Line(str):
    """A template and the values that fill it. As a string it is in English, and hidden values stay masked."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, values: Mapping[str, object] = {}) -> "Line":
        """The line of a template. Without values it is a text as it stands, whatever is in it."""
        line = super().__new__(cls, _filled(template, values, ENGLISH) if values else template)
        line.template = template
        line.values = values
        return line

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Store a line in the log as what it was made from, or as plain text if it has no values."""
        return core_schema.no_info_plain_validator_function(
            _read, serialization=core_schema.plain_serializer_function_ser_schema(_written)
        )

    def said(self, words: Words, *, opened: bool = False) -> str:
        """Return the line in other words. ``opened`` shows hidden values, for a player who may know them."""
        template = self.template if words is ENGLISH else words.find(self.template)
        return _filled(template, self.values, words, opened=opened) if self.values else template

    def opened(self) -> str:
        """It in English, as a player who may know the hidden values reads it."""
        return self.said(ENGLISH, opened=True)


class Day(Shown):
    """A day, written as each language writes it."""

    __slots__ = ("day",)
    day: date

    def __init__(self, day: date) -> None:
        super().__init__(ENGLISH.day(day))
        object.__setattr__(self, "day", day)


class Listed(Shown):
    """Several things, with a comma or another mark between them."""

    __slots__ = ("items", "mark")
    items: tuple[object, ...]
    mark: str

    def __init__(self, items: Iterable[object], mark: str = ", ") -> None:
        items = tuple(items)
        super().__init__(mark.join(map(str, items)))
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "mark", mark)

    def said(self, words: Words, *, opened: bool = False) -> str:
        """Return each of them in other words."""
        return self.mark.join([say(item, words, opened=opened) for item in self.items])


class Change(Shown):
    """By how much a number on the board changes, and why: ``+4 (Soissons +2, Fismes +2)``. Instructions that differ in
    nothing else are told as one, with all their causes.
    """

    __slots__ = ("causes",)
    causes: tuple[tuple[int, object], ...]

    def __init__(self, *causes: tuple[int, object]) -> None:
        super().__init__("")
        object.__setattr__(self, "causes", causes)
        object.__setattr__(self, "text", str(self.whole))

    @property
    def whole(self) -> Line:
        """The sum and its causes."""
        (_, only), *more = self.causes
        if not more:
            return line("{total} ({cause})", total=signed(self.total), cause=only)
        each = Listed(line("{cause} {by}", cause=cause, by=signed(by)) for by, cause in self.causes)
        return line("{total} ({causes})", total=signed(self.total), causes=each)

    def said(self, words: Words, *, opened: bool = False) -> str:
        """Return the sum and its causes in other words."""
        return self.whole.said(words, opened=opened)

    @property
    def total(self) -> int:
        """What all of it adds up to."""
        return sum(by for by, _ in self.causes)


def signed(number: int) -> str:
    """Return a number with its sign: ``+2``, ``−2``."""
    return f"{number:+d}".replace("-", "−")


class Gathered(Listed):
    """A list that grows: lines that differ in nothing else are told as one, with all that is in their lists."""

    __slots__ = ()


def line(template: str, /, **values: object) -> Line:
    """Return a line that is no notice: a label, a heading, a part of another line."""
    return Line(template, values)


def both(things: Iterable[object]) -> Line:
    """Return the same with “and” before the last: ``A05, B06 and C07``."""
    return _ending("{most} and {last}", things)


def the(name: str) -> Line:
    """Return a printed name with its article, where it has one: ``the Allies``, ``Britain``."""
    return line("{name:the}", name=name)


def one_of(things: Iterable[object]) -> Line:
    """Return the same with “or”: ``Anna (Allies) or Bert (Germans)``."""
    return _ending("{most} or {last}", things)


def in_turn(things: Iterable[object]) -> Line:
    """Return the same with “then”: ``3d6 then 1d6``."""
    return _ending("{most} then {last}", things)


def _ending(template: str, things: Iterable[object]) -> Line:
    *most, last = things
    return line(template, most=Listed(most), last=last) if most else line("{last}", last=last)


def say(text: object, words: Words, form: str = "", *, opened: bool = False) -> str:
    """Return a text, a name or a value in other words, in the ``form`` that a template asks for: plural, sign, case."""
    if opened and isinstance(text, Hidden):
        text = text.value
    if words is ENGLISH and not form and (type(text) is str or not opened):
        return str(text)  # all is written in English
    match text:
        case Line() | Listed() | Change():
            return text.said(words, opened=opened)
        case Day():
            return words.day(text.day)
        case Quoted():
            return text.spoken(words.code)
        case Shown():
            return say(text.text, words, form, opened=opened)
        case str():
            return words.find(text, form)
        case int() | float() if form:
            return words.choose(text, tuple(form.split("|"))) if "|" in form else words.write(text, form)
        case Player() if text.former:
            return words.find(FORMER_PLAYER).format(number=text.former)
        case _:
            shown = getattr(text, "shown", None)  # a value with a line of its own, such as a roll
            return shown.said(words) if isinstance(shown, Line) else str(text)


def _written(value: object) -> object:
    """Return a line or a value of one as JSON."""
    match value:
        case Line() if value.values:
            return {"template": value.template, "values": {name: _written(each) for name, each in value.values.items()}}
        case Listed():
            return {"list": [_written(item) for item in value.items], "mark": value.mark}
        case Change():
            return _written(value.whole)
        case Quoted():
            return {"quoted": value.text}
        case Shown():
            return _written(value.text)
        case bool() | Hidden():
            raise TypeError(f"a line in the log cannot hold {value!r}")
        case int() if type(value) is int:
            return value
        case _:
            return str(value)


def _read(given: object) -> "Line":
    """Return a line as the log has it."""
    match given:
        case Line():
            return given
        case {"template": str() as template, "values": dict() as values}:
            return Line(template, {name: _value(each) for name, each in values.items()})
        case str():
            return Line(given)
    raise ValueError("a line is a text, or a template with its values")


def _value(given: object) -> object:
    match given:
        case {"list": list() as items, "mark": str() as mark}:
            return Listed(map(_value, items), mark)
        case {"quoted": str() as text}:
            return Quoted(text)
        case dict():
            return _read(given)
    return given


@lru_cache(maxsize=4096)
def _parts(template: str) -> list[tuple[str, str | None, str]]:
    """Return the texts of a template, each with the name of the value after it and the form that is asked of that; none
    where it asks for its values as they are.
    """
    parts = [(text, name, form or "") for text, name, form, _ in Formatter().parse(template)]
    return parts if [form for _, _, form in parts if form] else []


def _filled(template: str, values: Mapping[str, object], words: Words, *, opened: bool = False) -> str:
    parts = _parts(template)
    if not parts:
        if words is ENGLISH and not opened:
            return template.format_map(values)  # values are English as they are
        return template.format_map({name: say(value, words, opened=opened) for name, value in values.items()})
    said: list[str] = []
    for text, name, form in parts:
        said += (text,) if name is None else (text, say(values[name], words, form, opened=opened))
    return "".join(said)
