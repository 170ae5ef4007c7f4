"""Marne 1918: Friedensturm. The random events of the Allies: drawn, kept and played as their symbols say."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from typing_extensions import override

from rules.command import GameCommand, GameEvent, Offer, Procedure, classes_in
from rules.dice import Dice
from rules.errors import NotNow
from rules.facts import Fact
from rules.game import Chapter, Due, Figure, Game, Orderable, Past
from rules.games.marne_1918 import (
    board,
    combat_orders,
    doctrine,
    facts,
    forces,
    hand,
    picture,
    playing,
    points,
    reactions,
    status,
    turn,
    waiting,
)
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.log_events.modules import MODULES
from rules.games.marne_1918.phases import SIDES
from rules.games.marne_1918.state import State, re_entered, start, with_new_markers
from rules.line import Line, line
from rules.notice import Public, Secret
from rules.order import Order
from rules.picture import Label, Picture
from rules.pool import Zone
from rules.ruling import GameData
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown

CHAPTERS: tuple[Chapter, ...] = (
    doctrine,
    forces,
    hand,
    playing,
    reactions,
    board,
    turn,
    points,
)


class Marne1918(Game[MarneData, State]):
    """Marne 1918 with its data."""

    id: ClassVar[str] = "marne-1918"
    title: ClassVar[str] = "Marne 1918"
    seats: ClassVar[tuple[SideSeat, ...]] = SIDES
    data_type: ClassVar[type[GameData]] = MarneData
    data_parts: ClassVar[tuple[str, ...]] = ("lesson",)
    own_parts: ClassVar[tuple[str, ...]] = ("marker_types",)
    chapters: ClassVar[tuple[Chapter, ...]] = CHAPTERS
    commands = tuple(classes_in(GameCommand, *CHAPTERS))
    events = tuple(classes_in(GameEvent, *MODULES))
    shows: ClassVar[frozenset[str]] = frozenset({"hand", "pool"})

    data: MarneData

    @override
    def start(self) -> State:
        """Turn 1, with its markers in the pools."""
        return start(self.data)

    @override
    def on_ruling_changed(self, state: State) -> State:
        """Move the markers that have not been drawn to where the rulings on their entry put them. Markers that the data
        did not have before enter on their turn, or at once if that is past.
        """
        return re_entered(self.data, with_new_markers(self.data, state))

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a command. Once the game is over, only the final score can be entered. Raises ``RuleError``."""
        if state.over and not isinstance(command, points.EnterPoints):
            raise NotNow("The game ended with turn {turn}. Only the final score can be entered.", turn=state.turn)
        return super().decide(state, seat, command, dice)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        return points.offers(self.data, state, seat) if state.over else super().offers(state, seat)

    @override
    def turns(self) -> tuple[int, int]:
        return 1, self.data.calendar.last_turn

    @override
    def due(self, state: State) -> Mapping[Seat, Due]:
        return waiting.due(self.data, state)

    @override
    def acting(self, state: State, command: GameCommand[Any, Any]) -> Mapping[Seat, Collection[str]]:
        return waiting.acting(self.data, state, command) if isinstance(command, waiting.Ending) else {}

    @override
    def lost(self, state: State, seat: SideSeat, command: GameCommand[Any, Any]) -> Iterable[Line]:
        """The markers in its hand that lapse."""
        return waiting.lost(self.data, state, seat, command) if isinstance(command, waiting.Ending) else ()

    @override
    def default(self, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
        return waiting.default(state, seat)

    @override
    def orderable(self, state: State, seat: Seat) -> Orderable | None:
        return combat_orders.orderable(self.data, state, seat)

    @override
    def check_order(self, state: State, seat: Seat, order: Order, before: tuple[Order, ...]) -> None:
        combat_orders.check_order(self.data, state, seat, order, before)

    @override
    def ordered(
        self, state: State, seat: Seat, orders: tuple[Order, ...]
    ) -> Iterable[tuple[GameCommand[Any, Any], Order | None]]:
        return combat_orders.ordered(self.data, state, seat, orders)

    @override
    def status(self, state: State) -> Iterable[Public]:
        return status.status(self.data, state)

    @override
    def phases(self) -> tuple[str, ...]:
        return (*self.data.sequence.administrative, *self.data.sequence.operational[self.data.first_to_move])

    @override
    def ending(self, state: State) -> GameCommand[Any, Any] | None:
        return turn.ending(self.data, state)

    @override
    def remaining_phases(self, state: State) -> Iterable[str]:
        return (moment.shown for moment in turn.remaining(self.data, state))

    @override
    def pool(self, state: State) -> Iterable[Public]:
        return status.pool_status(self.data, state)

    @override
    def hand(self, state: State, seat: SideSeat) -> Iterable[Secret]:
        return status.hand(self.data, state, seat)

    @override
    def phase(self, state: State) -> Label | None:
        return None if state.over else Shown(state.now.phase)

    @override
    def figures(self, state: State) -> Iterable[Figure]:
        if state.victory_points is not None:
            yield Figure(facts.POINTS.label, state.victory_points)

    @override
    def holdings(self, state: State, seat: SideSeat) -> Iterable[Hidden[Line]]:
        pool = state.pools.get(seat)
        return (Hidden(Line(self.data.name(each.id))) for each in pool.at(Zone.HAND)) if pool is not None else ()

    @override
    def openings(self) -> Mapping[str, GameCommand[Any, Any]]:
        return turn.openings(self.data)

    @override
    def picture(self, state: State, past: Past[State]) -> Picture:
        return picture.draw(self.data, state, past)

    @override
    def where(self, state: State) -> Line:
        return line("Turn {turn}: {phase}", turn=state.turn, phase=state.now.shown)

    @override
    def facts(self, state: State, seat: SideSeat | None = None) -> Iterable[Fact]:
        return facts.facts(self.data, state, seat)

    @override
    def adjusting(self, state: State, key: str, value: str, reason: str) -> GameCommand[Any, Any]:
        return points.Adjust.of(key, value, reason)
