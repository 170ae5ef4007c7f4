"""When a deed is over: the first answer came, and the bot does nothing more about it."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# how discord.py calls the tasks that handle an interaction: by name, or by the function they run
_NAMES = ("CommandTree-invoker", "discord-ui-", "discord.py: on_interaction", "discord.py: on_app_command")
_FUNCTIONS = ("ViewStore.", "BaseView.", "View.", "Modal.", "CommandTree.")


class Traffic:
    """The bot's requests: how many are being answered, and when the last one ended."""

    def __init__(self) -> None:
        self._open = 0
        self._last = time.monotonic()
        self._none_open = asyncio.Event()
        self._none_open.set()

    @contextmanager
    def request(self) -> Iterator[None]:
        self._open += 1
        self._none_open.clear()
        try:
            yield
        finally:
            self._open -= 1
            self._last = time.monotonic()
            if not self._open:
                self._none_open.set()

    async def quiet(self, seconds: float) -> None:
        """Returns when no request came for so long."""
        while True:
            await self._none_open.wait()
            left = self._last + seconds - time.monotonic()
            if left <= 0:
                return
            await asyncio.sleep(left)


def bot_tasks() -> list[asyncio.Task[Any]]:
    """What discord.py does about interactions at this moment, if the bot lives in this event loop."""
    return [task for task in asyncio.all_tasks() if _handles_interaction(task)]


def _handles_interaction(task: asyncio.Task[Any]) -> bool:
    if task.get_name().startswith(_NAMES):
        return True
    function = getattr(task.get_coro(), "__qualname__", "")
    return function.startswith(_FUNCTIONS) and not function.endswith(("on_timeout", "__timeout_task_impl"))
