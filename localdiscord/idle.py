"""Detects when the bot has finished with an interaction."""

import asyncio
import inspect
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator, Set
from contextlib import contextmanager
from typing import Any, Final

# how discord.py labels the tasks that handle an interaction: by their name, or by the function that they run
_TASK_NAMES = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction", "discord.py: on_app_command")
_FUNCTIONS = ("ViewStore.", "BaseView.", "View.", "Modal.", "CommandTree.")
# a view that waits for its timeout is not at work
_WAITING = ("on_timeout", "__timeout_task_impl")

# a bot that is offline for so long does not come back to what it was doing; a resume is faster
_GONE_SECONDS: Final = 1.0
_LOOK_SECONDS: Final = 0.02
_VIEW_WAIT: Final = "BaseView.wait"


class RequestMonitor:
    """Counts the requests of the bot that are in flight, and knows when the last one ended.

    `is_online` says whether the bot is connected to the gateway.
    """

    def __init__(self, is_online: Callable[[], bool]) -> None:
        self.is_online = is_online
        self._in_flight = 0
        self._last_end = time.monotonic()
        self._none_in_flight = asyncio.Event()
        self._none_in_flight.set()

    @contextmanager
    def request(self) -> Iterator[None]:
        """Marks a request as in flight for as long as the context lasts."""
        self._in_flight += 1
        self._none_in_flight.clear()
        try:
            yield
        finally:
            self._in_flight -= 1
            self._last_end = time.monotonic()
            if not self._in_flight:
                self._none_in_flight.set()

    async def wait_until_idle(self, seconds: float) -> None:
        """Returns once no request has been in flight for this many seconds."""
        while True:
            await self._none_in_flight.wait()
            remaining = self._last_end + seconds - time.monotonic()
            if remaining <= 0:
                return
            await asyncio.sleep(remaining)


class Handling:
    """The tasks in which a bot of this event loop handles interactions, those included that wait for people.

    They are looked for once in a turn of the loop, so that thousands who act at once do not each look at all tasks.
    """

    def __init__(self) -> None:
        self._found: frozenset[asyncio.Task[Any]] | None = None

    def tasks(self) -> frozenset[asyncio.Task[Any]]:
        """Those of this turn."""
        if self._found is None:
            self._found = frozenset(task for task in asyncio.all_tasks() if _handles_interaction(task))
            asyncio.get_running_loop().call_soon(self._forget)
        return self._found

    def _forget(self) -> None:
        self._found = None


class Waiting:
    """For how long an action of a user waits: until the bot has finished with it or, if it `waits` not, until it is
    acknowledged. A bot in another process has finished when it has sent no request for `idle_after` seconds.
    """

    def __init__(self, monitor: RequestMonitor, idle_after: float, *, waits: bool) -> None:
        self._monitor = monitor
        self._idle_after = idle_after
        self._waits = waits
        self._handling = Handling()
        self._begun = defaultdict[str, set[asyncio.Task[Any]]](set)

    async def until_done(self, user: str, acknowledged: Awaitable[object]) -> None:
        """Waits for an action of a user."""
        before = self._handling.tasks()
        at_work = {task for task in before if not _waits_for_people(task)}
        await acknowledged
        if self._waits:
            await wait_until_done(self._monitor, self._idle_after, self._handling.tasks() - at_work)
        else:
            self._begun[user] |= self._handling.tasks() - before

    async def until_settled(self, user: str) -> None:
        """Waits until the bot has finished with all that a user has begun, or waits for people, or is gone."""
        begun = {*self._begun[user]}
        await wait_until_done(self._monitor, self._idle_after, begun)
        self._begun[user] -= {task for task in begun if task.done()}


async def wait_until_done(monitor: RequestMonitor, idle_after: float, tasks: Set[asyncio.Task[Any]]) -> None:
    """Returns when the bot has nothing left to do in these tasks, or is gone."""
    # discord.py's tasks are visible only if the bot runs in this event loop; otherwise its requests have to do
    if tasks:
        await _wait_for(tasks, monitor)
    else:
        await monitor.wait_until_idle(idle_after)


async def _wait_for(tasks: Set[asyncio.Task[Any]], monitor: RequestMonitor) -> None:
    """Waits until each of the tasks has ended or waits for people; those of a bot that died may never end.

    One at a time is watched, so that many users who act at once cost each other little.
    """
    last_online = time.monotonic()
    while working := next((task for task in tasks if not task.done() and not _waits_for_people(task)), None):
        await asyncio.wait((working,), timeout=_LOOK_SECONDS)
        if monitor.is_online():
            last_online = time.monotonic()
        elif time.monotonic() - last_online >= _GONE_SECONDS:
            return


def _waits_for_people(task: asyncio.Task[Any]) -> bool:
    """Whether a task goes on only when somebody presses or submits something: it awaits `View.wait` or `Modal.wait`."""
    coroutine: Any = task.get_coro()
    while inspect.iscoroutine(coroutine):
        if coroutine.__qualname__ == _VIEW_WAIT:
            return True
        coroutine = coroutine.cr_await
    return False


def _handles_interaction(task: asyncio.Task[Any]) -> bool:
    if task.get_name().startswith(_TASK_NAMES):
        return True
    function = getattr(task.get_coro(), "__qualname__", "")
    return function.startswith(_FUNCTIONS) and not function.endswith(_WAITING)
