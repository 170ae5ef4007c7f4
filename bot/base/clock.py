"""Time as the bot reads it and as the database keeps it: milliseconds since 1970."""

import time
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
DISCORD_EPOCH = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord's ids count."""

_BEGAN, _BEGAN_AT = datetime.now(UTC), time.monotonic()


def utc_now() -> datetime:
    """Return the time of this machine."""
    return datetime.now(UTC)


def steady_now() -> datetime:
    """Return the time at which the program began plus the time since, so that a change of the clock does not matter."""
    return _BEGAN + timedelta(seconds=time.monotonic() - _BEGAN_AT)


def milliseconds(at: datetime) -> int:
    """Return a time as the database keeps it."""
    return (at - EPOCH) // MILLISECOND


def time_of(at: int) -> datetime:
    """Return the time that the database keeps as milliseconds."""
    return EPOCH + at * MILLISECOND


def snowflake_time(id_: int) -> datetime:
    """Return when Discord made something with that id."""
    return time_of((id_ >> 22) + DISCORD_EPOCH)
