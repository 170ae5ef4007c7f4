"""How fast somebody may go on: a token bucket for each of those who were there lately."""

import re
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import Any, NamedTuple

MOST_REMEMBERED = 10_000
"""So many buckets are kept; whoever was longest away has a full one again."""


class Pace(NamedTuple):
    """``burst`` at once, and as many again in so many ``seconds``."""

    burst: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.burst}/{self.seconds:g}"


WITHOUT_LIMIT = Pace(10**8, 1)


class Paces(NamedTuple):
    """How fast one user may go on, all users of a server together, and one user who types."""

    user: Pace = Pace(20, 10)
    server: Pace = Pace(200, 10)
    typing: Pace = Pace(60, 10)


UNHURRIED: dict[str, Any] = {"pace_user": WITHOUT_LIMIT, "pace_server": WITHOUT_LIMIT, "pace_typing": WITHOUT_LIMIT}
"""The settings of a bot on a machine on which nobody is a stranger."""


def read_pace(given: object) -> object:
    """The pace that a text names: ``20/10``. Raises ``ValueError`` with a sentence."""
    if not isinstance(given, str):
        return given
    match = re.fullmatch(r"(\d{1,9})/(\d{1,5}(?:\.\d{1,3})?)", given.strip())
    if match is None or not int(match[1]) or not float(match[2]):
        raise ValueError("write how many at once, and in how many seconds as many again: 20/10, say")
    return Pace(int(match[1]), float(match[2]))


class Haste(Enum):
    """Whether somebody may go on: yes; no, for the first time in this burst; no again."""

    NONE = auto()
    NEW = auto()
    TOLD = auto()


@dataclass(frozen=True, slots=True)
class Bucket:
    """What is left in a bucket at a time. ``told`` says that it was empty since it was last full."""

    tokens: float
    at: datetime
    told: bool = False

    def filled(self, pace: Pace, now: datetime) -> "Bucket":
        """The bucket as it has filled until now."""
        tokens = self.tokens + max((now - self.at).total_seconds(), 0) * pace.burst / pace.seconds
        return Bucket(min(tokens, pace.burst), now, self.told and tokens < pace.burst)

    def taken(self, pace: Pace, now: datetime) -> tuple["Bucket", Haste]:
        """The bucket after one more, and whether that was too fast."""
        full = self.filled(pace, now)
        if full.tokens >= 1:
            return Bucket(full.tokens - 1, now, full.told), Haste.NONE
        return Bucket(full.tokens, now, told=True), Haste.TOLD if full.told else Haste.NEW


class Buckets:
    """The buckets of everybody, or of every server."""

    def __init__(self, pace: Pace, most: int = MOST_REMEMBERED) -> None:
        self._pace = pace
        self._most = most
        self._buckets: OrderedDict[int, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, whose: int, now: datetime) -> Haste:
        """Take one out of somebody's bucket."""
        bucket, haste = self._buckets.get(whose, Bucket(self._pace.burst, now)).taken(self._pace, now)
        self._buckets[whose] = bucket
        self._buckets.move_to_end(whose)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return haste

    def refuse(self, whose: int, now: datetime) -> Haste:
        """Refuse somebody for another reason, which they are told once in a burst, too."""
        bucket = self._buckets.get(whose, Bucket(self._pace.burst, now))
        self._buckets[whose] = replace(bucket, told=True)
        return Haste.TOLD if bucket.told else Haste.NEW
