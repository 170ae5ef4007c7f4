"""What a group writes into a file of cards must be meant: no number in quotes, no nought that changes nothing.

These checks hold where a file is read. The data that a campaign keeps is read as it always was.
"""

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo

from rules.line import Line

NUMBERED = re.compile(r"(general|Germany|Italy|Britain|France|Russia)#[1-9][0-9]{0,2}")


def _meant(is_meant: Callable[[object], bool], otherwise: Line) -> BeforeValidator:
    """Return the check that a value is written as it is meant."""

    def check(value: object, info: ValidationInfo) -> object:
        if info.context and not is_meant(value):
            raise ValueError(otherwise)
        return value

    return BeforeValidator(check)


def _id(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"[a-z0-9-]+", value):
        raise ValueError(Line("it must be of lower-case letters, digits and dashes"))
    return value


def _pile_and_number(value: object) -> object:
    if isinstance(value, str) and not NUMBERED.fullmatch(value):
        raise ValueError(Line("it must be a pile and a number, such as Germany#37 or general#5"))
    return value


WHOLE = Line("it must be a whole number, without quotes or a decimal point")
ONE_LINE = Line("it must be one line of text, without blanks at its ends")
Whole = Annotated[int, _meant(lambda value: type(value) is int, WHOLE)]
NotZero = Annotated[Whole, _meant(lambda value: value != 0 or type(value) is not int, Line("it must not be 0"))]
YesNo = Annotated[bool, _meant(lambda value: type(value) is bool, Line("it must be true or false, without quotes"))]
OneLine = Annotated[
    str, _meant(lambda it: not isinstance(it, str) or (it == it.strip() and it.isprintable()), ONE_LINE)
]
CardId = Annotated[str, BeforeValidator(_id)]
NumberedId = Annotated[str, BeforeValidator(_pile_and_number)]
