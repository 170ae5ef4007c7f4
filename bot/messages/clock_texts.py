"""What a table reads of its clocks: until when they stand still, what is left of a bank of time, and its deadlines."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta

from rules.campaign import Campaign
from rules.campaign.life.pausing import standing_still
from rules.campaign.seats.absence import PatienceSet
from rules.campaign.state.clock import DAY
from rules.campaign.state.terms import Patience
from rules.line import Line, line
from rules.notice import Notice, Public, tell_section
from rules.secrets import Shown

HOUR = 60 * 60
IN_HOURS = 2 * DAY
"""Less than that is said in hours."""


def banks(campaign: Campaign) -> Iterator[Public]:
    """What is left to each side whose clock has ever run."""
    for seat in campaign.clocks:
        left, now = campaign.time_left(seat), campaign.at
        if left is None or now is None:
            continue
        if left and campaign.runs(seat):
            # a panel is read long after it was written
            until = Shown(f"<t:{int(campaign.runs_until(now, timedelta(seconds=left), seat).timestamp())}:R>")
            yield tell_section("Bank of time", "The time of {seat} runs out {until}.", seat=seat, until=until)
        else:
            yield tell_section("Bank of time", "{seat}: {time} left.", seat=seat, time=lasting(left))


def deadlines_of(campaign: Campaign) -> Iterator[Notice]:
    """How long the table waits, and what is left to each side."""
    yield from told(campaign.patience)
    yield from standing_still(campaign)
    yield from banks(campaign)


def told(patience: Patience) -> Iterator[Notice]:
    """How long a table waits."""
    yield from PatienceSet(**asdict(patience)).tell()


def lasting(seconds: int) -> Line:
    """A time in whole days, or in hours where it is short."""
    if seconds >= IN_HOURS:
        return line("{days} {days:day|days}", days=seconds // DAY)
    return line("{hours} {hours:hour|hours}", hours=seconds // HOUR)
