"""The interactions that are being answered: which one a log line is about, how long each takes, when all are done."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from bot.base.deeds import deeds_of
from bot.base.metrics import Metrics

log = logging.getLogger(__name__)

under_way: ContextVar[int | None] = ContextVar("under_way", default=None)
"""The id of the interaction that the running task answers."""


class Work:
    """What the bot has begun to answer."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._number = 0
        self._idle = asyncio.Event()
        self._idle.set()
        metrics.show("answers_under_way", lambda: self._number)

    @contextmanager
    def on(self, interaction: int, name: str) -> Iterator[None]:
        """While an interaction is being answered. ``name`` is its command or kind, never what a user typed."""
        began, before = time.perf_counter(), under_way.set(interaction)
        self._number += 1
        self._idle.clear()
        try:
            with deeds_of(interaction):
                yield
        finally:
            seconds = time.perf_counter() - began
            self._number -= 1
            if not self._number:
                self._idle.set()
            self._metrics.answered(name, seconds)
            log.debug("%s took %d ms", name, seconds * 1000)
            under_way.reset(before)

    async def finished(self) -> None:
        """Wait until nothing is being answered."""
        await self._idle.wait()
