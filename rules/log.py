"""The log of a campaign: accepted commands with the events and dice they produced. It is the only truth."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from rules.command import Command, Event, GameCommand, Procedure, S
from rules.dice import Dice, Roll
from rules.game import Game
from rules.seat import Seat


@dataclass(frozen=True)
class LogEntry:
    """One accepted command. ``seq`` counts from 1; ``undoes`` is the ``seq`` of the first entry that this one undoes.

    ``number`` is that by which everybody knows it; a private deed, of which its seat alone knows, has none. ``rules``
    is the version of the rules that decided it. One that ``has_forgotten`` somebody no longer says who they were, or
    what they wrote.
    """

    seq: int
    interaction: int
    at: datetime
    user: int
    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    undoes: int | None = None
    rules: str = ""
    has_forgotten: bool = False
    number: int | None = None

    @cached_property
    def is_unseen(self) -> bool:
        """Whether it is a private deed."""
        return self.number is None

    @cached_property
    def is_private(self) -> bool:
        """Whether a seat did it unseen, or took back something that it had done unseen."""
        return self.command.is_private or any(event.is_unseen for event in self.events)

    @cached_property
    def answered(self) -> frozenset[int]:
        """The entries of the requests whose last answer it is."""
        return frozenset([each.replies_to for each in self.events if each.replies_to and not each.is_partial])

    @cached_property
    def ends_game(self) -> bool:
        """Whether the game, or the campaign, ended with it."""
        return any(event.ends_game for event in self.events)

    @cached_property
    def asks_players(self) -> bool:
        """Whether it asks players something."""
        return any(event.asks_players for event in self.events)

    @cached_property
    def moves_house(self) -> bool:
        """Whether the campaign is played in another channel from it on."""
        return any(event.moves_house for event in self.events)

    @cached_property
    def title(self) -> str:
        """The title of its result: what happened. What a seat does unseen looks alike to the others."""
        if self.is_private:
            return "Hidden move"
        return next((event.heading for event in self.events if event.heading), self.command.title)

    @property
    def undone(self) -> frozenset[int]:
        """The ``seq`` of every entry that it undoes."""
        if self.undoes is None:
            return frozenset()
        return frozenset((self.undoes, *(seq for event in self.events for seq in event.undone)))

    def next_die(self, die: int) -> int:
        """Return the index of the next sealed die, given the one before the entry. A die rolled again counts once."""
        ends = [roll.first + len(roll.faces) for roll in self.rolls if roll.first is not None]
        return max((die, *ends))

    @cached_property
    def is_free(self) -> bool:
        """Whether it can be undone without anybody's consent: no die, no draw, nothing revealed."""
        return not self.rolls and not any(event.reveals for event in self.events)


def undone_entries(entries: Iterable[LogEntry]) -> frozenset[int]:
    """Return the ``seq`` of every entry that a later one undid."""
    return frozenset(seq for entry in entries if entry.undoes is not None for seq in entry.undone)


def play(
    game: Game[Any, S], state: S, seat: Seat, command: GameCommand[Any, Any], dice: Dice
) -> tuple[tuple[Event, ...], S]:
    """Carry out a command: the events of its procedure and the state after them."""
    events, after = begin(game, state, seat, command, dice)
    while command.goes_on(state, after):
        more, after = begin(game, after, seat, command, dice)
        events = (*events, *more)
    return events, after


def begin(
    game: Game[Any, S], state: S, seat: Seat, command: GameCommand[Any, Any], dice: Dice
) -> tuple[tuple[Event, ...], S]:
    """Carry out a command as far as it goes before others can do something."""
    return run(game, state, game.decide(state, seat, command, dice))


def run(game: Game[Any, S], state: S, procedure: Procedure[S]) -> tuple[tuple[Event, ...], S]:
    """Run a procedure to its end: the events that it yielded and the state after them."""
    events: list[Event] = []
    try:
        event = next(procedure)
        while True:
            events.append(event)
            state = game.apply(state, event)
            event = procedure.send(state)
    except StopIteration:
        return tuple(events), state


def fold(game: Game[Any, S], state: S, events: Iterable[Event]) -> S:
    """Return the state after events."""
    for event in events:
        state = game.apply(state, event)
    return state
