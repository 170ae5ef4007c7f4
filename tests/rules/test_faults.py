"""What is wrong in a file of data is said in our own words, in each language."""

import re
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from bot.base.language import reading, say
from rules.faults import MESSAGES, message_of
from rules.line import Line, line


class One(BaseModel):
    kind: Literal["one"] = "one"


class Two(BaseModel):
    kind: Literal["two"]


class Card(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    title: Annotated[str, Field(min_length=2, max_length=4, pattern="^[a-z]*$")] = "ab"
    amount: Annotated[int, Field(ge=1, le=9)] = 1
    kind: Literal["open", "secret"] = "open"
    powers: Annotated[list[str], Field(min_length=1, max_length=2)] = ["x"]
    numbers: dict[str, int] = {}
    is_shown: bool = False
    part: Annotated[One | Two, Field(discriminator="kind")] = One()
    pile: str

    @field_validator("pile")
    @classmethod
    def is_known(cls, pile: str) -> str:
        if pile == "x":
            raise ValueError(line("there is no pile “{name}”", name=line("x")))
        if pile == "y":
            raise ValueError("it is no pile")
        return pile


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "this is missing"),
        ({"pile": "a", "size": 1}, "there is no such field"),
        ({"pile": "a", "amount": "1"}, "it must be a whole number"),
        ({"pile": "a", "amount": 0}, "it must be at least 1"),
        ({"pile": "a", "amount": 10}, "it must be at most 9"),
        ({"pile": 1}, "it must be text"),
        ({"pile": "a", "title": "a"}, "it needs at least 2 characters"),
        ({"pile": "a", "title": "abcde"}, "it can have at most 4 characters"),
        ({"pile": "a", "title": "AB"}, "it must be written as ^[a-z]*$"),
        ({"pile": "a", "kind": "shown"}, "it must be one of 'open' or 'secret'"),
        ({"pile": "a", "powers": []}, "it needs at least 1 entry"),
        ({"pile": "a", "powers": ["a", "b", "c"]}, "it can have at most 2 entries"),
        ({"pile": "a", "powers": "a"}, "it must be a list"),
        ({"pile": "a", "numbers": []}, "it must be a table"),
        ({"pile": "a", "is_shown": "yes"}, "it must be true or false"),
        ({"pile": "x"}, "there is no pile “x”"),
        ({"pile": "y"}, "it is no pile"),
        ({"pile": "a", "part": {"kind": "three"}}, "three is none of 'one', 'two'"),
        ({"pile": "a", "part": {}}, "its kind is missing"),
    ],
)
def test_each_fault_is_said_in_words_of_our_own(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as found:
        Card.model_validate(given)
    (error,) = found.value.errors()
    assert str(message_of(error)) == said


def test_they_are_french_for_a_french_reader() -> None:
    with reading("fr"):
        said = {template: say(template) for template in MESSAGES.values()}
    assert [template for template, french in said.items() if template == french] == []


def test_our_own_checks_keep_their_line() -> None:
    cause = ValueError(Line("{count} too many", {"count": 3}))
    told = message_of({"type": "value_error", "msg": "Value error, 3 too many", "ctx": {"error": cause}})
    assert (told, told.template) == ("3 too many", "{count} too many")
    assert message_of({"type": "value_error", "msg": "", "ctx": {"error": ValueError("too many")}}) == "too many"


def test_a_librarys_fault_keeps_its_words() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(re.Pattern[str]).validate_python("(")
    (error,) = caught.value.errors()
    assert message_of(error) == error["msg"]
