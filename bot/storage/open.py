"""Opens the database of a place: a file, or the address of a PostgreSQL server, whose password is never shown."""

from pathlib import Path

from pydantic import SecretStr

from bot.storage.migrate import check_rules
from bot.storage.postgres import CONNECTIONS, PostgresStore
from bot.storage.sqlite import SqliteStore
from bot.storage.store import Store

Place = Path | SecretStr


def name_of(place: Place) -> str:
    """Return the place as it can be said to anybody."""
    return str(place) if isinstance(place, Path) else "the PostgreSQL database"


async def open_store(place: Place, connections: int = CONNECTIONS) -> Store:
    """Open the database of a bot, creating its tables or bringing them up to date as needed.

    A PostgreSQL database is opened with at most so many connections. Raises ``StoreFault``, also for logs that a newer
    Adjutant has written: this one might read them wrong.
    """
    if isinstance(place, Path):
        return await SqliteStore.open(place)
    store = await PostgresStore.open(place, connections)
    try:
        check_rules(await store.rules())
    except BaseException:
        await store.close()
        raise
    return store


async def read_store(place: Place) -> Store:
    """Open a database to read it, also while a bot writes it. Raises ``StoreFault``."""
    return await (SqliteStore.read(place) if isinstance(place, Path) else PostgresStore.read(place))
