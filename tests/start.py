"""When and where a run of the tests takes place: its seed chooses the moment and the time zone, and the harness's clock
begins there. So no run depends on when or where it is made, and each takes place at another moment.
"""

import os
import random
import time
from datetime import UTC, datetime, timedelta

from localdiscord import Clock

FIRST, YEARS = 2016, 30
"""Later ids of Discord would be those that the bot gives to players whom it has forgotten."""
ZONES = (
    "UTC", "Europe/Berlin", "America/St_Johns", "America/Los_Angeles", "Asia/Kathmandu", "Asia/Tokyo",
    "Australia/Lord_Howe", "Pacific/Kiritimati", "Pacific/Pago_Pago",
)  # fmt: skip
NEW_YEARS_EVE = datetime(2027, 12, 31, 14, 59, tzinfo=UTC)
"""A minute to midnight in Tokyo."""


class SteppingClock(Clock):
    """Stands still until a test puts it on, but that nothing happens in the millisecond of what came before it."""

    def next_id(self) -> str:
        self.advance(timedelta(milliseconds=1))
        return super().next_id()


class Hands:
    """A clock that a test puts on."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


_chosen: list[datetime] = []


def choose(seed: int) -> str:
    """Go to the moment and the zone of a seed, and say which they are."""
    chance = random.Random(seed)
    begin = datetime(FIRST + chance.randrange(YEARS), 1, 1, tzinfo=UTC)
    _chosen[:] = [begin + timedelta(minutes=chance.randrange(365 * 24 * 60))]
    os.environ["TZ"] = chance.choice(ZONES)
    os.environ["LC_ALL"] = "C.UTF-8"
    if hasattr(time, "tzset"):
        time.tzset()
    return f"the clock of the tests begins at {_chosen[0]:%Y-%m-%d %H:%M} UTC, the machine is in {os.environ['TZ']}"


def moment() -> datetime:
    """When this run takes place; New Year's Eve in a program of the tests that pytest does not run."""
    return _chosen[0] if _chosen else NEW_YEARS_EVE
