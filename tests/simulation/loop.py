"""An event loop in which nothing is left to luck: a seed draws which of the tasks that are ready goes next and how long
things take, and the clock stands still until nothing else can happen.
"""

import asyncio
import contextvars
import itertools
import random
import selectors
from collections import deque
from collections.abc import Callable
from typing import Any

LIFE: contextvars.ContextVar[int] = contextvars.ContextVar("life", default=0)
"""Whose work a task is: that of a life of the bot, from 1 on, or 0 for everything else."""
SLOW, SLOWEST = 0.05, 2.0
"""Of so many things one takes long, and how many seconds at most."""
USUAL = 0.02
MICROSECOND = 1e-6


class Stuck(Exception):
    """Nothing is ready and no time is waited for: something waits for a thread or a socket outside the loop."""


class Ready(deque[asyncio.Handle]):
    """What is ready. Of the tasks that have begun any can be next; everything else keeps its order, as asyncio
    promises. What a dead bot would still do is left out.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self._nothing = asyncio.Handle(lambda: None, (), loop)
        self._nothing.cancel()
        self._left: list[asyncio.Handle] = []
        self.dead: set[int] = set()
        self.on_step: Callable[[int], None] = lambda _: None

    def popleft(self) -> asyncio.Handle:
        handle = super().popleft()
        if has_begun(handle):
            others = [place for place, each in enumerate(self) if has_begun(each)]
            if others and (which := self._chance.randrange(len(others) + 1)):
                place = others[which - 1]
                handle, self[place] = self[place], handle
        if (task := task_of(handle)) is not None:
            task.has_begun = True
            self.on_step(whose(handle))
        if whose(handle) not in self.dead:
            return handle
        self._left.append(handle)
        return self._nothing

    def revive(self) -> None:
        """Let the dead end what they were about, so that nothing of them is left."""
        self.dead.clear()
        self.extend(self._left)
        self._left.clear()


class Numbered(asyncio.Task[Any]):
    """A task whose place in a set does not depend on where it lies in memory."""

    _count = itertools.count()

    def __init__(self, *args: Any, **more: Any) -> None:
        self._number = next(self._count)
        self.has_begun = False
        super().__init__(*args, **more)

    def __hash__(self) -> int:
        return self._number

    __eq__ = object.__eq__


def task_of(handle: asyncio.Handle) -> Numbered | None:
    """The task that goes on by it, if one does."""
    found = getattr(handle._callback, "__self__", None)  # type: ignore[attr-defined]
    return found if isinstance(found, Numbered) else None


def has_begun(handle: asyncio.Handle) -> bool:
    """Whether a task goes on by it that has begun before."""
    task = task_of(handle)
    return task is not None and task.has_begun


def whose(handle: asyncio.Handle) -> int:
    """Whose work it is."""
    return int(handle._context.get(LIFE, 0))  # type: ignore[attr-defined]


class Skipping(selectors.SelectSelector):
    """Waits for nothing outside the loop: where the loop would wait, its time has passed."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise Stuck
        self.now += timeout
        return []


class Loop(asyncio.SelectorEventLoop):
    """The loop of one world. ``trace`` is all that happened, with its time."""

    def __init__(self, seed: int) -> None:
        self._clock = Skipping()
        super().__init__(self._clock)
        self._clock_resolution = MICROSECOND  # a finer one is lost in the numbers of a long time
        self.chance = random.Random(seed)
        self.ready = self._ready = Ready(self, self.chance)
        self.trace: list[str] = []
        self.is_hurried = True
        """Whether things take no time worth speaking of."""
        self.set_task_factory(lambda loop, coro, **more: Numbered(coro, loop=loop, **more))

    def time(self) -> float:
        """Seconds since the world began."""
        return self._clock.now

    def note(self, what: str) -> None:
        self.trace.append(f"{self._clock.now:10.4f} {what}")

    def delay(self) -> float:
        """How many seconds the next thing takes."""
        if self.is_hurried:
            return 0.0
        longest = SLOWEST if self.chance.random() < SLOW else USUAL
        return self.chance.random() * longest

    def run_in_executor(self, _executor: Any, work: Callable[..., Any], *args: Any) -> "asyncio.Future[Any]":  # type: ignore[override]
        """Do the work of a thread here, a little later."""
        future = self.create_future()
        self.call_later(self.delay(), do, future, lambda: work(*args))
        return future


def do(future: "asyncio.Future[Any]", work: Callable[[], Any]) -> None:
    """Do something that somebody may wait for."""
    try:
        result = work()
    except Exception as error:  # noqa: BLE001 (whoever waits raises it)
        if not future.done():
            future.set_exception(error)
    else:
        if not future.done():
            future.set_result(result)


class Lane:
    """Things that happen one after the other, each after a delay."""

    def __init__(self, loop: Loop, context: contextvars.Context) -> None:
        self._loop, self._context = loop, context
        self._waiting: deque[Callable[[], None]] = deque()

    def put(self, happens: Callable[[], None]) -> None:
        """Let something happen after all that was put here before."""
        self._waiting.append(happens)
        self._loop.call_later(self._loop.delay(), self._next, context=self._context)

    def _next(self) -> None:
        self._waiting.popleft()()
