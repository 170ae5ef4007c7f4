"""What the bot counts about itself. The names of commands are its only labels: no ids, no names, no words of users."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

GAUGES = {
    "outbox_posts": "Results that wait to be posted although they were tried",
    "outbox_oldest_seconds": "How long the oldest of them has waited",
    "refused_posts": "Posts that wait because a channel refuses them",
    "backup_age_seconds": "How old the newest backup is",
    "closed_campaigns": "Campaigns that this bot cannot play, damaged ones too",
    "campaigns_in_memory": "Campaigns in memory",
    "answers_under_way": "Interactions that are being answered",
    "troubles": "1 while /healthz is not ok",
}
COUNTERS = {
    "failures": ("Interactions with another answer than their result", ["how"]),
    "gateway_reconnects": ("How often the gateway's connection was lost", []),
    "folds": ("Campaigns that were folded from their log", []),
}
"""Failures are counted by how: a ``refusal`` by the rules, a campaign that is ``closed`` because it cannot be played,
who was too ``fast``, an answer that was too ``late`` or ``lost`` on its way, a fault of the ``database``, a ``bug``.
"""
TIMERS = {
    "answer_seconds": ("How long an interaction took, from its arrival", ["command"]),
    "write_seconds": ("How long the log took to take an entry", []),
}
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5)
"""Seconds. Discord waits for three."""


class Metrics:
    """Counts nothing: what the bot has when nobody asks for its metrics. ``Counted`` counts."""

    def count(self, counter: str, *labels: str) -> None:
        """Count that something happened once more."""

    def took(self, timer: str, seconds: float, *labels: str) -> None:
        """Note how long something took."""

    def show(self, gauge: str, value: Callable[[], float]) -> None:
        """What to read when somebody asks."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Measure how long the body takes to write an entry. A failure does not count."""
        began = time.perf_counter()
        yield
        self.took("write_seconds", time.perf_counter() - began)


NO_METRICS = Metrics()


class Counted(Metrics):
    """Counts, for Prometheus. Each has a registry of its own."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = CollectorRegistry()
        given: Any = {"namespace": "adjutant", "registry": self._registry}
        self._gauges = {name: Gauge(name, text, **given) for name, text in GAUGES.items()}
        self._counters = {name: Counter(name, text, labels, **given) for name, (text, labels) in COUNTERS.items()}
        given["buckets"] = BUCKETS
        self._timers = {name: Histogram(name, text, labels, **given) for name, (text, labels) in TIMERS.items()}

    def count(self, counter: str, *labels: str) -> None:
        """Count that something happened once more."""
        of: Any = self._counters[counter]
        (of.labels(*labels) if labels else of).inc()

    def took(self, timer: str, seconds: float, *labels: str) -> None:
        """Note how long something took."""
        of: Any = self._timers[timer]
        (of.labels(*labels) if labels else of).observe(seconds)

    def show(self, gauge: str, value: Callable[[], float]) -> None:
        """What to read when somebody asks."""
        self._gauges[gauge].set_function(value)

    def text(self) -> bytes:
        """Return all of it, as Prometheus reads it."""
        from prometheus_client import generate_latest

        return generate_latest(self._registry)
