"""Seats by their printed names, and players by id; what belongs to a side is asked of a type that the referee's seat is
not.
"""

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import pytest
from pydantic import TypeAdapter, ValidationError

import rules.games
from rules.frozen import Frozen
from rules.game import Game
from rules.games.gathering_storm.powers import POWERS, alliance_of
from rules.games.marne_1918.combat import enemy
from rules.notice import tell_all
from rules.seat import FORMER, REFEREE, Player, Seat, SideSeat, sides
from tests.games import all_games
from tests.high_card import BLUE
from tests.rules.campaign.helpers import BERT, two_players

SIDES_ONLY = ("power", "side", "owner", "about", "drawer", "attacker")
"""What a parameter is called that means a side, if it is a seat at all."""


class Chair(Frozen):
    seat: Seat
    player: Player


def test_they_are_read_from_json_as_what_they_are() -> None:
    chair = Chair.model_validate_json('{"seat":"Allies","player":7}')
    assert (type(chair.seat), type(chair.player)) == (SideSeat, Player)
    assert chair.model_dump_json() == '{"seat":"Allies","player":7}'
    assert TypeAdapter(Seat).validate_python("Referee") == REFEREE


@pytest.mark.parametrize(
    "given", [{"seat": "", "player": 1}, {"seat": "Allies", "player": -1}, {"seat": 3, "player": 1}]
)
def test_nonsense_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Chair.model_validate(given)


def test_those_who_were_forgotten_are_counted_from_one() -> None:
    assert [Player(FORMER + number).former for number in (0, 1, 2)] == [0, 1, 2]
    assert [str(Player(each)) for each in (7, FORMER + 1)] == ["<@7>", "Former player 1"]


def test_a_player_is_written_as_a_mention() -> None:
    assert str(tell_all("{player}", player=Player(42))) == "<@42>"


def test_a_player_is_an_id() -> None:
    assert two_players().campaign.roster[BLUE] == (Player(BERT),)


@pytest.mark.parametrize("name", all_games())
def test_the_seats_of_a_game_are_sides_whoever_names_them(name: str) -> None:
    for side in all_games()[name].seats:
        for again in (Seat(side), copy.deepcopy(side), pickle.loads(pickle.dumps(side))):
            assert type(again) is SideSeat
            assert {side: 1}[again] == 1
        assert type(TypeAdapter(Seat).validate_python(str(side))) is SideSeat


def test_the_referee_plays_no_side() -> None:
    assert not isinstance(REFEREE, SideSeat)
    assert not isinstance(Seat("Referee"), SideSeat)
    assert [*sides([REFEREE, *POWERS])] == [*POWERS]
    with pytest.raises(ValueError, match="The referee plays no side"):
        SideSeat("Referee")
    with pytest.raises(ValidationError):
        TypeAdapter(SideSeat).validate_python("Referee")


def test_a_sides_property_needs_a_side() -> None:
    """The type checkers hold the callers to it: ``make check``."""
    assert get_type_hints(alliance_of)["power"] is SideSeat
    assert get_type_hints(enemy) == {"seat": SideSeat, "return": SideSeat}
    assert get_type_hints(Game.facts)["seat"] == SideSeat | None
    assert get_type_hints(Game.ledger)["about"] == SideSeat | None


def functions() -> Iterator[tuple[str, Any]]:
    """Every function and method of the games."""
    for module in pkgutil.walk_packages(rules.games.__path__, "rules.games."):
        inside = importlib.import_module(module.name)
        for _, each in inspect.getmembers(inside):
            if getattr(each, "__module__", "") != module.name:
                continue
            if inspect.isfunction(each):
                yield f"{module.name}.{each.__name__}", each
            elif inspect.isclass(each):
                methods = inspect.getmembers(each, inspect.isfunction)
                yield from ((f"{module.name}.{each.__name__}.{name}", method) for name, method in methods)


def test_no_game_function_takes_a_seat_for_a_side() -> None:
    every = dict(functions())
    assert len(every) > 1000
    found = []
    for name, function in every.items():
        for parameter in inspect.signature(function).parameters.values():
            kind = parameter.annotation
            if parameter.name in SIDES_ONLY and Seat in (kind, *get_args(kind)):
                found.append(f"{name}: {parameter.name}")
    assert found == []
