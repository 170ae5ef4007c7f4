"""A bot that runs: its database, its games and its client, put together from the settings."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Coroutine
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.base.catalog import Catalog, read_catalog
from bot.base.clock import steady_now, utc_now
from bot.base.deeds import log_bug
from bot.base.heartbeat import alive_file
from bot.base.metrics import NO_METRICS, Counted
from bot.base.settings import Settings
from bot.chat.answering.gate import Gate
from bot.chat.client import Adjutant
from bot.chat.commands import load
from bot.chat.startup_errors import CannotStart, TaskDied
from bot.cli.health_server import Health, answer
from bot.cli.register import Register
from bot.engine.founding import new_seed
from bot.engine.outbox import POLL_SECONDS, Outbox
from bot.engine.request import Lateness
from bot.engine.service import CampaignService
from bot.storage import Place, PostgresStore, Store, StoreFault, open_store
from bot.storage.backups import Backups
from bot.storage.connections import unverified
from bot.storage.inspection import Inspections

log = logging.getLogger(__name__)

FINISH_SECONDS = 3.5
"""How long a bot that stops may take to finish what it has begun."""
LEAVE_SECONDS = 0.7
"""How long it may take to leave Discord after that: a peer that is gone does not say good-bye."""
AGAIN_SECONDS = 0.1
HEARTBEAT_SECONDS = 20


class RunningBot:
    """A started bot. ``stop`` ends it cleanly, ``kill`` at once."""

    def __init__(self, client: Adjutant, outbox: Outbox, store: Store, register: Register | None = None) -> None:
        self.client = client
        self._register = register
        self.outbox = outbox
        self._store = store
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.troubles: list[Callable[[], str | None]] = []
        """What says whether something that the bot does beside answering goes wrong."""

    def add(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that runs as long as the bot does."""
        self._tasks[name] = asyncio.create_task(_watched(name, work) if name != "discord" else work, name=name)

    async def wait(self) -> None:
        """Until the client ends. Raises what ended it: ``TaskDied`` when anything else that it needs has ended."""
        done, _ = await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task

    async def settle(self) -> None:
        """Post what is due now, and wait until it is posted: for a table whose clock was put on."""
        await self.outbox.settle(self.client.poster.try_posts)
        await self.client.reminders.tidy()
        await self.client.panels.settle()
        await self.outbox.settle(self.client.poster.try_posts)  # a panel that has moved

    async def rest(self) -> None:
        """Wait until nothing is being answered, and what was due at the start has been taken."""
        await self.outbox.looked.wait()
        await self.client.work.finished()

    async def stop(self) -> None:
        """Take nothing new, finish what was begun, for a few seconds at most; leave Discord, close the database."""
        try:
            async with asyncio.timeout(FINISH_SECONDS):
                await self.client.leave()
                await self.client.work.finished()
                self._tasks["outbox"].cancel()
                await self.outbox.stop()
        except (TimeoutError, StoreFault) as error:
            what = type(error).__name__
            log.warning("not everything was finished (%s); what is missing is posted after the next start", what)
        if self._register:
            with contextlib.suppress(StoreFault):  # its lease ends by itself
                await self._register.leave()
        await self.kill()

    async def kill(self) -> None:
        """Stop at once and drop whatever is under way. The log keeps its entries."""
        await _end([*self._tasks.values()])
        await self.outbox.drop()
        await self.client.panels.drop()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.client.close()
        await self._store.close()


