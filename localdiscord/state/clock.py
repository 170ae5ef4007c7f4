"""The server's clock, and the ids (snowflakes) that are made from its time."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Clock:
    """Runs with the real time; with a `start` it stands still there until it is advanced, and then calls `moved`."""

    def __init__(self, start: datetime | None = None) -> None:
        self._start = start
        self._offset = timedelta()
        self.moved: Callable[[], None] = lambda: None
        self.last_id = 0

    def now(self) -> datetime:
        """The server's present time, in UTC."""
        return (self._start or datetime.now(UTC)) + self._offset

    def advance(self, by: timedelta) -> None:
        """Moves the clock forward."""
        self._offset += by
        self.moved()

    def run(self) -> None:
        """From now on it is the real time, as if nobody had moved it."""
        self._start, self._offset = None, timedelta()

    def next_id(self) -> str:
        """A snowflake of the present time, larger than every one before it."""
        milliseconds = (self.now() - DISCORD_EPOCH) // _MILLISECOND
        self.last_id = max(milliseconds << 22, self.last_id + 1)
        return str(self.last_id)

    def next_shard_id(self, shard: int, count: int) -> str:
        """A snowflake that belongs to this shard of `count`, larger than every one before it."""
        if count == 1:
            return self.next_id()
        earliest = (int(self.next_id()) >> 22) + 1
        self.last_id = earliest + (shard - earliest) % count << 22
        return str(self.last_id)

    @property
    def offset(self) -> timedelta:
        """How far the clock was advanced."""
        return self._offset

    def restore(self, offset: float, last_id: int) -> None:
        """Continues an earlier server's clock, `offset` in seconds, so that ids never run backwards."""
        self._offset = timedelta(seconds=offset)
        self.last_id = max(self.last_id, last_id)


def timestamp(moment: datetime) -> str:
    """The moment as Discord writes it."""
    return moment.isoformat(timespec="microseconds")


def created_at(snowflake: str) -> datetime:
    """The moment at which this id was made."""
    return DISCORD_EPOCH + timedelta(milliseconds=int(snowflake) >> 22)
