"""What the bot counts about itself. The names of commands are its only labels: no ids, no names, no words of users."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

Failure = Literal["refusal", "closed", "fast", "late", "lost", "database", "bug"]
"""How an answer fails: a refusal by the rules, of a campaign that cannot be played, or of who is too fast; too late or
lost on its way; a fault of the database; a bug.
"""

Gauge = Literal[
    "outbox_posts",
    "outbox_oldest_seconds",
    "refused_posts",
    "backup_age_seconds",
    "closed_campaigns",
    "campaigns_in_memory",
    "answers_under_way",
    "troubles",
]

GAUGES: dict[Gauge, str] = {
    "outbox_posts": "Results that wait to be posted although they were tried",
    "outbox_oldest_seconds": "How long the oldest of them has waited",
    "refused_posts": "Posts that wait because a channel refuses them",
    "backup_age_seconds": "How old the newest backup is",
    "closed_campaigns": "Campaigns that this bot cannot play, damaged ones too",
    "campaigns_in_memory": "Campaigns in memory",
    "answers_under_way": "Interactions that are being answered",
    "troubles": "1 while /healthz is not ok",
}
BUCKETS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5)
"""Seconds. Discord waits for three."""


class Metrics:
    """Counts nothing: what the bot has when nobody asks for its metrics. ``Counted`` counts."""

    def answered(self, name: str, seconds: float) -> None:
        """An interaction was answered, whatever the answer was."""

    def failed(self, how: Failure) -> None:
        """An interaction had another answer than its result."""

    def reconnected(self) -> None:
        """The connection to Discord's gateway was lost."""

    def folded(self) -> None:
        """A campaign was folded from its log."""

    def wrote(self, seconds: float) -> None:
        """An entry was written to the database."""

    def show(self, gauge: Gauge, value: Callable[[], float]) -> None:
        """What to read when somebody asks."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Measure how long the body takes to write an entry. A failure does not count."""
        began = time.perf_counter()
        yield
        self.wrote(time.perf_counter() - began)


NO_METRICS = Metrics()


class Counted(Metrics):
    """Counts, for Prometheus. Each has a registry of its own."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = CollectorRegistry()
        given: Any = {"namespace": "adjutant", "registry": self._registry}
        self._answers = Histogram(
            "answer_seconds", "How long an interaction took, from its arrival", ["command"], buckets=BUCKETS, **given
        )
        self._failures = Counter("failures", "Interactions with another answer than their result", ["how"], **given)
        self._reconnects = Counter("gateway_reconnects", "How often the gateway's connection was lost", **given)
        self._folds = Counter("folds", "Campaigns that were folded from their log", **given)
        self._writes = Histogram("write_seconds", "How long the log took to take an entry", buckets=BUCKETS, **given)
        self._gauges = {name: Gauge(name, text, **given) for name, text in GAUGES.items()}

    def answered(self, name: str, seconds: float) -> None:
        """An interaction was answered, whatever the answer was."""
        self._answers.labels(name).observe(seconds)

    def failed(self, how: Failure) -> None:
        """An interaction had another answer than its result."""
        self._failures.labels(how).inc()

    def reconnected(self) -> None:
        """The connection to Discord's gateway was lost."""
        self._reconnects.inc()

    def folded(self) -> None:
        """A campaign was folded from its log."""
        self._folds.inc()

    def wrote(self, seconds: float) -> None:
        """An entry was written to the database."""
        self._writes.observe(seconds)

    def show(self, gauge: Gauge, value: Callable[[], float]) -> None:
        """What to read when somebody asks."""
        self._gauges[gauge].set_function(value)

    def text(self) -> bytes:
        """Return all of it, as Prometheus reads it."""
        from prometheus_client import generate_latest

        return generate_latest(self._registry)
