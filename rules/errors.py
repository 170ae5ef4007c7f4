"""What can go wrong, and who is to read it.

Exception
├── RuleError          its text is what the player reads: one clear sentence; nothing was changed
│   ├── NotNow         the right deed at the wrong moment
│   ├── NotYours       the deed belongs to another seat, or the caller has none
│   ├── NotThere       the deed names something that is not there for it
│   └── WrongDice      dice that were given do not fit
│       └── DiceWanted dice are rolled on the table here, and some have not been given yet
└── DataError          a data file is wrong: the operator reads it at start

Everything else is a bug.
"""

from collections.abc import Callable


class RuleError(Exception):
    """A refusal. Its text is shown to the player; it changed nothing and burned no die."""


class NotNow(RuleError):
    """The right deed at the wrong moment."""


class NotYours(RuleError):
    """The deed belongs to another seat, or the caller has no seat."""


class NotThere(RuleError):
    """The deed names something that is not there for it."""


class WrongDice(RuleError):
    """The dice that were given do not fit what is rolled."""


class DiceWanted(WrongDice):
    """Dice are rolled on the table, and the procedure needs more than were given.

    ``wanted`` lists all rolls that the procedure came to, the missing one last, as printed: ``("3d6", "1d6")``.
    """

    def __init__(self, wanted: tuple[str, ...], given: int) -> None:
        self.wanted = wanted
        self.given = given
        needed = " then ".join(wanted)
        said = f"you gave {given}" if given else "give their faces, e.g. `dice:4 3 6`"
        super().__init__(f"This needs {needed} rolled on your table; {said}.")


class DataError(Exception):
    """A data file is wrong. The text names the file, the place in it and what is wrong there."""


def passes(check: Callable[..., object], *facts: object) -> bool:
    """Whether a check lets something through: it does not raise ``RuleError``."""
    try:
        check(*facts)
    except RuleError:
        return False
    return True
