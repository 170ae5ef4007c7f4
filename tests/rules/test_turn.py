"""Going on: the same two commands in every game that has phases or turns."""

import pytest
from pydantic import ValidationError

from rules.turn import NextPhase, NextTurn
from tests.games import all_games

GOING_ON = {"next_phase": NextPhase, "next_turn": NextTurn}


@pytest.mark.parametrize("id_", sorted(all_games()))
def test_every_game_goes_on_by_them_and_anyone_can_undo_it(id_: str) -> None:
    commands = all_games()[id_].commands_by_type
    for type_, kind in GOING_ON.items():
        if type_ in commands:
            assert issubclass(commands[type_], kind)
            assert commands[type_].ends_phase
            assert commands[type_].title


def test_a_phase_is_named_in_few_words() -> None:
    for game in all_games().values():
        if "next_phase" in game.commands_by_type:
            command = game.commands_by_type["next_phase"]
            assert command.model_validate({"to": "x" * 40})
            with pytest.raises(ValidationError):
                command.model_validate({"to": "x" * 41})
