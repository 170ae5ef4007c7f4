"""What an interaction has done so far, and which are still being done: noted where the database takes it, and all that
an error can be told by. What fails after that is logged and undoes nothing.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum, auto

from bot.base.metrics import Metrics

log = logging.getLogger(__name__)


class Standing(Enum):
    """How what somebody asked for stands: nothing was written; nobody knows; it is kept; it is in the log."""

    NOTHING = auto()
    UNKNOWN = auto()
    KEPT = auto()
    LOGGED = auto()


class Deeds:
    """What one interaction has done."""

    def __init__(self, interaction: int) -> None:
        self.interaction = interaction
        self.standing = Standing.NOTHING

    def note(self, standing: Standing) -> None:
        """Note what has become of something that was asked for. What is done stays done."""
        if standing.value > self.standing.value:
            self.standing = standing


under_way: ContextVar[Deeds | None] = ContextVar("under_way", default=None)
"""The deeds of the interaction that the running task answers."""


@contextmanager
def deeds_of(interaction: int) -> Iterator[None]:
    """While an interaction is answered, what it does is noted."""
    before = under_way.set(Deeds(interaction))
    try:
        yield
    finally:
        under_way.reset(before)


def standing() -> Standing:
    """Return how what the interaction under way asked for stands."""
    found = under_way.get()
    return Standing.NOTHING if found is None else found.standing


def note(standing: Standing, interaction: int | None = None) -> None:
    """Note what became of the interaction under way. A note about another ``interaction`` is ignored."""
    found = under_way.get()
    if found is not None and interaction in (None, found.interaction):
        found.note(standing)


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
        began = time.perf_counter()
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
            self._metrics.took("answer_seconds", seconds, name)
            log.debug("%s took %d ms", name, seconds * 1000)

    async def finished(self) -> None:
        """Wait until nothing is being answered."""
        await self._idle.wait()


@contextmanager
def second_step(what: str, lost: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """Do what follows from something that is done already, such as calling people or editing a panel. Whatever fails in
    it is logged, and what comes after it goes on: a bug with an id, and a warning where something outside the bot
    (``lost``) is to blame.
    """
    try:
        yield
    except lost as error:
        log.warning("%s: %s", what, type(error).__name__)
    except Exception:  # noqa: BLE001 (it is logged)
        log_bug(what)


def log_bug(what: str, error: BaseException | None = None) -> str:
    """Log a bug, by default the one that is being handled. Return the id by which it is found in the log."""
    bug = secrets.token_hex(4)
    log.error("bug %s: %s", bug, what, exc_info=error or True, extra={"bug": bug})
    return bug
