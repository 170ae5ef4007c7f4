"""The errors of the rules, and who reads their text.

Exception
├── RuleError          a refusal: the player reads its text, one clear sentence, and nothing was changed
│   ├── NotNow         the right action at the wrong moment
│   │   └── Closed     the campaign cannot be played by this bot
│   ├── NotYours       the action belongs to another seat, or the caller has none
│   │   └── NotSeated  the action is a player's, and the caller holds no seat
│   ├── NotThere       the action names something that does not exist or cannot be used for it
│   ├── Unsure         the action would skip something, or is probably a slip: the player is asked first
│   ├── OtherDice      what is done again would roll other dice than it did
│   └── WrongDice      the dice that a player gave do not fit the roll
│       └── DiceWanted players roll their own dice, and some faces have not been given yet
└── DataError          a data file is wrong: its operator or its author reads the text

Everything else is a bug.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from rules.line import Line, Listed, in_turn, line
from rules.secrets import plain


class RuleError(Exception):
    """A refusal. The player reads its text, a template with its values; it changed nothing and used no die."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template, values)

    @cached_property
    def text(self) -> Line:
        """What the player reads."""
        template, values = self.args
        return template if isinstance(template, Line) else Line(template, values)

    def __str__(self) -> str:
        return str(self.text)


class NotNow(RuleError):
    """The right action at the wrong moment."""


class Closed(NotNow):
    """The campaign cannot be played by this bot: whoever runs it must do something."""


class NotYours(RuleError):
    """The action belongs to another seat, or the caller has no seat."""


class NotSeated(NotYours):
    """The action is a player's, and the caller holds no seat."""

    def __init__(self) -> None:
        super().__init__("You hold no seat in this campaign. `/campaign join` takes one.")


class NotThere(RuleError):
    """The action names something that does not exist or cannot be used for it."""


class Unsure(RuleError):
    """The action would skip something, or is probably a slip. ``skipped`` says what, line by line."""

    def __init__(self, skipped: tuple[Line, ...]) -> None:
        self.skipped = skipped
        super().__init__("Go on anyway? {skipped}", skipped=Listed(skipped, " "))


class OtherDice(RuleError):
    """What is done again would roll other dice than those that fell."""

    def __init__(self) -> None:
        super().__init__("It would roll other dice now than those that fell.")


class WrongDice(RuleError):
    """The dice that a player gave do not fit the roll."""


class DiceWanted(WrongDice):
    """Players roll their own dice, and the procedure needs more faces than they gave.

    ``wanted`` lists the rolls of the procedure so far, the missing one last: ``("3d6", "1d6")``. ``given`` counts the
    faces that were given.
    """

    def __init__(self, wanted: tuple[str, ...], given: int) -> None:
        self.wanted = wanted
        self.given = given
        dice = in_turn(wanted)
        if given:
            super().__init__("This needs {dice} rolled on your table; you gave {given}.", dice=dice, given=given)
        else:
            super().__init__("This needs {dice} rolled on your table; give their faces, e.g. `dice:4 3 6`.", dice=dice)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in data: where it stands in a file, the path of the field, and the message."""

    message: Line
    file: str = ""
    line: int | None = None
    path: str = ""

    @property
    def said(self) -> Line:
        """The fault without the file, as a player reads it."""
        if self.line is not None and self.path:
            return line("line {line}: `{path}`: {fault}", line=self.line, path=plain(self.path), fault=self.message)
        if self.line is not None:
            return line("line {line}: {fault}", line=self.line, fault=self.message)
        return line("`{path}`: {fault}", path=plain(self.path), fault=self.message) if self.path else self.message

    def __str__(self) -> str:
        """The same as an operator reads it."""
        place = "" if self.line is None else f"line {self.line}: "
        return f"{place}{self.path}{': ' if self.path else ''}{self.message}"


class DataError(Exception):
    """Data is wrong: a file, or what a campaign keeps. Of a fault with a path the file is named once, above it."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = tuple(each if isinstance(each, Fault) else Fault(Line(each)) for each in faults)
        super().__init__("\n".join(self._read()))

    def _read(self) -> Iterator[str]:
        for file, of_file in groupby(self.faults, key=lambda each: each.file):
            every = [*of_file]
            if any(each.path for each in every):
                yield f"{file}:"
                yield from (f"  {each}" for each in every)
            else:
                yield from (f"{file}: {each}" if file else str(each) for each in every)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is wrong, as a player reads it: each file, then its faults."""
        told = list[Line]()
        for file, of_file in groupby(self.faults, key=lambda each: each.file):
            told += [line("{file}:", file=plain(file))] if file else []
            told += [each.said for each in of_file]
        return tuple(told)


def passes(check: Callable[..., object], *facts: object) -> bool:
    """Return whether ``check(*facts)`` passes, which means that it raises no ``RuleError``."""
    try:
        check(*facts)
    except RuleError:
        return False
    return True
