"""Gathering Storm: general and national random events, their running effects, and a ledger of all of them."""

from collections.abc import Iterable
from typing import Any, ClassVar, get_args

from pydantic import TypeAdapter

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.game import Game
from rules.games.gathering_storm import evolve, offers, procedures, report, turn, views
from rules.games.gathering_storm.commands import COMMANDS, StormCommand
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.events import EVENTS, StormEvent
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.notice import Notice, Public, Secret
from rules.ruling import GameData
from rules.seat import Seat


class GatheringStorm(Game[StormData, State]):
    """The game with the data read from its data."""

    id: ClassVar[str] = "gathering-storm"
    title: ClassVar[str] = "Gathering Storm"
    seats: ClassVar[tuple[Seat, ...]] = POWERS
    commands: ClassVar[Any] = get_args(StormCommand)
    events: ClassVar[Any] = get_args(StormEvent)
    data_type: ClassVar[type[GameData]] = StormData
    data_parts: ClassVar[tuple[str, ...]] = ("deck", "own_cards")
    shows: ClassVar[frozenset[str]] = frozenset({"hand", "pool"})

    data: StormData

    def start(self) -> State:
        """Turn 1, nothing drawn or entered."""
        return State()

    def decide(self, state: State, seat: Seat, command: StormCommand, dice: Dice) -> Procedure[State]:
        """Do what a seat asks for."""
        return procedures.decide(self.data, state, seat, command, dice)

    def apply(self, state: State, event: StormEvent) -> State:
        """The state after an event."""
        return evolve.evolve(self.data, state, event)

    def tell(self, event: StormEvent) -> Iterable[Notice]:
        """What is told of an event."""
        return report.report(self.data, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now."""
        return offers.offers(self.data, state, seat)

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""
        return views.status(self.data, state)

    def pool(self, state: State) -> Iterable[Public]:
        """How many cards of each pile were not drawn yet."""
        return views.supply(self.data, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """The events before a power."""
        return views.hand(self.data, state, seat)

    def remaining_phases(self, state: State) -> Iterable[str]:
        """The phases of this turn that are still to come."""
        return turn.to_come(self.data, state)

    def ledger(self, state: State, about: Seat | None = None) -> Iterable[Notice]:
        """The running totals with every contribution and its cause."""
        return views.ledger(self.data, state, about)
