"""Marne 1918: Friedensturm. The random events of the Allies: drawn, filed by their symbols, played at their moment."""

from collections.abc import Iterable
from typing import Any, ClassVar, get_args

from pydantic import TypeAdapter

from rules.command import Offer
from rules.dice import Dice
from rules.game import Game
from rules.games.marne_1918 import evolve, offers, procedures, report, state, views, walk
from rules.games.marne_1918.commands import COMMANDS, MarneCommand
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.events import EVENTS, MarneEvent
from rules.games.marne_1918.hand import Steps
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import State, re_entered
from rules.notice import Notice, Public, Secret
from rules.ruling import GameData
from rules.seat import Seat


class Marne1918(Game[MarneData, State]):
    """The game with the data read from its data."""

    id: ClassVar[str] = "marne-1918"
    title: ClassVar[str] = "Marne 1918"
    seats: ClassVar[tuple[Seat, ...]] = (ALLIES, GERMANS)
    commands: ClassVar[Any] = get_args(MarneCommand)
    events: ClassVar[Any] = get_args(MarneEvent)
    data_type: ClassVar[type[GameData]] = MarneData
    shows: ClassVar[frozenset[str]] = frozenset({"hand", "pool"})

    data: MarneData

    def start(self) -> State:
        """Turn 1, its markers in the pools."""
        return state.start(self.data)

    def on_ruling_changed(self, state: State) -> State:
        """Markers that have not been drawn are where the rulings on their entry put them."""
        return re_entered(self.data, state)

    def decide(self, state: State, seat: Seat, command: MarneCommand, dice: Dice) -> Steps:
        """Do what a seat asks for."""
        return procedures.decide(self.data, state, seat, command, dice)

    def apply(self, state: State, event: MarneEvent) -> State:
        """The state after an event."""
        return evolve.evolve(self.data, state, event)

    def tell(self, event: MarneEvent) -> Iterable[Notice]:
        """What is told of an event."""
        return report.report(self.data, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now."""
        return offers.offers(self.data, state, seat)

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""
        return views.status(self.data, state)

    def remaining_phases(self, state: State) -> Iterable[str]:
        """The phases of this turn that are still to come."""
        return map(str, walk.to_come(self.data, state))

    def pool(self, state: State) -> Iterable[Public]:
        """What is publicly known of the pools."""
        return views.supply(self.data, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """What a side holds in secret."""
        return views.hand(self.data, state, seat)
