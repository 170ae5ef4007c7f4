"""Doing what a seat asks for; after it, telling which running effects moved."""

from collections.abc import Generator

from rules.dice import Dice
from rules.games.gathering_storm.commands import (
    Assign,
    Draw,
    NextPhase,
    NextTurn,
    Place,
    Play,
    Reassign,
    Record,
    StormCommand,
)
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.draw import draw
from rules.games.gathering_storm.entries import enter
from rules.games.gathering_storm.events import StormEvent
from rules.games.gathering_storm.moves import moves
from rules.games.gathering_storm.placement import place
from rules.games.gathering_storm.play import play
from rules.games.gathering_storm.research import assign, reassign, record
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.turn import go_on, is_last, next_turn
from rules.seat import Seat

Steps = Generator[StormEvent, State, State]


def decide(
    data: StormData, state: State, seat: Seat, command: StormCommand, dice: Dice
) -> Generator[StormEvent, State, None]:
    """Do what a seat asks for, then say what moved by it."""
    after = yield from _deed(data, state, seat, command, dice)
    yield from moves(data, state, after)


def _deed(data: StormData, state: State, seat: Seat, command: StormCommand, dice: Dice) -> Steps:
    match command:
        case Draw():
            return draw(data, state, dice)
        case Play():
            return play(data, state, seat, command)
        case NextPhase(to=to):
            return go_on(data, state, to)
        case NextTurn():
            return next_turn(data, state) if is_last(data, state) else go_on(data, state)
        case Place():
            return place(data, state, seat, command)
        case Assign():
            return assign(data, state, seat, command)
        case Reassign():
            return reassign(data, state, seat, command)
        case Record():
            return record(data, state, seat, command)
        case _:
            return enter(data, state, seat, command)
