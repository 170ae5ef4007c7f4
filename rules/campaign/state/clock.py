"""The clock of a seat: how long it has kept open what the others would end, in seconds.

It starts when a player of the seat is not done with a phase, or undoes the end of one that another side asked for. It
stands while play waits for another side, and stops when the phase ends or the seat is done itself. So many days are
free each turn; what is over goes off the seat's bank of time.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

DAY = 24 * 60 * 60
LEAST = DAY // 4
"""So much it costs at least: whoever says it again and again has an empty bank one day, too."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has used of this turn's time, and of its bank in the turns before; it runs ``since`` a time."""

    turn: int = 0
    bank: int = 0
    since: datetime | None = None

    def started(self, at: datetime) -> "Clock":
        """The clock once the seat keeps a phase open."""
        return replace(self, turn=self.turn + LEAST, since=at)

    def read(self, at: datetime, ran: timedelta) -> "Clock":
        """The clock at a later time, until which it ran for so long."""
        return replace(self, turn=self.turn + int(ran.total_seconds()), since=at)

    def stopped(self) -> "Clock":
        """The clock once the seat keeps nothing open."""
        return replace(self, since=None)

    def turned(self, free: int) -> "Clock":
        """The clock in a new turn, of which so many days are free again."""
        return replace(self, turn=0, bank=self.drawn(free))

    def drawn(self, free: int) -> int:
        """What is off the bank, if so many days of each turn are free."""
        return self.bank + max(0, self.turn - free * DAY)
