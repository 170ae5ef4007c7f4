"""The bot over HTTP, for whoever watches it: ``/healthz`` and ``/metrics``."""

import asyncio
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from pathlib import Path

from aiohttp import web

from bot.base.clock import milliseconds
from bot.base.metrics import Counted
from bot.chat.client import Adjutant
from bot.chat.startup_errors import CannotStart
from bot.cli.register import Register, unserved
from bot.storage import Store, StoreFault

STUCK_SECONDS = 900
"""A result that has waited so long although Discord hears the bot will not be posted by itself."""
LEAST_FREE = 1024 * 1024
ANSWER_SECONDS = 5
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


@dataclass(slots=True)
class Health:
    """What keeps the bot from doing its work, in one line; None if nothing does."""

    client: Adjutant
    store: Store
    folder: Path | None
    now: Callable[[], datetime]
    register: Register | None = None
    troubles: Sequence[Callable[[], str | None]] = ()
    is_well: bool = True
    waiting: int = 0
    oldest_seconds: float = 0.0

    async def check(self) -> str | None:
        """Look at everything that the bot does."""
        found = await self._check() or next(filter(None, (each() for each in self.troubles)), None)
        self.is_well = found is None
        return found

    async def _check(self) -> str | None:
        """Look at the connection, the database and the outbox."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.store.schedule(())  # a transaction that writes nothing
                self.waiting, oldest = await self.store.waiting()
                processes = await self.register.processes() if self.register else ()
        except TimeoutError:
            return "The database does not answer."
        except StoreFault as fault:
            return f"{fault}."
        age = 0 if oldest is None else milliseconds(self.now()) - oldest
        self.oldest_seconds = max(0.0, age / 1000)
        try:
            if self.folder is not None and shutil.disk_usage(self.folder).free < LEAST_FREE:
                return "The disk is full."
        except OSError as error:
            return f"The folder {self.folder} cannot be read: {error.strerror}."
        if not self.client.is_connected:
            return "The bot is not connected to Discord."
        if self.oldest_seconds > STUCK_SECONDS:
            minutes = round(self.oldest_seconds / 60)
            return f"Results that wait to be posted: {self.waiting}, the oldest for {minutes} minutes."
        return unserved(processes)


async def answer(health: Health, metrics: Counted, address: str, port: int) -> None:
    """Answer on a port for ever. Raises ``CannotStart`` when the port cannot be had."""

    async def healthz(_: web.Request) -> web.Response:
        wrong = await health.check()
        status = HTTPStatus.SERVICE_UNAVAILABLE if wrong else HTTPStatus.OK
        return web.Response(text=f"{wrong or 'ok'}\n", status=status)

    async def read(_: web.Request) -> web.Response:
        await health.check()
        return web.Response(body=metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    metrics.show("outbox_posts", lambda: health.waiting)
    metrics.show("troubles", lambda: not health.is_well)
    metrics.show("outbox_oldest_seconds", lambda: health.oldest_seconds)
    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", read)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.TCPSite(runner, address, port).start()
        await asyncio.Event().wait()
    except OSError as error:
        raise CannotStart(
            f"The metrics cannot use port {port} of {address}: {error.strerror or error}. Choose another:"
            " ADJUTANT_METRICS_PORT."
        ) from error
    finally:
        await runner.cleanup()
