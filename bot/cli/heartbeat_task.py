"""The sign of life: a file beside the database that is touched for as long as Discord hears the bot."""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from bot.storage import Place

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS = 20


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
