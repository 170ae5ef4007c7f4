"""A bot that runs: its database, its games and its client, put together from the settings."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.catalog import Catalog, read_catalog
from bot.client import Adjutant
from bot.clock import utc_now
from bot.outbox import Outbox
from bot.service import CampaignService
from bot.settings import Settings
from bot.store import Place, Store, open_store

HEARTBEAT_SECONDS = 20
DEAD_AFTER_SECONDS = 90


class RunningBot:
    """A started bot. ``stop`` ends it cleanly, ``kill`` at once."""

    def __init__(self, client: Adjutant, outbox: Outbox, store: Store, token: str, alive: Path) -> None:
        self.client = client
        self.outbox = outbox
        self._store = store
        self._tasks = [
            asyncio.create_task(client.start(token), name="discord"),
            asyncio.create_task(_beat(client, alive), name="heartbeat"),
            asyncio.create_task(_post(client), name="outbox"),
        ]

    async def wait(self) -> None:
        """Until the client ends. Raises what ended it."""
        await self._tasks[0]

    async def settle(self) -> None:
        """Post what is due now, and wait until it is posted: for a table whose clock was put on."""
        await self.outbox.settle(self.client.poster.try_posts)

    async def stop(self) -> None:
        """End what is being posted, leave Discord and close the database."""
        self._tasks[-1].cancel()
        await self.outbox.stop()
        await self.client.close()
        await self.kill()

    async def kill(self) -> None:
        """Stop at once and drop whatever is under way. The log keeps its entries."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.outbox.drop()
        await self.client.close()
        await self._store.close()


async def start(
    settings: Settings, catalog: Catalog | None = None, now: Callable[[], datetime] = utc_now, **options: Any
) -> RunningBot:
    """Start the bot with its games, by default all with the data that the settings name.

    ``now`` is the table's clock, ``options`` go to the Discord client. Raises ``DataError`` when a data file is wrong,
    ``StoreFault`` when the database cannot be opened.
    """
    catalog = catalog or read_catalog(settings.data)
    store = await open_store(settings.database, settings.database_connections)
    seed = settings.seed
    given = {"new_seed": lambda: bytes.fromhex(seed)} if seed else {}
    service = CampaignService(store, catalog, **given, now=now)
    if settings.discord_api:
        _speak_to(settings.discord_api)
    outbox = Outbox(store, now)
    if settings.shards is not None:
        options |= {"shard_ids": settings.shards.ids, "shard_count": settings.shards.total}
    client = Adjutant(service, outbox, now, **options)
    return RunningBot(client, outbox, store, settings.token.get_secret_value(), _alive_file(settings.database))


def _speak_to(api: str) -> None:
    """Point the library at a server other than Discord's, for the whole process."""
    Route.BASE = api
    gateway = yarl.URL(api).with_scheme("ws").with_path("/gateway")
    DiscordWebSocket.DEFAULT_GATEWAY = gateway


async def _post(client: Adjutant) -> None:
    """Post what waits in the outbox, once Discord hears us."""
    await client.wait_until_ready()
    await client.outbox.run(client.poster.try_posts)


async def _beat(client: Adjutant, alive: Path) -> None:
    """Touch a file beside the database for as long as Discord hears us."""
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            connected = client.is_ready() and not any(shard.is_closed() for shard in client.shards.values())
            if connected:
                await asyncio.to_thread(alive.touch)
            await asyncio.sleep(HEARTBEAT_SECONDS if connected else 1)


def is_alive(database: Place) -> bool:
    """Whether a bot on this database was connected to Discord a moment ago."""
    try:
        return time.time() - _alive_file(database).stat().st_mtime < DEAD_AFTER_SECONDS
    except FileNotFoundError:
        return False


def _alive_file(database: Place) -> Path:
    """The file beside the database; where that is a server, it is in the working folder."""
    if not isinstance(database, Path):
        return Path("adjutant.alive")
    return database.with_name(f"{database.name}.alive")
