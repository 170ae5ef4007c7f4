"""A campaign in numbers: its dice by side, what was done how often, and the time that it took."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from statistics import median

from rules.campaign.chronicle.throws import sampled, throws
from rules.campaign.decider.campaign import Campaign
from rules.command import GameEvent
from rules.line import Line, line
from rules.log import LogEntry, undone_entries
from rules.notice import Public, tell_all, tell_section
from rules.picture import Label
from rules.seat import Seat

MOST = 10
"""So many rows of a list are shown."""
NOBODY = "Without a seat"


def dice(campaign: Campaign, log: Sequence[LogEntry]) -> Iterator[Public]:
    """Yield the open dice by seat, undone ones too: they were rolled."""
    thrown = [*throws(campaign, log)]
    if not thrown:
        yield tell_section("Dice", "No dice have been rolled in the open.")
    for seat in dict.fromkeys(each.seat for each in thrown):
        samples = sampled(each.roll for each in thrown if each.seat == seat)
        yield from (each.under(line("Dice: {seat}", seat=seat or NOBODY)) for each in samples)


def seen(log: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """Return the entries of a log that everybody saw."""
    return [each for each in log if not each.is_unseen]


def deeds(log: Sequence[LogEntry]) -> Iterator[Public]:
    """Yield what was done how often, what was undone left out."""
    undone = undone_entries(log)
    counted = Counter(entry.title for entry in log if entry.seq not in undone)
    for title, count in counted.most_common(MOST):
        yield tell_section("Most often", "{title}: {count}", title=Line(title), count=count)
    rest = len(counted) - MOST
    if rest > 0:
        yield tell_section("Most often", "Others: {count}", count=rest)


def phases(campaign: Campaign, log: Sequence[LogEntry]) -> Iterator[Public]:
    """Yield how long play stood in each phase, in real time."""
    spent: dict[str, timedelta] = {}
    labels: dict[str, Label] = {}
    before, since = campaign.as_founded(), campaign.founding.at
    for entry, after in zip(log, before.follow_each(log), strict=True):
        if entry.is_unseen:
            before = after
            continue
        phase = before.game.phase(before.state)
        if phase is not None and since is not None:
            labels[str(phase)] = phase
            spent[str(phase)] = spent.get(str(phase), timedelta()) + (entry.at - since)
        before, since = after, entry.at
    for name, time in sorted(spent.items(), key=lambda each: each[1], reverse=True)[:MOST]:
        yield tell_section("Time by phase", "{phase}: {time}", phase=labels[name], time=lasting(time))


def pace(campaign: Campaign, log: Sequence[LogEntry]) -> Iterator[Public]:
    """Yield how soon each side usually acted after the others. The median leaves out long waits, to blame nobody."""
    waited: dict[Seat, list[timedelta]] = {}
    last: datetime | None = campaign.founding.at
    log = seen(log)
    for before, entry in zip((None, *log), log, strict=False):
        is_move = entry.seat is not None and any(isinstance(event, GameEvent) for event in entry.events)
        if is_move and last is not None and (before is None or before.seat != entry.seat):
            waited.setdefault(entry.seat or Seat(NOBODY), []).append(entry.at - last)
        last = entry.at
    for seat, times in waited.items() if len(waited) > 1 else ():
        half = timedelta(seconds=median(each.total_seconds() for each in times))
        if len(times) == 1:
            yield tell_section(
                "Time by side",
                "{seat}: answered once, within {time} of what came before.",
                seat=seat,
                time=lasting(half),
            )
            continue
        yield tell_section(
            "Time by side",
            "{seat}: answered {count} times, half of them within {time} of what came before.",
            seat=seat,
            count=len(times),
            time=lasting(half),
        )


def lasting(time: timedelta) -> Line:
    """Return how long something took, in one unit."""
    minutes, hours, days = (round(time / timedelta(**unit)) for unit in ({"minutes": 1}, {"hours": 1}, {"days": 1}))
    if time < timedelta(minutes=1):
        return line("less than a minute")
    if minutes < 60:
        return line("{count} {count:minute|minutes}", count=minutes)
    if hours < 48:
        return line("{count} {count:hour|hours}", count=hours)
    return line("{count} {count:day|days}", count=days)


def all_of(campaign: Campaign, log: Sequence[LogEntry]) -> Iterator[Public]:
    """Yield everything."""
    open_ = seen(log)
    undone = undone_entries(log) & {each.seq for each in open_}
    yield tell_all("Entries: {count}, undone: {undone}.", count=len(open_), undone=len(undone))
    yield from dice(campaign, log)
    yield from deeds(open_)
    yield from phases(campaign, log)
    yield from pace(campaign, log)
