"""Fields of Despair: the Central Powers play themselves by the solitaire guide, in turns 7 to 9."""

from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic import TypeAdapter

from rules.dice import Dice
from rules.game import Game, Offer
from rules.games.fields_of_despair import evolution, offers, procedures, report, state
from rules.games.fields_of_despair.commands import COMMANDS, FieldsCommand
from rules.games.fields_of_despair.events import (
    EVENTS,
    FieldsEvent,
)
from rules.games.fields_of_despair.procedures.steps import Steps
from rules.games.fields_of_despair.report import sequence
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.tables import ALLIES, FieldsTables
from rules.notice import Public, Seat
from rules.ruling import Tables


class FieldsOfDespair(Game[State, FieldsCommand, FieldsEvent]):
    """The game with the tables read from its data."""

    id: ClassVar[str] = "fields-of-despair"
    title: ClassVar[str] = "Fields of Despair"
    seats: ClassVar[tuple[Seat, ...]] = (ALLIES,)
    commands: ClassVar[TypeAdapter[Any]] = COMMANDS
    events: ClassVar[TypeAdapter[Any]] = EVENTS
    tables_type: ClassVar[type[Tables]] = FieldsTables

    tables: FieldsTables

    def start(self) -> State:
        """Turn 7, nothing told of the board yet."""
        return state.start(self.tables)

    def decide(self, state: State, seat: Seat, command: FieldsCommand, dice: Dice) -> Steps:
        """Do what a seat asks for."""
        return procedures.decide(self.tables, state, seat, command, dice)

    def evolve(self, state: State, event: FieldsEvent) -> State:
        """The state after an event."""
        return evolution.evolve(state, event)

    def report(self, event: FieldsEvent) -> Iterable[Public]:
        """What is told of an event."""
        return report.report(self.tables, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now: the referee has nothing to do but to put things right."""
        return offers.offers(self.tables, state) if seat == ALLIES else ()

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands."""
        return sequence.status(self.tables, state)

    def supply(self, state: State) -> Iterable[Public]:
        """The Central Powers' blocks and SPs."""
        return sequence.board(state)
