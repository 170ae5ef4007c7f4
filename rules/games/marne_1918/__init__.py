"""Marne 1918: Friedensturm. The random events of the Allies: drawn, kept and played as their symbols say."""

from collections.abc import Iterable
from typing import ClassVar

from rules.command import GameCommand, GameEvent, classes_in
from rules.game import Chapter, Game
from rules.games.marne_1918 import board, doctrine, flight, hand, mangin, playing, reactions, status, turn
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.events import americans as american_events
from rules.games.marne_1918.events import board as board_events
from rules.games.marne_1918.events import doctrine as doctrine_events
from rules.games.marne_1918.events import flight as flight_events
from rules.games.marne_1918.events import hand as hand_events
from rules.games.marne_1918.events import mangin as mangin_events
from rules.games.marne_1918.events import playing as playing_events
from rules.games.marne_1918.events import reactions as reaction_events
from rules.games.marne_1918.events import turn as turn_events
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import State, re_entered, start
from rules.notice import Public, Secret
from rules.ruling import GameData
from rules.seat import Seat

CHAPTERS: tuple[Chapter, ...] = (flight, doctrine, mangin, hand, playing, reactions, board, turn)
EVENTS = (
    american_events,
    board_events,
    doctrine_events,
    flight_events,
    hand_events,
    mangin_events,
    playing_events,
    reaction_events,
    turn_events,
)


class Marne1918(Game[MarneData, State]):
    """Marne 1918 with its data."""

    id: ClassVar[str] = "marne-1918"
    title: ClassVar[str] = "Marne 1918"
    seats: ClassVar[tuple[Seat, ...]] = (ALLIES, GERMANS)
    data_type: ClassVar[type[GameData]] = MarneData
    chapters: ClassVar[tuple[Chapter, ...]] = CHAPTERS
    commands = tuple(classes_in(GameCommand, *CHAPTERS))
    events = tuple(classes_in(GameEvent, *EVENTS))
    shows: ClassVar[frozenset[str]] = frozenset({"hand", "pool"})

    data: MarneData

    def start(self) -> State:
        """Turn 1, with its markers in the pools."""
        return start(self.data)

    def on_ruling_changed(self, state: State) -> State:
        """Move the markers that have not been drawn to where the rulings on their entry put them."""
        return re_entered(self.data, state)

    def status(self, state: State) -> Iterable[Public]:
        """The public state of the game."""
        return status.status(self.data, state)

    def remaining_phases(self, state: State) -> Iterable[str]:
        """The phases that are left in this turn."""
        return map(str, turn.remaining(self.data, state))

    def pool(self, state: State) -> Iterable[Public]:
        """What everybody can know of the pools."""
        return status.pool_status(self.data, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """The markers that a side holds, for its players only."""
        return status.hand(self.data, state, seat)
