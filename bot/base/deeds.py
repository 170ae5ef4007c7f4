"""What an interaction has done so far: noted where the database takes it, and all that an error can be told by."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum, auto
from functools import wraps
from typing import Any, TypeVar, cast

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
    """How what the interaction under way asked for stands."""
    found = _under_way.get()
    return Standing.NOTHING if found is None else found.standing


def note(standing: Standing, interaction: int | None = None) -> None:
    """Note what has become of what the interaction under way asked for; what another wrote is none of its deeds."""
    found = _under_way.get()
    if found is not None and interaction in (None, found.interaction):
        found.note(standing)


def keeps(failed: type[Exception]) -> Callable[[F], F]:
    """A method of a store by which somebody keeps something: after a fault nobody knows whether it is kept."""

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
