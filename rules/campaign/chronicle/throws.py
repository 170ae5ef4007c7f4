"""The dice of a campaign: who rolled them, and for what.

Only open dice count: those that a public line shows. What was drawn blindly, to be known to one seat, is none of them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.campaign.decider.campaign import Campaign
from rules.command import shown_again
from rules.dice import Roll
from rules.line import Line, Listed
from rules.log import LogEntry
from rules.notice import Public
from rules.printed.lookup import readings
from rules.seat import Seat


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice of an entry that everybody saw: who rolled them, and what for."""

    number: int
    seat: Seat | None
    purpose: str
    roll: Roll


def throws(campaign: Campaign, entries: Iterable[LogEntry]) -> Iterator[Throw]:
    """Yield the open dice of some entries. Those that a redo shows again fell in another entry, and count there."""
    for entry in entries:
        if not shown_again(entry.events):
            yield from shown_in(campaign, entry)


def shown_in(campaign: Campaign, entry: LogEntry) -> Iterator[Throw]:
    """Yield the open dice of an entry, each with the printed table that it was rolled for, or what was done."""
    told = [roll for notice in campaign.tell(entry) if isinstance(notice, Public) for roll in _in(notice.line)]
    read = [each for event in entry.events for each in readings(event)]
    for roll in entry.rolls:
        if roll in told and roll.sides > 1 and entry.number is not None:
            purpose = next((each.table for each in read if each.roll == roll), entry.title)
            yield Throw(entry.number, side_of(entry), purpose, roll)


def side_of(entry: LogEntry) -> Seat | None:
    """Return the side for which an entry acts, no matter which player acted."""
    return Seat(entry.command.acts_as) if entry.command.acts_as else entry.seat


def _in(value: object) -> Iterator[Roll]:
    """Yield the rolls that a line shows."""
    match value:
        case Roll():
            yield value
        case Line():
            for each in value.values.values():
                yield from _in(each)
        case Listed():
            for each in value.items:
                yield from _in(each)
