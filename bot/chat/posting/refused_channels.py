"""Channels that refuse the bot: they are left alone for a while, since Discord counts such requests towards a ban."""

from collections import defaultdict, deque
from collections.abc import Callable
from datetime import datetime, timedelta

WITHIN = timedelta(hours=1)
MOST = 2
"""So many requests that Discord forbids may go to one channel within that time."""


class Forbidden:
    """What each channel refused lately. ``now`` is the table's clock."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._times: defaultdict[int, deque[datetime]] = defaultdict(lambda: deque(maxlen=MOST))

    def note(self, channel: int) -> None:
        """Note that a channel refused a request."""
        self._times[channel].append(self._now())

    def clear(self, channel: int) -> None:
        """Note that a channel may be tried again: somebody has given the bot its rights back."""
        self._times.pop(channel, None)

    def holds(self, channel: int) -> bool:
        """Whether a channel is to be left alone now."""
        times = self._times.get(channel)
        return times is not None and len(times) == MOST and self._now() - times[0] < WITHIN
