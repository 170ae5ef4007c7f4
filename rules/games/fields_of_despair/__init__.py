"""Fields of Despair: the Central Powers play themselves by the solitaire guide, in turns 7 to 9."""

from collections.abc import Iterable
from typing import Any, ClassVar, get_args

from pydantic import TypeAdapter

from rules.command import Offer
from rules.dice import Dice
from rules.game import Game
from rules.games.fields_of_despair import evolution, offers, procedures, report, state
from rules.games.fields_of_despair.commands import COMMANDS, FieldsCommand
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.events import (
    EVENTS,
    FieldsEvent,
)
from rules.games.fields_of_despair.procedures.steps import Steps
from rules.games.fields_of_despair.report import sequence
from rules.games.fields_of_despair.state import State
from rules.notice import Public
from rules.ruling import GameData
from rules.seat import Seat


class FieldsOfDespair(Game[FieldsData, State]):
    """The game with the data read from its data."""

    id: ClassVar[str] = "fields-of-despair"
    title: ClassVar[str] = "Fields of Despair"
    seats: ClassVar[tuple[Seat, ...]] = (ALLIES,)
    commands: ClassVar[Any] = get_args(FieldsCommand)
    events: ClassVar[Any] = get_args(FieldsEvent)
    data_type: ClassVar[type[GameData]] = FieldsData

    data: FieldsData

    def start(self) -> State:
        """Turn 7, nothing told of the board yet."""
        return state.start(self.data)

    def decide(self, state: State, seat: Seat, command: FieldsCommand, dice: Dice) -> Steps:
        """Do what a seat asks for."""
        return procedures.decide(self.data, state, seat, command, dice)

    def apply(self, state: State, event: FieldsEvent) -> State:
        """The state after an event."""
        return evolution.evolve(state, event)

    def tell(self, event: FieldsEvent) -> Iterable[Public]:
        """What is told of an event."""
        return report.report(self.data, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now: the referee has nothing to do but to put things right."""
        return offers.offers(self.data, state) if seat == ALLIES else ()

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands."""
        return sequence.status(self.data, state)

    def pool(self, state: State) -> Iterable[Public]:
        """The Central Powers' blocks and SPs."""
        return sequence.board(state)
