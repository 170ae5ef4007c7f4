"""Rulings: open questions, their answers, and what a campaign can change."""

from typing import Any

import pytest
from pydantic import ValidationError

from rules.errors import NotNow, NotThere
from rules.notice import Kind
from rules.ruling import GameData, Ruling

WEATHER = {"question": "Does it rain?", "choices": ["no", "yes"], "default": "no", "basis": "the almanac"}


def data() -> GameData:
    return GameData.model_validate({"rulings": {"weather": WEATHER}})


@pytest.mark.parametrize("wrong", [{"default": "perhaps"}, {"chosen": "perhaps"}, {"choices": []}, {"basis": ""}])
def test_an_answer_is_one_of_the_choices_and_rests_on_something(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Ruling.model_validate(WEATHER | wrong)


def test_the_default_holds_until_another_answer_is_chosen() -> None:
    ruled = data().with_ruling("weather", "yes")
    assert (data().ruling("weather"), ruled.ruling("weather")) == ("no", "yes")
    assert ruled.rulings["weather"].default == "no"
    assert ruled.with_ruling("weather", "no").ruling("weather") == "no"


def test_what_cannot_be_ruled() -> None:
    with pytest.raises(NotThere, match="no such ruling"):
        data().with_ruling("wind", "yes")
    with pytest.raises(NotThere, match="not one of the choices: no, yes"):
        data().with_ruling("weather", "perhaps")
    with pytest.raises(NotNow, match="already applies"):
        data().with_ruling("weather", "no")


def test_a_number_and_its_text_are_two_answers() -> None:
    given = GameData.model_validate({"rulings": {"draws": WEATHER | {"choices": [3, 4], "default": 3}}})
    assert given.with_ruling("draws", 4).ruling("draws") == 4
    with pytest.raises(NotThere, match="not one of the choices: 3, 4"):
        given.with_ruling("draws", "4")


def test_the_ruling_that_decided_is_told() -> None:
    told = data().tell_ruling("weather")
    assert (str(told), told.kind) == ("Does it rain? **no** (`weather`)", Kind.RULING)


def test_a_game_without_tables_prints_none() -> None:
    assert (data().printed_tables, data().printed_lists, [*data().problems()]) == ({}, {}, [])


def test_a_choice_of_the_log_that_the_data_no_longer_has_changes_nothing() -> None:
    assert data().with_choice("fog", "no") == data()
    assert data().with_choice("weather", "perhaps") == data()
    assert data().with_choice("weather", "yes").ruling("weather") == "yes"
