"""The actions of the game that stand, those that were undone, and the points to which players may want to go back."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self

from rules.command import Command
from rules.dice import Roll
from rules.line import Line
from rules.seat import Player, Seat

MOST_KEPT = 300
"""So many of the newest actions and points are kept: what is farther back is reached in several steps."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the game in the entry ``seq``, whose ``number`` is None for a private deed. A ``player`` did it, or
    asked for it and another was the last to agree (``by``).
    """

    seq: int
    number: int | None
    seat: Seat
    player: Player
    title: str
    command: Command
    at: datetime
    is_free: bool
    ends_phase: bool = False
    rolls: tuple[Roll, ...] = ()
    by: Player | None = None

    @property
    def is_unseen(self) -> bool:
        """Whether it is a private deed."""
        return self.number is None

    @property
    def dice(self) -> int:
        """How many dice it rolled."""
        return sum(len(roll.faces) for roll in self.rolls)

    @property
    def line(self) -> Line:
        """What it did, as a line of its own."""
        return self.title if isinstance(self.title, Line) else Line(self.title)


@dataclass(frozen=True, slots=True)
class Point:
    """How a campaign stood after the entry of a ``number``."""

    number: int
    label: Line


@dataclass(frozen=True, slots=True)
class Timeline:
    """The newest actions that are ``standing``, those ``struck`` by an undo, which of these can be brought back (their
    ``seq``, in order), and the entry ``at`` of the newest undo or redo. The game came to stand as it does by the entry
    with the number ``changed``. ``deeds`` counts the private deeds of each seat.
    """

    standing: tuple[Action, ...] = ()
    struck: tuple[Action, ...] = ()
    returning: tuple[int, ...] = ()
    at: int = 0
    points: tuple[Point, ...] = ()
    changed: int = 0
    deeds: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def last(self) -> Action | None:
        """The newest action that everybody saw."""
        return next((each for each in reversed(self.standing) if not each.is_unseen), None)

    @property
    def to_redo(self) -> tuple[Action, ...]:
        """The actions that can be brought back, the oldest first."""
        return tuple(each for each in self.struck if each.seq in self.returning)

    @property
    def gone(self) -> frozenset[int]:
        """The ``seq`` of the entries that do not stand."""
        return frozenset([each.seq for each in self.struck])

    def since(self, action: Action) -> tuple[Action, ...]:
        """Return the actions that stand from one on, with what seats did unseen."""
        return tuple(each for each in self.standing if each.seq >= action.seq)

    def with_deed(self, seat: Seat) -> Self:
        """With one more private deed of a seat."""
        return replace(self, deeds={**self.deeds, seat: self.deeds.get(seat, 0) + 1})

    def with_action(self, action: Action) -> Self:
        """With one more action."""
        return replace(self, standing=(*self.standing, action)[-MOST_KEPT:])

    def with_struck(self, action: Action) -> Self:
        """With one more action that a later entry undoes."""
        return replace(self, struck=(*self.struck, action)[-MOST_KEPT:])

    def with_point(self, point: Point) -> Self:
        """Return the timeline with one more point, unless it has the same point already."""
        return self if point in self.points else replace(self, points=(*self.points, point)[-MOST_KEPT:])

    def undone(self, entries: Collection[int], at: int) -> Self:
        """After the entry ``at`` undid some actions. What was undone before can be brought back too, unless something
        was done since; what stood after them is no point to go back to.
        """
        last = self.last
        before = self.returning if last is None or last.seq <= self.at else ()
        numbers = [each.number for each in self.struck if each.seq in entries and each.number is not None]
        kept = tuple(each for each in self.points if each.number < min(numbers, default=each.number + 1))
        return replace(self, returning=tuple(sorted({*before, *entries})), at=at, points=kept)

    def redone(self, last: int, at: int) -> Self:
        """After the entry ``at`` brought back, or passed over, all up to the entry ``last``."""
        return replace(self, returning=tuple(each for each in self.returning if each > last), at=at)
