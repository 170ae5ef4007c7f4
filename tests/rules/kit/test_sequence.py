"""The sequence of play as rows, with a turn of three phases of which two are called alike."""

import re
from dataclasses import dataclass

import pytest
from pydantic import ValidationError

from rules.command import GameCommand
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.turn import NextPhase as NextStormPhase
from rules.games.gathering_storm.turn import NextTurn as NextStormTurn
from rules.games.marne_1918.phases import SIDES
from rules.games.marne_1918.turn import NextPhase, NextTurn
from rules.kit import sequence
from rules.kit.sequence import Steps
from rules.line import Line, line
from tests.games import all_games


@dataclass(frozen=True)
class Row:
    """A phase that players read with a number."""

    printed: str
    number: int

    @property
    def shown(self) -> Line:
        return line("{title}, {count}", title=Line(self.printed), count=self.number)


DRAW, FIRST, SECOND = Row("Draw", 1), Row("Fight", 1), Row("Fight", 2)


def at(place: int, turn: int = 3) -> Steps[Row]:
    return Steps(turn, (DRAW, FIRST, SECOND), place, last_turn=4)


@pytest.mark.parametrize(
    ("place", "name", "found"),
    [(0, "", FIRST), (0, " fight ", FIRST), (1, "Fight", SECOND), (0, "fight, 2", SECOND), (1, "", SECOND)],
)
def test_a_name_means_the_next_step_that_has_it(place: int, name: str, found: Row) -> None:
    assert at(place).called(name) == found


@pytest.mark.parametrize(("place", "name"), [(0, "Draw"), (2, "Fight"), (2, "fight, 2"), (0, "Supply")])
def test_a_step_that_is_over_cannot_be_named(place: int, name: str) -> None:
    with pytest.raises(NotThere, match="No phase with that name is left this turn"):
        at(place).called(name)


def test_after_the_last_step_only_the_turn_ends() -> None:
    with pytest.raises(NotNow, match=re.escape("This is the last phase of the turn. `/turn next` ends the turn.")):
        at(2).called()


@pytest.mark.parametrize(
    ("command", "ended"),
    [
        (NextPhase(), (DRAW,)), (NextPhase(to="Fight"), (DRAW,)), (NextPhase(to="fight, 2"), (DRAW, FIRST)),
        (NextPhase(to="Supply"), (DRAW,)), (NextTurn(), (DRAW, FIRST, SECOND)),
        (NextStormPhase(to="fight, 2"), (DRAW, FIRST)), (NextStormTurn(), (DRAW,)),
    ],
    ids=lambda each: str(each),
)  # fmt: skip
def test_a_command_ends_what_it_passes(command: GameCommand, ended: tuple[Row, ...]) -> None:  # type: ignore[type-arg]
    assert at(0).ended(command) == ended


def test_its_button_names_what_comes_next() -> None:
    assert [str(now.going_on) for now in (at(0), at(2), at(2, turn=4))] == ["Next: Fight", "Next turn", "End the game"]
    over = Steps(3, (DRAW, FIRST, SECOND), 0, passes=lambda row: row is not SECOND)
    assert str(Steps(3, (DRAW, FIRST), 0, passes=lambda row: row is FIRST).going_on) == "Next turn"
    assert str(over.going_on) == "Next: Fight"


def test_what_is_due_says_how_the_step_ends() -> None:
    due = at(1).due("key", SIDES, Line("Fight your combats."))
    assert {seat: str(each.whole) for seat, each in due.items()} == dict.fromkeys(
        SIDES, "Fight your combats. Then press **Next: Fight**."
    )


GOING_ON = {"next_phase": sequence.NextPhase, "next_turn": sequence.NextTurn}


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
