"""The book of a campaign: who has read which side's secrets, and until when.

Whoever plays a side, or acts for it, reads what it holds. The book asks nothing else: not what the side holds, so
nobody can learn that from what the book says, or from what it forbids.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from rules.seat import Player, Seat


@dataclass(frozen=True, slots=True)
class Reading:
    """A player reads the secrets of a side, from the entry ``since`` on.

    ``last`` is the entry by which that ended, and ``until`` the time of it; None as long as it goes on. What was read
    in a relative, such as a fork, stands under its name (``where``), with the entry by which it became known here.
    """

    player: Player
    seat: Seat
    since: int
    last: int | None = None
    until: datetime | None = None
    where: str = ""

    def is_after(self, seq: int) -> bool:
        """Whether it went on after an entry."""
        return self.last is None or self.last > seq


@dataclass(frozen=True, slots=True)
class Book:
    """Every reading, in the order of the log. ``dealt`` is the entry by which a side's hand was dealt anew, ``renewed``
    that by which all its secrets became new ones: who read them only before that knows nothing of what it holds.
    """

    readings: tuple[Reading, ...] = ()
    dealt: Mapping[Seat, int] = field(default_factory=dict)
    renewed: Mapping[Seat, int] = field(default_factory=dict)

    def living(self) -> Iterator[Reading]:
        """The readings by which somebody knows something of what a side holds."""
        return (each for each in self.readings if each.is_after(self.renewed.get(each.seat, -1)))

    def readers(self, seat: Seat) -> frozenset[Player]:
        """Who knows something of what a side holds."""
        return frozenset(each.player for each in self.living() if each.seat == seat)

    def hand_readers(self, seat: Seat) -> frozenset[Player]:
        """Who has read the hand of a side since it was dealt anew."""
        since = self.dealt.get(seat, -1)
        return frozenset(each.player for each in self.living() if each.seat == seat and each.is_after(since))

    def read_by(self, user: int) -> frozenset[Seat]:
        """The sides of whose secrets a user knows something."""
        return frozenset(each.seat for each in self.living() if each.player == user)

    def since(self, user: int, seat: Seat) -> int | None:
        """From which entry on a user reads the secrets of a side; None if they do not."""
        own = (each.since for each in self.readings if (each.player, each.seat) == (user, seat) and each.last is None)
        return next(own, None)

    def turned(
        self, actors: Mapping[Seat, Collection[Player]], seq: int, at: datetime | None, *, has_begun: bool
    ) -> "Book":
        """The book as other players act for the sides, after the entry ``seq``. Before the game ``has_begun`` there was
        nothing to read.
        """
        open_ = {(each.player, each.seat) for each in self.readings if each.last is None}
        now = [(player, seat) for seat, players in actors.items() for player in sorted(players)]
        if open_ == {*now}:
            return self
        known = {(each.player, each.seat): each for each in self.living() if not each.where}
        kept = (self._closed(each, now, seq, at, has_begun=has_begun) for each in self.readings)
        left = tuple(each for each in kept if each is not None)
        new = tuple(_opened(known.get(key), *key, seq) for key in now if key not in open_)
        return replace(self, readings=(*left, *new))

    @staticmethod
    def _closed(
        reading: Reading, now: Collection[tuple[Player, Seat]], seq: int, at: datetime | None, *, has_begun: bool
    ) -> Reading | None:
        """A reading as it goes on, or as it ended; None for one that is forgotten, or opened anew."""
        key = reading.player, reading.seat
        if reading.where:
            return reading
        if reading.last is not None:
            return None if key in now else reading
        if key in now:
            return reading
        return replace(reading, last=seq, until=at) if has_begun else None

    def with_actor(self, player: Player, seat: Seat, seq: int) -> "Book":
        """The book as somebody acts for a side in an entry, and reads what comes of it."""
        if self.since(player, seat) is not None:
            return self
        return replace(self, readings=(*self.readings, Reading(player, seat, seq)))

    def dealt_anew(self, seat: Seat, seq: int, *, is_all: bool) -> "Book":
        """The book after a side's hand was dealt anew by an entry; ``is_all`` if it hides nothing else."""
        renewed = {**self.renewed, seat: seq} if is_all else self.renewed
        return replace(self, dealt={**self.dealt, seat: seq}, renewed=renewed)


def _opened(before: Reading | None, player: Player, seat: Seat, seq: int) -> Reading:
    """A reading that begins, or goes on where it ended."""
    return replace(before, last=None, until=None) if before else Reading(player, seat, seq)
