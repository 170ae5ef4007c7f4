"""Marne 1918: Friedensturm. The random events of the Allies: drawn, filed by their symbols, played at their moment."""

from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic import TypeAdapter

from rules.dice import Dice
from rules.game import Game, Offer
from rules.games.marne_1918 import evolve, offers, procedures, report, state, views, walk
from rules.games.marne_1918.commands import COMMANDS, MarneCommand
from rules.games.marne_1918.events import EVENTS, MarneEvent
from rules.games.marne_1918.hand import Steps
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import State, re_entered
from rules.games.marne_1918.tables import MarneTables
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

    def after_ruling(self, state: State) -> State:
        """Markers that have not been drawn are where the rulings on their entry put them."""
        return re_entered(self.tables, state)

    def decide(self, state: State, seat: Seat, command: MarneCommand, dice: Dice) -> Steps:
        """Do what a seat asks for."""
        return procedures.decide(self.tables, state, seat, command, dice)

    def evolve(self, state: State, event: MarneEvent) -> State:
        """The state after an event."""
        return evolve.evolve(self.tables, state, event)

    def report(self, event: MarneEvent) -> Iterable[Notice]:
        """What is told of an event."""
        return report.report(self.tables, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now."""
        return offers.offers(self.tables, state, seat)

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""
        return views.status(self.tables, state)

    def phases_to_come(self, state: State) -> Iterable[str]:
        """The phases of this turn that are still to come."""
        return map(str, walk.to_come(self.tables, state))

    def supply(self, state: State) -> Iterable[Public]:
        """What is publicly known of the pools."""
        return views.supply(self.tables, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """What a side holds in secret."""
        return views.hand(self.tables, state, seat)
