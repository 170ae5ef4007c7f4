"""What a group writes into a file of cards must be meant: no number in quotes, no nought that changes nothing.

These checks hold where a file is read. The data that a campaign keeps is read as it always was.
"""

import re
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo

from rules.line import Line

NUMBERED = re.compile(r"(general|Germany|Italy|Britain|France|Russia)#[1-9][0-9]{0,2}")


def _whole(value: object, info: ValidationInfo) -> object:
    if info.context and type(value) is not int:
        raise ValueError(Line("it must be a whole number, without quotes or a decimal point"))
    return value


def _not_zero(value: object, info: ValidationInfo) -> object:
    if info.context and value == 0 and type(value) is int:
        raise ValueError(Line("it must not be 0"))
    return value


def _yes_no(value: object, info: ValidationInfo) -> object:
    if info.context and type(value) is not bool:
        raise ValueError(Line("it must be true or false, without quotes"))
    return value


def _one_line(value: object, info: ValidationInfo) -> object:
    if info.context and isinstance(value, str) and (value != value.strip() or not value.isprintable()):
        raise ValueError(Line("it must be one line of text, without blanks at its ends"))
    return value


def _id(value: object) -> object:
    if isinstance(value, str) and not re.fullmatch(r"[a-z0-9-]+", value):
        raise ValueError(Line("it must be of lower-case letters, digits and dashes"))
    return value


def _pile_and_number(value: object) -> object:
    if isinstance(value, str) and not NUMBERED.fullmatch(value):
        raise ValueError(Line("it must be a pile and a number, such as Germany#37 or general#5"))
    return value


Whole = Annotated[int, BeforeValidator(_whole)]
NotZero = Annotated[Whole, BeforeValidator(_not_zero)]
YesNo = Annotated[bool, BeforeValidator(_yes_no)]
OneLine = Annotated[str, BeforeValidator(_one_line)]
CardId = Annotated[str, BeforeValidator(_id)]
NumberedId = Annotated[str, BeforeValidator(_pile_and_number)]
