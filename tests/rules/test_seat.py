"""Seats by their printed names, and players by id."""

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.frozen import Frozen
from rules.notice import tell_all
from rules.seat import REFEREE, Player, Seat
from tests.high_card import BLUE
from tests.rules.campaign.helpers import BERT, two_players


class Chair(Frozen):
    seat: Seat
    player: Player


def test_they_are_read_from_json_as_what_they_are() -> None:
    chair = Chair.model_validate_json('{"seat":"Allies","player":7}')
    assert (type(chair.seat), type(chair.player)) == (Seat, Player)
    assert chair.model_dump_json() == '{"seat":"Allies","player":7}'
    assert TypeAdapter(Seat).validate_python("Referee") == REFEREE


@pytest.mark.parametrize(
    "given", [{"seat": "", "player": 1}, {"seat": "Allies", "player": -1}, {"seat": 3, "player": 1}]
)
def test_nonsense_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Chair.model_validate(given)


def test_a_player_is_written_as_a_mention() -> None:
    assert str(tell_all("{player}", player=Player(42))) == "<@42>"


def test_a_player_is_an_id() -> None:
    assert two_players().campaign.roster[BLUE] == (Player(BERT),)