async def _end(tasks: Collection["asyncio.Task[None]"]) -> None:
    """Cancel some tasks. The library takes no notice of that while it connects again, so it is told until it ends."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)


async def start(
    settings: Settings,
    catalog: Catalog | None = None,
    now: Callable[[], datetime] = utc_now,
    poll: float = POLL_SECONDS,
    steady: Callable[[], datetime] | None = None,
    **options: Any,
) -> RunningBot:
    """Start the bot with its games, by default all with the data that the settings name.

    ``now`` is the table's clock, ``poll`` how many seconds the outbox sleeps by it. ``steady`` is a clock that nobody
    sets; a table whose clock is put on by hand has no other. ``options`` go to the client.
    Raises ``DataError`` when a data file is wrong, ``StoreFault`` when the database cannot be opened.
    """
    catalog = catalog or read_catalog(settings.data)
    steady = steady or (steady_now if now is utc_now else now)
    store = await open_store(settings.database, settings.database_connections)
    try:
        return await _start_on(store, settings, catalog, now, poll, steady, options)
    except BaseException:  # an open database would keep the process from ending
        await store.close()
        raise


async def _start_on(
    store: Store,
    settings: Settings,
    catalog: Catalog,
    now: Callable[[], datetime],
    poll: float,
    steady: Callable[[], datetime],
    options: dict[str, Any],
) -> RunningBot:
    counted = Counted() if settings.metrics_port else None
    metrics = counted or NO_METRICS
    lateness = Lateness(steady)
    seed = settings.seed  # of every new campaign, if one was set for tests
    new = new_seed if seed is None else lambda: bytes.fromhex(seed)
    service = CampaignService(store, catalog, new, now, metrics, lateness)
    register = Register(store, settings.shards, now) if isinstance(store, PostgresStore) else None
    if register:
        await register.enter()
        if isinstance(settings.database, SecretStr) and (said := unverified(settings.database)):
            log.warning(said)
    await service.forgetting.resume()
    if settings.discord_api:
        speak_to(settings.discord_api)
    outbox = Outbox(store, now, poll)
    metrics.show("refused_posts", lambda: outbox.refused()[0])
    gate = Gate(lateness, settings.paces, steady)
    if (shards := settings.shards) is not None:  # without them the client serves all that Discord asks for
        options |= {"shard_ids": shards.ids, "shard_count": shards.total}
    client = Adjutant(service, outbox, gate, metrics, load, **options)
    bot = RunningBot(client, outbox, store, register)
    bot.add("discord", client.start(settings.token.get_secret_value()))
    bot.add("heartbeat", beat(lambda: client.is_connected, alive_file(settings.database)))
    bot.add("outbox", _post(client))
    if register:
        bot.add("register", register.run())
    inspections = Inspections(settings.database, service.sessions.look_again)
    bot.add("inspection", inspections.run())
    bot.troubles = [client.trouble, client.poster.trouble, inspections.trouble, service.trouble]
    if settings.backups is not None and isinstance(settings.database, Path):
        every = timedelta(hours=settings.backups_hours)
        backups = Backups(settings.database, settings.backups, every, settings.backups_kept, now)
        bot.add("backup", backups.run())
        bot.troubles.append(backups.trouble)
        metrics.show("backup_age_seconds", lambda: backups.age.total_seconds())
    if counted and settings.metrics_port:
        health = Health(client, store, folder_of(settings.database), now, register, bot.troubles)
        bot.add("monitor", answer(health, counted, settings.metrics_address, settings.metrics_port))
    return bot


def speak_to(api: str) -> None:
    """Point the library at a server other than Discord's, for the whole process."""
    Route.BASE = api
    url = yarl.URL(api)
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme(url.scheme.replace("http", "ws")).with_path("/gateway")


async def _post(client: Adjutant) -> None:
    """Post what waits in the outbox, once Discord hears us."""
    await client.wait_until_ready()
    await client.outbox.run(client.poster.try_posts, client.reminders.tidy, client.look_everywhere)


async def _watched(name: str, work: Coroutine[Any, Any, None]) -> None:
    """Work without which the bot is half dead. Raises ``TaskDied`` when it ends by a bug."""
    try:
        await work
    except CannotStart:
        raise
    except Exception as error:
        bug = log_bug(f"the {name} has ended")
        raise TaskDied(f"Adjutant has ended because its {name} has failed (error {bug}). Start it again.") from error


def folder_of(database: Place) -> Path:
    """Return the folder of a database file, or for a server the bot's working folder."""
    return database.absolute().parent if isinstance(database, Path) else Path.cwd()


async def beat(is_connected: Callable[[], bool], file: Path) -> None:
    """Touch the file while Discord hears the bot, for ever. A disk that is full is logged once."""
    failed = False
    while True:
        connected = is_connected()
        if connected:
            try:
                await asyncio.to_thread(file.touch)
                failed = False
            except OSError as error:
                if not failed:
                    log.warning("the health check cannot say that the bot is alive: %s", error)
                failed = True
        await asyncio.sleep(HEARTBEAT_SECONDS if connected and not failed else 1)
