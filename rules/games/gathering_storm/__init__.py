"""Gathering Storm: general and national random events, their running effects, and a ledger of all of them."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from typing_extensions import override

from rules.command import GameCommand, GameEvent, Procedure, Upcaster, classes_in
from rules.dice import Dice
from rules.facts import Fact
from rules.game import Chapter, Due, Enquiry, Figure, Game, Orderable, Past
from rules.games.gathering_storm import (
    countries,
    crises,
    dealing,
    ending,
    entries,
    facts,
    picture,
    placement,
    playing,
    printed_deck,
    research,
    standing_orders,
    status,
    totals,
    turn,
)
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.ledger import differences
from rules.games.gathering_storm.log_events.modules import MODULES
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.line import Line, line
from rules.notice import Notice, Public, Secret
from rules.order import Order
from rules.picture import Label, Picture
from rules.ruling import GameData
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown

CHAPTERS: tuple[Chapter, ...] = (
    dealing,
    playing,
    printed_deck,
    placement,
    research,
    turn,
    entries,
    countries,
)


class GatheringStorm(Game[StormData, State]):
    """The game with the data that it is played with."""

    id: ClassVar[str] = "gathering-storm"
    title: ClassVar[str] = "Gathering Storm"
    seats: ClassVar[tuple[SideSeat, ...]] = POWERS
    data_type: ClassVar[type[GameData]] = StormData
    data_parts: ClassVar[tuple[str, ...]] = ("deck", "own_cards", "lesson")
    own_parts: ClassVar[tuple[str, ...]] = (
        "cards",
        "printed_cards",
        "research_sheet",
    )
    data_version: ClassVar[int] = 2
    data_upcasters: ClassVar[Mapping[int, Upcaster]] = {1: crises.with_order}
    chapters: ClassVar[tuple[Chapter, ...]] = CHAPTERS
    commands = tuple(classes_in(GameCommand, *CHAPTERS))
    events = tuple(classes_in(GameEvent, *MODULES))
    shows: ClassVar[frozenset[str]] = frozenset({"hand", "pool", "ledger", "entries"})

    data: StormData

    @override
    def start(self) -> State:
        """Turn 1, nothing drawn or entered."""
        return State()

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a command, then say what it changed in the ledger."""
        after = yield from command.decide(self.data, state, seat, dice)
        yield from differences(self.data, state, after)

    @override
    def status(self, state: State) -> Iterable[Public]:
        return status.status(self.data, state)

    @override
    def pool(self, state: State) -> Iterable[Public]:
        return status.pool(self.data, state)

    @override
    def hand(self, state: State, seat: SideSeat) -> Iterable[Secret]:
        return status.hand(self.data, state, seat)

    @override
    def due(self, state: State) -> Mapping[Seat, Due]:
        return ending.due(self.data, state)

    @override
    def acting(self, state: State, command: GameCommand[Any, Any]) -> Mapping[Seat, Collection[str]]:
        return ending.acting(self.data, state, command)

    @override
    def lost(self, state: State, seat: SideSeat, command: GameCommand[Any, Any]) -> Iterable[Line]:
        """The events before a power that it has not played."""
        return ending.lost(self.data, state, seat, command)

    @override
    def enquiries(self, state: State) -> Iterable[Enquiry]:
        return crises.enquiries(self.data, state)

    @override
    def default(self, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
        return ending.default(self.data, state, seat)

    @override
    def orderable(self, state: State, seat: Seat) -> Orderable | None:
        return standing_orders.orderable(self.data, state, seat)

    @override
    def check_order(self, state: State, seat: Seat, order: Order, before: tuple[Order, ...]) -> None:
        standing_orders.check_order(self.data, state, seat, order)

    @override
    def ordered(
        self, state: State, seat: Seat, orders: tuple[Order, ...]
    ) -> Iterable[tuple[GameCommand[Any, Any], Order | None]]:
        return standing_orders.ordered(self.data, state, seat, orders)

    @override
    def declared(self, state: State, seat: Seat, orders: tuple[Order, ...]) -> str | None:
        return standing_orders.declared(self.data, orders)

    @override
    def phases(self) -> tuple[str, ...]:
        return tuple(phase.name for phase in self.data.phases.order)

    @override
    def ending(self, state: State) -> GameCommand[Any, Any] | None:
        return turn.ending(self.data, state)

    @override
    def remaining_phases(self, state: State) -> Iterable[str]:
        return turn.remaining_phases(self.data, state)

    @override
    def ledger(self, state: State, about: SideSeat | None = None) -> Iterable[Notice]:
        return totals.totals(self.data, state, about)

    @override
    def phase(self, state: State) -> Label | None:
        return Shown(self.data.phase(state).name)

    @override
    def figures(self, state: State) -> Iterable[Figure]:
        return totals.figures(self.data, state)

    @override
    def holdings(self, state: State, seat: SideSeat) -> Iterable[Hidden[Line]]:
        return status.holdings(self.data, state, seat)

    @override
    def picture(self, state: State, past: Past[State]) -> Picture:
        return picture.draw(self.data, state)

    @override
    def entered_data(self, state: State, *, is_over: bool = False) -> Mapping[str, Any]:
        return {**printed_deck.entered(self.data, state, is_over=is_over), **entries.entered(state)}

    @override
    def where(self, state: State) -> Line:
        return line("Turn {turn}: {phase}", turn=state.turn, phase=Shown(self.data.phase(state).name))

    @override
    def facts(self, state: State, seat: SideSeat | None = None) -> Iterable[Fact]:
        return facts.facts(self.data, state, seat)

    @override
    def adjusting(self, state: State, key: str, value: str, reason: str) -> GameCommand[Any, Any]:
        return entries.Adjust.of(key, value, reason)
