"""Absences that players have announced: for so many days a quarter their clocks stand still."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.seat import Player

QUARTER = timedelta(days=90)
NONE = timedelta()


@dataclass(frozen=True, slots=True)
class Absence:
    """A player is away until a day. Their clock stands ``still`` so long, or shorter: as far as the table agreed to."""

    player: Player
    since: datetime
    until: datetime
    still: datetime

    def stood(self, start: datetime, end: datetime) -> timedelta:
        """How much of a time the clock of the player stood still for it."""
        return max(NONE, min(self.still, end) - max(self.since, start))


def stood(absences: Iterable[Absence], player: int, start: datetime, end: datetime) -> timedelta:
    """How much of a time the clock of a player stood still."""
    return sum((each.stood(start, end) for each in absences if each.player == player), NONE)
