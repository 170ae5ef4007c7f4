"""The errors of the rules, and who reads their text.

Exception
├── RuleError          a refusal: the player reads its text, one clear sentence, and nothing was changed
│   ├── NotNow         the right action at the wrong moment
│   ├── NotYours       the action belongs to another seat, or the caller has none
│   │   └── NotSeated  the action is a player's, and the caller holds no seat
│   ├── NotThere       the action names something that does not exist or cannot be used for it
│   ├── Unsure         the action would skip something, or is probably a slip: the player is asked first
│   ├── OtherDice      what is done again would roll other dice than it did
│   └── WrongDice      the dice that a player gave do not fit the roll
│       └── DiceWanted players roll their own dice, and some faces have not been given yet
└── DataError          a data file is wrong: the operator reads the text when the bot starts

Everything else is a bug.
"""

from collections.abc import Callable

from rules.line import Line, Listed, in_turn


class RuleError(Exception):
    """A refusal. The player reads its text, a template with its values; it changed nothing and used no die."""

    def __init__(self, template: str, /, **values: object) -> None:
        self.text = template if isinstance(template, Line) else Line(template, values)
        super().__init__(str(self.text))


class NotNow(RuleError):
    """The right action at the wrong moment."""


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
        if given:
            super().__init__(
                "This needs {dice} rolled on your table; you gave {given}.", dice=in_turn(wanted), given=given
            )
        else:
            super().__init__(
                "This needs {dice} rolled on your table; give their faces, e.g. `dice:4 3 6`.", dice=in_turn(wanted)
            )


class DataError(Exception):
    """Data is wrong: a file (the text names the file, the field and the problem), or what a campaign keeps."""


def passes(check: Callable[..., object], *facts: object) -> bool:
    """Whether ``check(*facts)`` passes, which means that it raises no ``RuleError``."""
    try:
        check(*facts)
    except RuleError:
        return False
    return True
