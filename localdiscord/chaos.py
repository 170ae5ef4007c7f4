"""Chaos: requests and gateway connections fail at random, and a seed repeats what happened."""

import random
import secrets
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from localdiscord.faults import RATE_LIMITED, Fault

# what an interaction is answered with, and what a bot posts by itself
POSTS: Final = (
    ("POST", "/interactions/{interaction}/{token}/callback"),
    ("POST", "/webhooks/{application}/{token}"),
    ("PATCH", "/webhooks/{application}/{token}/messages/{message}"),
    ("POST", "/channels/{channel}/messages"),
    ("PATCH", "/channels/{channel}/messages/{message}"),
)
_MOST_DELIVERIES: Final = 3


class Disturbance(Enum):
    """What happens to a gateway connection."""

    CLOSE = auto()
    RECONNECT = auto()
    INVALID_SESSION = auto()


@dataclass
class Chaos:
    """Makes requests and gateway connections fail at random.

    A request to one of the `routes` fails with the probability `requests`: it is answered with 429, 500, 502 or 503,
    the connection is cut before or after it is carried out, or it takes `delay` seconds. After each event a
    connection is disturbed with the probability `gateway`: it is closed, has to reconnect, or its session is gone.
    Each interaction is delivered from `deliveries[0]` to `deliveries[1]` times, between 1 and 3.

    With the same `seed` the nth request to a route has the same fate. ValueError for numbers that are out of range.
    """

    seed: int = field(default_factory=lambda: secrets.randbelow(2**32))
    requests: float = 0.1
    gateway: float = 0.1
    deliveries: tuple[int, int] = (1, 1)
    delay: float = 0.1
    routes: tuple[tuple[str, str], ...] = field(default=POSTS, repr=False)
    _dice: dict[str, random.Random] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if not (0 <= self.requests <= 1 and 0 <= self.gateway <= 1):
            raise ValueError("A probability is a number from 0 to 1.")
        least, most = self.deliveries
        if not 1 <= least <= most <= _MOST_DELIVERIES:
            raise ValueError(f"An interaction is delivered 1 to {_MOST_DELIVERIES} times.")

    def fault(self, method: str, path: str) -> Fault | None:
        """The fault that hits the next request to this route, if any."""
        dice = self._dice_for(f"{method} {path}")
        if (method, path) not in self.routes or dice.random() >= self.requests:
            return None
        faults = [
            *(Fault(method, path, status) for status in (RATE_LIMITED, 500, 502, 503)),
            Fault(method, path, loses_request=True),
            Fault(method, path, loses_response=True),
            Fault(method, path, 200, delay=self.delay),
        ]
        return dice.choice(faults)

    def disturbance(self, shard: int) -> Disturbance | None:
        """What happens to a connection of this shard after the next event, if anything."""
        dice = self._dice_for(f"shard {shard}")
        return dice.choice(list(Disturbance)) if dice.random() < self.gateway else None

    def count_deliveries(self) -> int:
        """How many times the next interaction is delivered."""
        return self._dice_for("deliveries").randint(*self.deliveries)

    def _dice_for(self, stream: str) -> random.Random:
        """Dice of its own for each stream, so that the streams do not depend on one another."""
        return self._dice.setdefault(stream, random.Random(f"{self.seed} {stream}"))  # noqa: S311 (no secret)
