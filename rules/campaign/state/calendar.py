"""When clocks stand still: the whole table's in a pause and on free weekends, one player's in an absence."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain

from rules.seat import Player

QUARTER = timedelta(days=90)
NONE = timedelta()
SATURDAY, WEEK = 5, 7


@dataclass(frozen=True, slots=True)
class Span:
    """The time ``since`` a moment and before another."""

    since: datetime
    until: datetime

    def __contains__(self, at: datetime) -> bool:
        return self.since <= at < self.until

    def __iter__(self) -> Iterator[datetime]:
        return iter((self.since, self.until))


@dataclass(frozen=True, slots=True)
class Absence:
    """A player is away until a day. Their clock stands ``still`` so long, or shorter: as far as the table agreed to."""

    player: Player
    until: datetime
    still: Span


@dataclass(frozen=True, slots=True)
class Weekends:
    """``since`` a moment weekends are free in a zone so many minutes ahead of UTC, or count if that is None. What
    clocks show in it does not depend on the summer time of a country, so a log means the same for ever.
    """

    since: datetime
    zone: int | None


@dataclass(frozen=True, slots=True)
class Calendar:
    """The times in which clocks stand still. Of ``weekends``, what the table has agreed on in its order, each holds
    until the next.
    """

    pauses: tuple[Span, ...] = ()
    absences: tuple[Absence, ...] = ()
    weekends: tuple[Weekends, ...] = ()

    def stands(self, at: datetime, *players: int) -> bool:
        """Whether the clock stands that some players share, all of whom must be away for it, or that of the table."""
        away = {each.player for each in self.absences if at in each.still}
        zone = self._zone(at)
        is_free = zone is not None and (at + timedelta(minutes=zone)).weekday() >= SATURDAY
        return is_free or any(at in each for each in self.pauses) or (bool(players) and away.issuperset(players))

    def ran(self, start: datetime, end: datetime, *players: int) -> timedelta:
        """For how long that clock ran from one time to another."""
        ran, at = NONE, start
        while at < end:
            edge = min(self._edge_after(at) or end, end)
            ran += NONE if self.stands(at, *players) else edge - at
            at = edge
        return ran

    def after(self, start: datetime, time: timedelta, *players: int) -> datetime:
        """When that clock has run for some time."""
        at = start
        while edge := self._edge_after(at):
            if not self.stands(at, *players):
                if time <= edge - at:
                    break
                time -= edge - at
            at = edge
        return at + time

    def _zone(self, at: datetime) -> int | None:
        """The zone in which weekends are free at some time; None if they count."""
        return next((each.zone for each in reversed(self.weekends) if each.since <= at), None)

    def _edge_after(self, at: datetime) -> datetime | None:
        """The next time at which a clock may stop or go on."""
        spans = chain(self.pauses, (each.still for each in self.absences))
        edges = [each for each in (*chain(*spans), *(each.since for each in self.weekends)) if each > at]
        zone = self._zone(at)
        if zone is not None:
            there = at + timedelta(minutes=zone)
            midnight = there.replace(hour=0, minute=0, second=0, microsecond=0)
            days = (WEEK if there.weekday() >= SATURDAY else SATURDAY) - there.weekday()
            edges.append(midnight + timedelta(days=days, minutes=-zone))
        return min(edges, default=None)
