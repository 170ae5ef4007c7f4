"""What an interaction has done so far, and which are still being done: noted where the database takes it, and all that
an error can be told by. What fails after that is logged and undoes nothing.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum, auto
from functools import wraps
from typing import Any, TypeVar, cast

from bot.base.metrics import Metrics

log = logging.getLogger(__name__)

F = TypeVar("F", bound=Callable[..., Coroutine[Any, Any, Any]])


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


_under_way: ContextVar[Deeds | None] = ContextVar("deeds_under_way", default=None)


@contextmanager
def deeds_of(interaction: int) -> Iterator[None]:
    """While an interaction is answered, what it does is noted."""
    before = _under_way.set(Deeds(interaction))
    try:
        yield
    finally:
        _under_way.reset(before)


def standing() -> Standing:
    """Return how what the interaction under way asked for stands."""
    found = _under_way.get()
    return Standing.NOTHING if found is None else found.standing


def note(standing: Standing, interaction: int | None = None) -> None:
    """Note what became of the interaction under way. A note about another ``interaction`` is ignored."""
    found = _under_way.get()
    if found is not None and interaction in (None, found.interaction):
        found.note(standing)


def keeps(failed: type[Exception]) -> Callable[[F], F]:
    """Return a method of a store by which somebody keeps something: after a fault nobody knows whether it is kept."""

    def noting(method: F) -> F:
        @wraps(method)
        async def noted(*args: Any, **options: Any) -> Any:
            try:
                done = await method(*args, **options)
            except failed:
                note(Standing.UNKNOWN)
                raise
            note(Standing.KEPT)
            return done

        return cast(F, noted)

    return noting


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
            self._metrics.took("answer_seconds", seconds, name)
            log.debug("%s took %d ms", name, seconds * 1000)
            under_way.reset(before)

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
    except Exception:
        bug = secrets.token_hex(4)
        log.exception("bug %s: %s", bug, what, extra={"bug": bug})
