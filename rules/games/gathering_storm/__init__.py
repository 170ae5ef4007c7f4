"""Gathering Storm: general and national random events, their running effects, and a ledger of all of them."""

from collections.abc import Iterable
from typing import Any, ClassVar

from pydantic import TypeAdapter

from rules.dice import Dice
from rules.game import Game, Offer, Procedure
from rules.games.gathering_storm import evolve, offers, procedures, report, views
from rules.games.gathering_storm.commands import COMMANDS, StormCommand
from rules.games.gathering_storm.events import EVENTS, StormEvent
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.tables import StormTables
from rules.notice import Notice, Public, Seat, Secret
from rules.ruling import Tables


class GatheringStorm(Game[State, StormCommand, StormEvent]):
    """The game with the tables read from its data."""

    id: ClassVar[str] = "gathering-storm"
    title: ClassVar[str] = "Gathering Storm"
    seats: ClassVar[tuple[Seat, ...]] = POWERS
    commands: ClassVar[TypeAdapter[Any]] = COMMANDS
    events: ClassVar[TypeAdapter[Any]] = EVENTS
    tables_type: ClassVar[type[Tables]] = StormTables
    parts: ClassVar[tuple[str, ...]] = ("deck", "own_cards")
    has_hands: ClassVar[bool] = True

    tables: StormTables

    def start(self) -> State:
        """Turn 1, nothing drawn or entered."""
        return State()

    def decide(self, state: State, seat: Seat, command: StormCommand, dice: Dice) -> Procedure[StormEvent, State]:
        """Do what a seat asks for."""
        return procedures.decide(self.tables, state, seat, command, dice)

    def evolve(self, state: State, event: StormEvent) -> State:
        """The state after an event."""
        return evolve.evolve(self.tables, state, event)

    def report(self, event: StormEvent) -> Iterable[Notice]:
        """What is told of an event."""
        return report.report(self.tables, event)

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now."""
        return offers.offers(self.tables, state, seat)

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""
        return views.status(self.tables, state)

    def supply(self, state: State) -> Iterable[Public]:
        """How many cards of each pile were not drawn yet."""
        return views.supply(self.tables, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """The events before a power."""
        return views.hand(self.tables, state, seat)

    def ledger(self, state: State, about: Seat | None = None) -> Iterable[Notice]:
        """The running totals with every contribution and its cause."""
        return views.ledger(self.tables, state, about)
