"""Marne 1918: Friedensturm. The random events of the Allies, drawn from a pool and filed by their symbols."""

from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic import TypeAdapter

from rules.dice import Dice
from rules.game import Game, Offer
from rules.games.marne_1918 import offers, procedures, report, state
from rules.games.marne_1918.commands import COMMANDS, MarneCommand
from rules.games.marne_1918.events import EVENTS, MarneEvent
from rules.games.marne_1918.state import State
from rules.games.marne_1918.tables import ALLIES, GERMANS, MarneTables
from rules.notice import Notice, Public, Seat, Secret
from rules.ruling import Tables


class Marne1918(Game[State, MarneCommand, MarneEvent]):
    """The game with the tables read from its data."""

    id: ClassVar[str] = "marne-1918"
    title: ClassVar[str] = "Marne 1918"
    seats: ClassVar[tuple[Seat, ...]] = (ALLIES, GERMANS)
    commands: ClassVar[TypeAdapter[Any]] = COMMANDS
    events: ClassVar[TypeAdapter[Any]] = EVENTS
    tables_type: ClassVar[type[Tables]] = MarneTables
    has_hands: ClassVar[bool] = True

    tables: MarneTables

    def start(self) -> State:
        """Turn 1, its markers in the pools."""
        return state.start(self.tables)

    def decide(self, state: State, seat: Seat, command: MarneCommand, dice: Dice) -> procedures.Steps:
        """Do what a seat asks for."""
        return procedures.decide(self.tables, state, seat, command, dice)

    def evolve(self, state: State, event: MarneEvent) -> State:
        """The state after an event."""
        return procedures.evolve(self.tables, state, event)

    def report(self, event: MarneEvent) -> Iterable[Notice]:
        """What is told of an event."""
        return report.report(self.tables, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now."""
        return offers.offers(self.tables, state, seat)

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""
        return report.status(self.tables, state)

    def supply(self, state: State) -> Iterable[Public]:
        """What is publicly known of the pools."""
        return report.supply(self.tables, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """What a side holds in secret."""
        return report.hand(self.tables, state, seat)
