"""Rulings: open questions, their answers by id, and what a campaign can change."""

import sys
from collections.abc import Iterator
from functools import reduce
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError

from rules.errors import NotNow, NotThere
from rules.game import AnyGame
from rules.games import GAMES
from rules.notice import Kind
from rules.ruling import Answer, GameData, NumberRuling, Rulings, WordRuling
from tests.games import all_games


class Weather(Answer):
    """Whether it rains."""

    DRY = "dry"
    WET = "wet"


class Almanac(Rulings):
    """What the almanac leaves open."""

    weather: WordRuling[Weather]
    draws: NumberRuling


class AlmanacData(GameData):
    """Nothing but rulings."""

    rulings: Almanac


WEATHER = {
    "question": "Does it rain?", "choices": {"dry": "not a drop", "wet": "cats and dogs"}, "default": "dry",
    "basis": "the almanac",
}  # fmt: skip
DRAWS = {"question": "How many?", "choices": [3, 4], "default": 3, "basis": "the almanac"}


def read(**rulings: Any) -> AlmanacData:
    return AlmanacData.model_validate({"source": "Our own", "rulings": {"weather": WEATHER, "draws": DRAWS} | rulings})


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"weather": WEATHER | {"default": "not a drop"}}, "Input should be 'dry' or 'wet'"),
        ({"weather": WEATHER | {"chosen": "damp"}}, "Input should be 'dry' or 'wet'"),
        ({"weather": WEATHER | {"basis": ""}}, "at least 1 character"),
        ({"weather": WEATHER | {"choices": {"dry": "not a drop"}}}, "the choice `wet` is missing"),
        ({"weather": WEATHER | {"choices": {"dry": "x", "wet": "y", "damp": "z"}}}, "there is no choice `damp`"),
        ({"weather": WEATHER | {"choices": {"dry": "", "wet": "y"}}}, "at least 1 character"),
        ({"draws": DRAWS | {"choices": []}}, "at least 1 item"),
        ({"draws": DRAWS | {"default": 5}}, "the answer must be one of the choices"),
        ({"draws": DRAWS | {"chosen": 5}}, "the answer must be one of the choices"),
        ({"wind": WEATHER}, "there is no ruling `wind`"),
    ],
)
def test_unknown_and_missing_rulings_are_named(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        read(**wrong)


@pytest.mark.parametrize("given", [{}, {"rulings": {}}, {"rulings": {"draws": DRAWS}}])
def test_data_without_a_ruling_is_refused_by_its_name(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="the ruling `weather` is missing"):
        AlmanacData.model_validate(given)


def test_words_can_be_changed_and_the_answer_is_the_same() -> None:
    reworded = read(weather=WEATHER | {"choices": {"dry": "fine", "wet": "foul"}})
    assert reworded.is_ruled(Weather.DRY)
    assert reworded.rulings.weather.words == "fine"


def test_the_default_holds_until_another_answer_is_chosen() -> None:
    ruled = read().with_ruling("weather", "wet")
    assert (read().is_ruled(Weather.DRY), read().is_ruled(Weather.WET)) == (True, False)
    assert (ruled.is_ruled(Weather.DRY), ruled.is_ruled(Weather.WET)) == (False, True)
    assert ruled.rulings.weather.answer is Weather.WET
    assert ruled.rulings.weather.default is Weather.DRY
    assert ruled.with_ruling("weather", "dry").is_ruled(Weather.DRY)


def test_impossible_choices_are_refused() -> None:
    with pytest.raises(NotThere, match="no such ruling"):
        read().with_ruling("wind", "dry")
    with pytest.raises(NotThere, match="not one of the choices: not a drop, cats and dogs"):
        read().with_ruling("weather", "not a drop")
    with pytest.raises(NotNow, match="already applies"):
        read().with_ruling("weather", "dry")


def test_a_number_and_its_text_are_two_answers() -> None:
    assert read().with_ruling("draws", 4).rulings.draws.answer == 4
    with pytest.raises(NotThere, match="not one of the choices: 3, 4"):
        read().with_ruling("draws", "4")


def test_nothing_is_an_answer_too() -> None:
    assert read(draws=DRAWS | {"choices": [0, 3]}).with_ruling("draws", 0).rulings.draws.answer == 0


def test_early_rulings_are_settled_by_any_choice() -> None:
    data = read(weather=WEATHER | {"settle_first": "It is dry."})
    for each in (data, data.with_ruling("weather", "wet")):
        assert [ruling.name for ruling in each.rulings.to_settle_first] == ["weather"]


def at(data: Any, difficulty: str) -> Any:
    """The data with what a difficulty rules."""
    return reduce(lambda ruled, answer: ruled.with_choice(*answer), data.answers_of(difficulty).items(), data)


def test_the_first_of_equal_difficulties_is_current() -> None:
    given = {"weather": WEATHER, "draws": DRAWS}
    levels = {"usual": {"title": "Usual"}, "plain": {"title": "Plain", "answers": {"draws": 3}}}
    hard = {"hard": {"title": "Hard", "answers": {"draws": 4}}}
    data = AlmanacData.model_validate({"source": "Our own", "rulings": given, "difficulties": levels | hard})
    assert data.difficulty == at(data, "plain").difficulty == "usual"
    assert at(data, "hard").difficulty == "hard"
    assert at(data, "hard").with_ruling("weather", "wet").difficulty == "hard", "none of them names it"
    with pytest.raises(NotThere, match="no such difficulty"):
        data.answers_of("easy")


def test_the_ruling_that_decided_is_told_in_words() -> None:
    told = read().rulings.weather.tell()
    assert (str(told), told.kind) == ("Does it rain? **not a drop** (`weather`)", Kind.RULING)
    assert str(read().rulings["draws"].tell()) == "How many? **3** (`draws`)"


def test_a_game_without_rulings_prints_no_tables_either() -> None:
    data = GameData.model_validate({"source": "Our own"})
    assert (data.rulings.by_name, data.printed_tables, data.printed_lists, [*data.problems()]) == ({}, {}, {}, [])


def test_an_unknown_choice_in_the_log_changes_nothing() -> None:
    assert read().with_choice("fog", "dry") == read()
    assert read().with_choice("weather", "damp") == read()
    assert read().with_choice("weather", "wet").is_ruled(Weather.WET)
    assert [read().said(*each) for each in (("fog", "dry"), ("weather", "damp"), ("weather", "wet"), ("draws", 4))] == [
        "dry", "damp", "cats and dogs", "4",
    ]  # fmt: skip


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_answers_of_a_game_are_those_of_its_rulings(game: type[AnyGame]) -> None:
    """So ``is_ruled`` finds a ruling for each of them, and none has two."""
    module = sys.modules[f"{game.__module__}.rulings"]
    declared = [*classes_in_module(module)]
    rulings = all_games()[game.id].data.rulings
    assert {*rulings.by_answers} == {*declared}
    words = [each for each in rulings.by_name.values() if isinstance(each, WordRuling)]
    assert len(words) == len(rulings.by_answers)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_difficulty_sets_every_ruling_any_difficulty_names(game: type[AnyGame]) -> None:
    data = all_games()[game.id].data
    for before, after in product(data.difficulties, repeat=2):
        assert at(at(data, before), after).difficulty == after


def classes_in_module(module: ModuleType) -> Iterator[type[Answer]]:
    """The answers that a module declares."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Answer) and value is not Answer:
            yield value
