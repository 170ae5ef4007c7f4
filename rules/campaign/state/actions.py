"""The actions of the game that stand and can be undone, those that were undone and can be done again, and the points of
a campaign to which its players may want to go back.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.command import Command
from rules.dice import Roll
from rules.line import Line
from rules.seat import Player, Seat

MOST_KEPT = 300
"""So many of the newest actions and points are kept: what is farther back is reached in several steps."""


DAYS_TO_TAKE_BACK = 2
"""So long a side can take back alone what was done without its answer, as long as nobody learned anything by it."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the game that stands, which undo would undo; ``is_unseen`` for a private deed. It was done
    ``without`` the answer of some seats. Its ``kind`` is the type of its command.
    """

    entry: int
    seat: Seat
    player: Player
    title: str
    is_free: bool
    ends_phase: bool
    at: datetime
    dice: int = 0
    is_unseen: bool = False
    without: frozenset[Seat] = frozenset()
    ends_turn: bool = False
    kind: str = ""

    def is_missed_by(self, seats: Iterable[Seat], passed: timedelta) -> bool:
        """Whether it was done without one of some seats, and so lately that it can take it back."""
        return bool(self.without & set(seats)) and passed <= timedelta(days=DAYS_TO_TAKE_BACK)


@dataclass(frozen=True, slots=True)
class Struck:
    """An action of the game that was undone, with all that it takes to do it again: the same dice above all."""

    entry: int
    seat: Seat
    player: Player
    title: str
    command: Command
    rolls: tuple[Roll, ...]
    is_free: bool
    is_unseen: bool = False


def title_of(action: Action | Struck) -> Line:
    """What an action did, as a line of its own."""
    title = action.title
    return title if isinstance(title, Line) else Line(title)


@dataclass(frozen=True, slots=True)
class Aside:
    """The actions that were undone. Those of ``entries`` can be brought back, in this order; ``at`` is the entry of the
    newest undo or redo. ``gone`` are the entries that do not stand, redos among them.
    """

    struck: tuple[Struck, ...] = ()
    gone: tuple[int, ...] = ()
    entries: tuple[int, ...] = ()
    at: int = 0

    @property
    def to_redo(self) -> tuple[Struck, ...]:
        """The actions that can be brought back, the oldest first."""
        return tuple(each for each in self.struck if each.entry in self.entries)

    def with_gone(self, entry: int, action: Struck | None) -> "Aside":
        """With one more entry that a later one undoes. What a redo brought back is kept one by one already."""
        struck = self.struck if action is None else (*self.struck, action)[-MOST_KEPT:]
        return replace(self, struck=struck, gone=(*self.gone, entry)[-MOST_KEPT:])

    def undone(self, entries: Iterable[int], at: int, last: int) -> "Aside":
        """After the entry ``at`` undid some; ``last`` is the newest action that stands. What was undone before can be
        brought back too, unless something was done since.
        """
        before = self.entries if last <= self.at else ()
        known = {each.entry for each in self.struck}
        return replace(self, entries=tuple(sorted({*before, *entries} & known)), at=at)

    def redone(self, last: int, at: int) -> "Aside":
        """After all up to the entry ``last`` were brought back, or passed over, by the entry ``at``."""
        return replace(self, entries=tuple(each for each in self.entries if each > last), at=at)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a campaign: how it stood after entry ``seq``. ``mark`` is the name that a player gave it."""

    seq: int
    label: Line
    mark: str = ""


def with_point(points: tuple[Point, ...], point: Point) -> tuple[Point, ...]:
    """The points with one more; of two of one label after the same entry one is enough."""
    return points if point in points else (*points, point)[-MOST_KEPT:]
