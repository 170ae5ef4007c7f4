"""The bot as a process: it starts, listens to signals, and ends with a sentence or without one."""

import asyncio
import contextlib
import logging
import os
import signal
from collections.abc import Awaitable
from typing import TypeVar

from bot.base.deeds import log_bug
from bot.base.garbage import spare_what_stays
from bot.base.settings import Settings
from bot.chat.startup_errors import FAILED, code_of, sentence
from bot.cli.app import start

log = logging.getLogger(__name__)

SIGNALS = (signal.SIGTERM, signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else ()))
ENDED_BY_SIGNAL = 128
T = TypeVar("T")
Ended = tuple[str, int]
"""Why a bot cannot go on, and the exit code of that."""


async def run(settings: Settings) -> Ended | None:
    """Run the bot until a signal stops it, or until it cannot go on; then it is said why.

    The first SIGTERM, SIGINT or SIGHUP stops it in good order, the second at once.
    """
    told_to_stop = asyncio.Event()
    _listen_to_signals(told_to_stop)
    stopping = asyncio.create_task(told_to_stop.wait())
    try:
        bot = await _unless(stopping, start(settings))
        if bot is None:
            return None
        spare_what_stays()
        try:
            await _unless(stopping, bot.wait())
            was_told = stopping.done()
        finally:
            await bot.stop()
        return None if was_told else ("Discord has closed the connection for good: start the bot again.", FAILED)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is said)
        return _say(error)
    finally:
        stopping.cancel()


async def _unless(stopping: "asyncio.Task[bool]", work: Awaitable[T]) -> T | None:
    """Return what some work returns, or None if the process is told to stop first."""
    task = asyncio.ensure_future(work)
    await asyncio.wait({task, stopping}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        return task.result()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    return None


def _say(error: Exception) -> Ended:
    said = sentence(error)
    if said is None:
        bug = log_bug("the bot has ended", error)
        said = f"Adjutant has ended because of a bug of its own (error {bug}, see the log). Start it again."
    return said, code_of(error)


def _listen_to_signals(told_to_stop: asyncio.Event) -> None:
    """Set a handler for each signal: a process with number 1 has none by default."""
    loop = asyncio.get_running_loop()

    def stop(number: int) -> None:
        log.info("%s: the bot stops", signal.Signals(number).name)
        told_to_stop.set()
        for each in SIGNALS:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(each)
            signal.signal(each, lambda number, _: os._exit(ENDED_BY_SIGNAL + number))

    for each in SIGNALS:
        if each.name == "SIGHUP" and signal.getsignal(each) is signal.SIG_IGN:  # as under nohup
            continue
        try:
            loop.add_signal_handler(each, stop, each)
        except NotImplementedError:  # Windows
            signal.signal(each, lambda number, _: loop.call_soon_threadsafe(stop, number))
