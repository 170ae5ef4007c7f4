"""Marne 1918: Friedensturm. The random events of the Allies: drawn, kept and played as their symbols say."""

from collections.abc import Iterable
from typing import ClassVar

from rules.command import GameCommand, GameEvent, classes_in
from rules.game import Chapter, Game
from rules.games.marne_1918 import (
    board,
    doctrine,
    events,
    flight,
    hand,
    mangin,
    playing,
    reactions,
    state,
    status,
    turn,
)
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import State
from rules.notice import Public, Secret
from rules.ruling import GameData
from rules.seat import Seat

CHAPTERS = (flight, doctrine, mangin, hand, playing, reactions, board, turn)
EVENTS = (
    events.americans,
    events.board,
    events.doctrine,
    events.flight,
    events.hand,
    events.mangin,
    events.playing,
    events.reactions,
    events.turn,
)


class Marne1918(Game[MarneData, State]):
    """The game with its data."""

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
        return state.start(self.data)

    def on_ruling_changed(self, state_: State) -> State:
        """Move the markers that have not been drawn to where the rulings on their entry put them."""
        return state.re_entered(self.data, state_)

    def status(self, state: State) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""
        return status.status(self.data, state)

    def remaining_phases(self, state: State) -> Iterable[str]:
        """The phases of this turn that are still to come."""
        return map(str, turn.remaining(self.data, state))

    def pool(self, state: State) -> Iterable[Public]:
        """What is publicly known of the pools."""
        return status.pool_status(self.data, state)

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        """What a side holds in secret."""
        return status.hand(self.data, state, seat)
