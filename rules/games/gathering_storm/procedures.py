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
from rules.games.gathering_storm.ledger import Contribution, contributions, eai
from rules.games.gathering_storm.placement import place
from rules.games.gathering_storm.play import play
from rules.games.gathering_storm.research import assign, reassign, record
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.tables import StormTables
from rules.games.gathering_storm.turn import go_on, is_last, next_turn
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
        case NextPhase(to=to):
            return go_on(tables, state, to)
        case NextTurn():
            return next_turn(tables, state) if is_last(tables, state) else go_on(tables, state)
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
    was = {each.key: each for each in contributions(tables, before)}
    now = {each.key: each for each in contributions(tables, after)}
    running = {each.card for each in after.played}
    for key, each in was.items():
        if key not in now and each.card in running:
            yield _moved(each, before=each.change.amount, after=0)
    for key, each in now.items():
        old = was[key].change.amount if key in was else None
        if old != each.change.amount:
            yield _moved(each, before=old, after=each.change.amount)
    index_before, index_after = eai(tables, before), eai(tables, after)
    if index_before != index_after:
        yield IndexMoved(before=index_before, after=index_after)


def _moved(each: Contribution, before: int | None, after: int) -> Moved:
    change = each.change
    return Moved(
        card=each.card,
        kind=each.kind,
        account=change.account,
        power=change.power,
        target=change.target,
        before=before,
        after=after,
        draws_none=change.draws_none,
        ruling=change.ruling,
    )
