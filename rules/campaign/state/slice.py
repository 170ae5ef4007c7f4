"""What a feature keeps of a campaign, and what it has asked players.

Only the slices of a campaign are asked what becomes of them, so one that does not use a feature never enters it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any, ClassVar, Self

from rules.game import AnyGame
from rules.line import Line
from rules.notice import Public
from rules.seat import Player, Seat

NewDeadline = Callable[[datetime | None, Iterable[Seat]], datetime | None]
"""Moves the deadline of some seats."""


class Pending(ABC):
    """Something that a ``player`` has asked some seats, in entry ``seq`` with that ``number``, and that not all have
    answered. They can answer ``until`` then.
    """

    __slots__ = ()
    seq: int
    number: int
    player: Player
    until: datetime | None

    @property
    @abstractmethod
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have not answered."""

    @property
    @abstractmethod
    def asks(self) -> Line:
        """Who asks, and what."""

    @property
    def what(self) -> Line:
        """What is asked, whoever asks it."""
        return self.asks

    @abstractmethod
    def overdue(self, names: Line) -> Iterator[Public]:
        """Yield what the table reads once the time to answer is over. ``names`` lists the players without an answer."""


class Slice:
    """What a feature keeps of a campaign, and what becomes of it; by default it stays as it is.

    Play does not wait in this phase for the seats that are ``passing``. ``outlasts_end`` says that it stays when the
    campaign ends.
    """

    __slots__ = ()
    passing: frozenset[Seat] = frozenset()
    outlasts_end: ClassVar[bool] = True

    @property
    def pending(self) -> tuple[Pending, ...]:
        """What players were asked and have not all answered."""
        return ()

    def with_deadlines(self, moved: NewDeadline) -> Self:
        """Return the slice with its deadlines moved."""
        return self

    def without_player(self, player: Player) -> Self:
        """Return the slice once a player is forgotten."""
        return self

    def without_seat(self, seat: Seat) -> Self:
        """Return the slice once a seat is free, or a player has left it before the game began."""
        return self

    def following(self, game: AnyGame, before: Any, after: Any) -> Self:
        """Return the slice once the game has come from a state to another."""
        return self
