"""For how long a test waits for an answer, a process or a start: one patience, far beyond what a busy machine needs.

``ADJUTANT_PATIENCE=3 make test`` makes it three times as long. Nothing that is tested depends on it.
"""

import asyncio
import inspect
import os
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.engine import request

PATIENCE = 30.0 * float(os.environ.get("ADJUTANT_PATIENCE", "1"))
"""Seconds."""
MOMENT = 0.05
"""Seconds for what never comes, or must not happen meanwhile. A busy machine can hide a fault, never invent one."""
TURN = 0.002


async def until(holds: Callable[[], bool | Awaitable[bool]], seconds: float = PATIENCE) -> None:
    """Wait for what another task or process does, such as taking old buttons. A busy machine takes fewer turns, so that
    lateness is never its own. Raises ``TimeoutError``.
    """
    for _ in range(int(seconds / TURN)):
        held = holds()
        if await held if inspect.isawaitable(held) else held:
            return
        await asyncio.sleep(TURN)
    raise TimeoutError("it did not come to hold")


async def a_moment(number: float = 1) -> None:
    await asyncio.sleep(number * MOMENT)


def bear_with_lateness() -> None:
    """A bot in a process of its own has the machine's clock: here it takes what it comes to late."""
    request.LAST_MOMENT = request.FIRST_ANSWER = timedelta(seconds=PATIENCE)
