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
from rules.games.gathering_storm.draw import draw
from rules.games.gathering_storm.entries import enter
from rules.games.gathering_storm.events import IndexMoved, Moved, StormEvent
from rules.games.gathering_storm.ledger import contributions, eai
from rules.games.gathering_storm.placement import place
from rules.games.gathering_storm.play import play
from rules.games.gathering_storm.research import assign, reassign, record
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.tables import StormTables
from rules.games.gathering_storm.turn import next_phase, next_turn
from rules.notice import Seat

Steps = Generator[StormEvent, State, State]


def decide(
    tables: StormTables, state: State, seat: Seat, command: StormCommand, dice: Dice
) -> Generator[StormEvent, State, None]:
    """Do what a seat asks for, then say what moved by it."""
    after = yield from _deed(tables, state, seat, command, dice)
    yield from moves(tables, state, after)


def _deed(tables: StormTables, state: State, seat: Seat, command: StormCommand, dice: Dice) -> Steps:
    match command:
        case Draw():
            return draw(tables, state, dice)
        case Play():
            return play(tables, state, seat, command)
        case NextPhase():
            return next_phase(tables, state)
        case NextTurn():
            return next_turn(tables, state)
        case Place():
            return place(tables, state, seat, command)
        case Assign():
            return assign(tables, state, seat, command)
        case Reassign():
            return reassign(tables, state, seat, command)
        case Record():
            return record(tables, state, seat, command)
        case _:
            return enter(tables, state, seat, command)


def moves(tables: StormTables, before: State, after: State) -> Generator[StormEvent, State, None]:
    """Conditional support events: what runs follows its inputs. Every running effect that came in or moved, and the
    EAI."""
    was = {each.key: each.change for each in contributions(tables, before)}
    for each in contributions(tables, after):
        change, old = each.change, was.get(each.key)
        if old is None or old.amount != change.amount:
            yield Moved(
                card=each.card,
                kind=each.kind,
                account=change.account,
                power=change.power,
                target=change.target,
                before=None if old is None else old.amount,
                after=change.amount,
                draws_none=change.draws_none,
                ruling=change.ruling,
            )
    index_before, index_after = eai(tables, before), eai(tables, after)
    if index_before != index_after:
        yield IndexMoved(before=index_before, after=index_after)
