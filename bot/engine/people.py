"""How people want to be reached: their time zone, quiet hours, reminders, and how long they are away.

It is kept by Discord's id of the person, over all campaigns, and stands in no log.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from pydantic import BaseModel, ConfigDict

from bot.base.clock import time_of, utc_now
from bot.storage import Store
from rules.campaign import Campaign
from rules.campaign.decider.waiting import called
from rules.campaign.seats.away import can_stand_in
from rules.campaign.state.wait import Wait
from rules.errors import NotThere
from rules.notice import Open, Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown

REMINDED = tuple(timedelta(days=days) for days in (2, 5, 10))
"""How long after a call the bot reminds somebody who has set nothing else."""
LONGEST = timedelta(days=90)
"""So long after a call nobody is reminded of it any more."""
FARTHEST = timedelta(days=730)
"""So far ahead somebody can be away, and a table can pause."""
AHEAD = re.compile("([0-9]{1,3}) ?(d|days?|j|jours?|w|weeks?|semaines?)", re.IGNORECASE)
"""How long, in English or French."""
DAY = timedelta(days=1)
ANYBODY = 0
"""Stands for whoever takes a seat that nobody holds yet."""
MOST_KNOWN = 10_000
DMS_CLOSED = (
    "Your DMs are closed to the bot, so it reminds you in the channel from now on. Once you have opened them,"
    " `/me settings reach:DM` tries again."
)


class Person(BaseModel):
    """What somebody has set. ``name`` is what journals call them, ``quiet`` are minutes after midnight, from and to;
    ``every`` are the days between reminders, 0 for none at all, None for the bot's own; ``away`` is when they are back,
    in milliseconds, and ``reminded`` when the bot last reminded them of anything.

    ``by`` says where reminders go. A person whose DMs turned out to be closed is told so once, and then reminded in the
    channel until they choose again. ``boards`` is up to which entry of a campaign their board is done, for those who
    say so. ``forget`` is True while they are being forgotten.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    zone: str = "UTC"
    name: str = ""
    quiet: tuple[int, int] | None = None
    every: int | None = None
    by: Literal["channel", "dm", "closed", "told"] = "channel"
    away: int | None = None
    stand_in: int | None = None
    reminded: int | None = None
    boards: dict[int, int] = {}
    forget: bool = False

    def away_until(self, now: datetime) -> datetime | None:
        """Return when they are back, or None if they are not away."""
        back = None if self.away is None else min(time_of(self.away), now + FARTHEST)
        return back if back is not None and now < back else None

    def quiet_until(self, now: datetime) -> datetime | None:
        """Return when their quiet hours end, or None outside them."""
        if self.quiet is None:
            return None
        zone = zone_of(self.zone)
        today = now.astimezone(zone).date()
        begin, end = self.quiet
        for day in (today - DAY, today):
            until = day if begin < end else day + DAY
            if _local(day, begin, zone) <= now < _local(until, end, zone):
                return _local(until, end, zone)
        return None

    def is_reached(self, now: datetime) -> bool:
        """Return whether a mention may reach them now."""
        return self.quiet_until(now) is None and self.away_until(now) is None

    def reachable(self, at: datetime) -> datetime:
        """That time, or the end of their absence and of their quiet hours after it."""
        there = self.away_until(at) or at
        return self.quiet_until(there) or there

    def can_be_reminded(self, now: datetime) -> bool:
        """Return whether a reminder may come now: it can reach the user, who has had none for a day in any campaign."""
        return self.remindable(now) == now

    def remindable(self, at: datetime) -> datetime:
        """That time, or the first after it at which a reminder may come."""
        return self.reachable(at if self.reminded is None else max(at, time_of(self.reminded) + DAY))

    def reminded_next(self, called: datetime, now: datetime) -> datetime | None:
        """Return when they are reminded of a call next; None if never again. A person who wants none is looked at again
        by the bot's own interval, since they may change their mind.
        """
        if self.every:
            then: datetime | None = now + timedelta(days=self.every)
        else:
            then = next((called + wait for wait in REMINDED if called + wait > now), None)
        return None if then is None or then > called + LONGEST else self.reachable(then)

    def reminded_first(self, called: datetime) -> datetime:
        """Return when to remind them first of a call. If the call could not reach them, that is as soon as one can."""
        if not self.is_reached(called):
            return self.reachable(called)
        return self.reminded_next(called, called) or self.reachable(called + REMINDED[0])


