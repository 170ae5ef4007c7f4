"""The time of the little Discord, and the ids that are made of it."""

from datetime import UTC, datetime, timedelta

DISCORD_EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


class Clock:
    """Real time when made without a start; with one it stands still until it is advanced."""

    def __init__(self, start: datetime | None = None) -> None:
        self._standing = start
        self._ahead = timedelta()
        self.last_id = 0

    def now(self) -> datetime:
        return (self._standing or datetime.now(UTC)) + self._ahead

    def advance(self, by: timedelta) -> None:
        self._ahead += by

    def next_id(self) -> str:
        """A snowflake of this moment, larger than every one before it."""
        milliseconds = (self.now() - DISCORD_EPOCH) // _MILLISECOND
        self.last_id = max(milliseconds << 22, self.last_id + 1)
        return str(self.last_id)

    @property
    def ahead(self) -> timedelta:
        """How far it was moved."""
        return self._ahead

    def resume(self, ahead: float, last_id: int) -> None:
        """Goes on where an earlier table stopped, `ahead` in seconds: ids never run backwards."""
        self._ahead = timedelta(seconds=ahead)
        self.last_id = max(self.last_id, last_id)


def stamp(moment: datetime) -> str:
    """The moment as Discord writes it."""
    return moment.isoformat(timespec="microseconds")
