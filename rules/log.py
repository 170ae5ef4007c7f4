"""The log of a campaign: accepted commands with the events and dice they produced. It is the only truth."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from rules.dice import Dice, Roll
from rules.game import C, Command, E, Event, Game, S
from rules.notice import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted command. ``seq`` counts from 1; ``undoes`` is the ``seq`` of the entry that this one takes back."""

    seq: int
    interaction: int
    at: datetime
    user: int
    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]
    undoes: int | None = None

    @property
    def dice_used(self) -> int:
        """How many of the campaign's sealed dice it used up."""
        return sum(len(roll.faces) for roll in self.rolls if not roll.by_hand)

    @property
    def is_free(self) -> bool:
        """Whether it can be taken back as if it had not been: no die, no draw, nothing revealed."""
        return not self.rolls and not any(event.reveals for event in self.events)


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """The ``seq`` of every entry that a later one took back."""
    return frozenset(entry.undoes for entry in entries if entry.undoes is not None)


def play(game: Game[S, C, E], state: S, seat: Seat, command: C, dice: Dice) -> tuple[tuple[E, ...], S]:
    """Run a procedure to its end: the events that it stated and the state after them."""
    procedure = game.decide(state, seat, command, dice)
    events: list[E] = []
    try:
        event = next(procedure)
        while True:
            events.append(event)
            state = game.evolve(state, event)
            event = procedure.send(state)
    except StopIteration:
        return tuple(events), state


def fold(game: Game[S, C, E], state: S, events: Collection[E]) -> S:
    """The state after events."""
    for event in events:
        state = game.evolve(state, event)
    return state
