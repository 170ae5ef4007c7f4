"""The clock of a seat: how long it has held up play, in seconds.

It starts when a player of the seat keeps open a phase that others would end: by *Not yet*, by acting on, by undoing its
end. It starts, too, when they do not let play go on without their answer. It stands while play waits for another side
and while nobody plays the seat, and stops when the phase ends or the seat is done itself, or when it has answered. What
a seat was asked and never answered counts as well, and each objection costs something. So many days are free each turn;
what is over goes off the seat's bank of time.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

DAY = 24 * 60 * 60
LEAST = DAY // 4
"""So much it costs at least: whoever says it again and again has an empty bank one day, too."""


class Held(StrEnum):
    """What a seat keeps open."""

    PHASE = "phase"
    ANSWER = "answer"
    """What play waits for, and what others would decide by default."""


@dataclass(frozen=True, slots=True)
class Clock:
    """What a seat has used of this turn's time, and of its bank in the turns before; it runs ``since`` a time, because
    of what it has ``held``. Of the turn before this one it had used ``last``.
    """

    turn: int = 0
    bank: int = 0
    since: datetime | None = None
    held: Held = Held.PHASE
    last: int = 0

    def started(self, at: datetime, held: Held) -> "Clock":
        """The clock once the seat keeps something open."""
        return replace(self.charged(), since=at, held=held)

    def charged(self) -> "Clock":
        """The clock once the seat has said what can be said again and again."""
        return replace(self, turn=self.turn + LEAST)

    def missed(self, days: int) -> "Clock":
        """The clock once the seat has let a request run out that play waited for; it ran meanwhile if it was on."""
        return self if self.since else replace(self, turn=self.turn + days * DAY)

    def read(self, at: datetime, ran: timedelta) -> "Clock":
        """The clock at a later time, once it has run for so long."""
        return replace(self, turn=self.turn + int(ran.total_seconds()), since=at)

    def resumed(self, at: datetime) -> "Clock":
        """The clock once it has stood until a time: it runs from there if it is on."""
        return self if self.since is None else replace(self, since=at)

    def stopped(self) -> "Clock":
        """The clock once the seat keeps nothing open."""
        return replace(self, since=None)

    def turned(self, free: int) -> "Clock":
        """The clock in a new turn, of which so many days are free again."""
        return replace(self, turn=0, bank=self.drawn(free), last=self.turn)

    def unturned(self, free: int) -> "Clock":
        """The clock as if the last turn had not ended."""
        return replace(self, turn=self.last + self.turn, bank=self.bank - max(0, self.last - free * DAY), last=0)

    def drawn(self, free: int) -> int:
        """What is off the bank, if so many days of each turn are free."""
        return self.bank + max(0, self.turn - free * DAY)