NOBODY_SPECIAL = Person()


@dataclass(frozen=True, slots=True)
class Reach:
    """How those who are called can be reached now: whom no mention may reach, and who is away."""

    silent: frozenset[int] = frozenset()
    away: Mapping[int, Person] = field(default_factory=dict)

    @classmethod
    def of(cls, people: Mapping[int, Person], now: datetime) -> "Reach":
        """Return the reach of some people at a time."""
        silent = frozenset(user for user, person in people.items() if not person.is_reached(now))
        return cls(silent, {user: person for user, person in people.items() if person.away_until(now)})


EVERYBODY = Reach()


class People:
    """The settings of people, which their own commands change, and what they say about calls. Who is known to be
    ``reachable`` need not be told that their DMs are closed. ``now`` is the table's clock.
    """

    def __init__(self, store: Store, now: Callable[[], datetime] = utc_now) -> None:
        self.store = store
        self._now = now
        self.reachable: set[int] = set()

    async def of(self, users: Collection[int]) -> dict[int, Person]:
        """Return the settings of some users, or the defaults for a user without settings."""
        kept = await self.store.people(users)
        return {user: _read(kept.get(user)) for user in users}

    async def one(self, user: int) -> Person:
        """Return the settings of a user."""
        return (await self.of([user]))[user]

    async def change(self, user: int, **changes: object) -> Person:
        """Change some settings of a user, and return them all."""
        person = Person.model_validate((await self.one(user)).model_dump() | changes)
        await self.store.keep_person(user, person.model_dump_json(exclude_defaults=True))
        return person

    async def to_forget(self) -> list[int]:
        """Return the users whom the bot has begun to forget."""
        return [user for user, body in (await self.store.people_with('"forget":')).items() if _read(body).forget]

    async def erase(self, user: int) -> None:
        """Erase what is kept of a user, also where they stand in for others."""
        for other, body in (await self.store.people_with(str(user))).items():
            if _read(body).stand_in == user:
                await self.change(other, stand_in=None)
        await self.store.erase_person(user)

    async def close_dms(self, user: int) -> None:
        """Note that a user takes no DMs, and that they are still to be told so."""
        self.reachable.discard(user)
        await self.change(user, by="closed")

    async def untold(self, user: int) -> str | None:
        """Return what a user still has to be told: that their DMs turned out to be closed."""
        if (await self.one(user)).by == "closed":
            return DMS_CLOSED
        if len(self.reachable) == MOST_KNOWN:
            self.reachable.clear()
        self.reachable.add(user)
        return None

    async def told(self, user: int) -> None:
        """Note that a user was told that their DMs are closed."""
        if (await self.one(user)).by == "closed":
            await self.change(user, by="told")

    async def called(self, campaign: Campaign, standing: Iterable[Wait]) -> dict[int, Person]:
        """Return the settings of all whom some waits call, and of ``ANYBODY`` where one of them calls nobody yet."""
        players = [called(campaign, wait) for wait in standing]
        found = await self.of({int(player) for each in players for player in each})
        return found if all(players) else found | {ANYBODY: Person()}

    async def reach(self, people: dict[int, Person]) -> Reach:
        """Return how some people can be reached now, and those who stand in for them."""
        now = self._now()
        reach = Reach.of(people, now)
        stand_ins = {each.stand_in for each in reach.away.values() if each.stand_in is not None} - people.keys()
        if not stand_ins:
            return reach
        return replace(reach, silent=reach.silent | Reach.of(await self.of(stand_ins), now).silent)


def _read(body: str | None) -> Person:
    return NOBODY_SPECIAL if body is None else Person.model_validate_json(body)


# ---- what people write ----


@cache
def zones() -> tuple[str, ...]:
    """Return the names of the time zones that mean the same on every machine, so not ``localtime`` or ``Factory``."""
    return tuple(sorted(name for name in available_timezones() if "/" in name or name == "UTC"))


@cache
def zone_of(name: str) -> tzinfo:
    """Return the time zone of a name, or UTC if this machine does not know it."""
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        return UTC


def read_zone(typed: str) -> str:
    """Return the name of a time zone, however it is written. Raises ``NotThere``."""
    wanted = typed.strip().replace(" ", "_").casefold()
    for name in zones():
        if name.casefold() == wanted:
            return name
    raise NotThere("There is no such time zone. Choose one from the list, such as Europe/Berlin.")


def read_hours(typed: str) -> tuple[int, int] | None:
    """Return the quiet hours of ``"22-7"`` or ``"22h30-7:15"``, or None for ``"off"``. Raises ``NotThere``."""
    if typed.strip().casefold() in ("off", "none", "no"):
        return None
    try:
        plain = re.sub(r"[\u2010-\u2015\u2212]", "-", typed.casefold()).replace("h", ":")
        begin, end = map(_minutes, plain.split("-"))
    except (ValueError, OverflowError):  # no hour is so large
        raise NotThere("Write quiet hours as `22-7` or `22:30-7:15`, or `off`.") from None
    if begin == end:
        raise NotThere("Quiet hours cannot last the whole day. `every:never` stops all reminders.")
    return begin, end


def _minutes(typed: str) -> int:
    hour, _, minute = typed.strip().partition(":")
    at = time(0 if (hour, minute) == ("24", "") else int(hour), int(minute or 0))
    return at.hour * 60 + at.minute


def hours(quiet: tuple[int, int]) -> str:
    """Quiet hours as they are read."""
    return "–".join(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in quiet)


def read_day(typed: str, zone: str, now: datetime) -> datetime:
    """Return when a future day begins: ``2026-03-05``, or ``7d`` and ``2w`` ahead. Raises ``NotThere`` for others."""
    today, ahead = now.astimezone(zone_of(zone)).date(), AHEAD.fullmatch(typed.strip())
    try:
        days = int(ahead[1]) * (1 if ahead[2][0] in "dDjJ" else 7) if ahead else 0
        day = today + timedelta(days) if ahead else date.fromisoformat(typed.strip())
    except ValueError:
        raise NotThere("Write the day as `2026-03-05`, or how long: `7d`, `2w`.") from None
    if day <= today:
        raise NotThere("That day has begun already. Name a later one.")
    if day - today > FARTHEST:
        raise NotThere("That is more than two years ahead. Name an earlier day.")
    return _local(day, 0, zone_of(zone))


def days_ahead(zone: str, now: datetime) -> Iterable[str]:
    """Days on which somebody may be back, or a table go on."""
    today = now.astimezone(zone_of(zone)).date()
    return ((today + timedelta(days=days)).isoformat() for days in (3, 5, 7, 10, 14, 21, 28, 42))


def _local(day: date, minutes: int, zone: tzinfo) -> datetime:
    """Return a time of day in a zone: the first of two as clocks go back, and later by the gap where they skip it."""
    return datetime.combine(day, time(minutes // 60, minutes % 60), zone).astimezone(UTC)


# ---- calls: how those whom an entry calls can be reached now ----


def newcomers(before: Campaign, after: Campaign) -> list[int]:
    """Return the players who hold a seat now and held none before."""
    was, now = ({int(each) for players in campaign.roster.values() for each in players} for campaign in (before, after))
    return sorted(now - was)


def tell_away(
    campaign: Campaign, standing: frozenset[Wait], players: Iterable[Player], reach: Reach
) -> Iterator[tuple[Player | None, Public]]:
    """Until when those of some players are away who are, and who stands in for each."""
    for player in sorted(players):
        person = reach.away.get(player)
        if person is None:
            continue
        until = Shown(f"<t:{(person.away or 0) // 1000}:D>")
        seats = [seat for seat in sorted({wait.seat for wait in standing}) if player in campaign.roster.get(seat, ())]
        stand_in = Player(person.stand_in or 0)
        seats = [seat for seat in seats if can_stand_in(campaign, stand_in, seat)]
        if not (seats and stand_in):
            yield None, tell_all("{player} is away until {until}.", player=player, until=until)
        else:
            yield stand_in, _told_to_stand_in(campaign, stand_in, player, seats[0], until)


def _told_to_stand_in(campaign: Campaign, stand_in: Player, player: Player, seat: Seat, until: Shown) -> Public:
    known: dict[str, Open] = {"stand_in": stand_in, "player": player, "until": until, "seat": seat}
    if stand_in in campaign.roster[seat]:
        return tell_all("{stand_in}: {player} is away until {until}, so it is up to you.", **known)
    if campaign.is_let_in(stand_in, seat):
        return tell_all(
            "{stand_in}: {player} is away until {until}. `/campaign join` takes {seat} beside them.", **known
        )
    return tell_all("{stand_in}: {player} is away until {until}. `/campaign join` asks for {seat}.", **known)
