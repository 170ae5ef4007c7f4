"""The rows of a database as they are, whatever is below it: to copy them, not to play with them.

Statements are the same for every kind, with ``$1`` for the first value.
"""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import asyncpg
from pydantic import SecretStr

from bot.storage.connections import APPLICATION, connected
from bot.storage.faults import StoreFault, Taken, fault_of
from bot.storage.file_lock import lock
from bot.storage.open import Place
from bot.storage.postgres import PostgresStore
from bot.storage.rows import CampaignRow, EntryRow, HomeRow, Post, numbered
from bot.storage.sqlite import SqliteStore
from bot.storage.writer import Writer

MOVING = 0x6D6F7665
"""The lock of whoever copies into a PostgreSQL database: ``move`` in ASCII."""

Row = tuple[Any, ...]


class Table(NamedTuple):
    """A table: its columns, the first ``keys`` of which name a row and give the order, and what is below every key."""

    name: str
    columns: tuple[str, ...]
    keys: int
    below: Row

    def key(self, row: Row) -> Row:
        """Return what names a row."""
        return row[: self.keys]


TABLES = (
    Table("document", ("digest", "body"), 1, ("",)),
    Table("campaign", (*CampaignRow._fields, "hash"), 1, (0,)),
    Table("entry", (*EntryRow._fields, "hash"), 2, (0, 0)),
    Table("home", HomeRow._fields, 2, (0, 0)),
    Table("post", ("id", *Post._fields, "ended", "message", "channel"), 1, (0,)),
    Table("person", ("user", "body"), 1, (0,)),
    Table("seated", ("user", "campaign"), 2, (0, 0)),
    Table("stranger", ("campaign", "salt", "hash"), 2, (0, b"")),
    Table("server", ("guild", "body", "welcomed"), 1, (0,)),
)
"""What a copy of a database holds, each after what it refers to."""


class Tables(Protocol):
    """The rows of one database."""

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement."""
        ...

    async def write(self, sql: str, rows: Sequence[Row]) -> None:
        """Do a statement once for each row: all of them or none."""

    async def finish(self) -> None:
        """Let what is written next get ids that are free."""


class SqliteTables:
    """The rows of one file."""

    def __init__(self, connection: Writer) -> None:
        self._db = connection

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement."""
        try:
            return [tuple(row) for row in await self._db.execute_fetchall(sql, numbered(values))]
        except sqlite3.Error as error:
            raise fault_of(error) from error

    async def write(self, sql: str, rows: Sequence[Row]) -> None:
        """Do a statement once for each row: all of them or none."""
        try:
            await self._db.write(lambda db: db.executemany(sql, [numbered(row) for row in rows]))
        except sqlite3.IntegrityError as error:
            raise StoreFault(f"A row cannot be written there: {error}") from error

    async def finish(self) -> None:
        """SQLite counts on from the highest id by itself."""


class PostgresTables:
    """The rows of one database of a server."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._db = connection

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement."""
        return [tuple(row) for row in await self._db.fetch(sql, *values)]

    async def write(self, sql: str, rows: Sequence[Row]) -> None:
        """Do a statement once for each row: all of them or none."""
        try:
            await self._db.executemany(sql, rows)
        except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError) as error:
            raise StoreFault(f"A row cannot be written there: {error}") from error

    async def finish(self) -> None:
        """Let what is written next get ids that are free."""
        for table in ("campaign", "post"):
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            await self._db.execute(f"SELECT setval({sequence}, max(id)) FROM {table}")  # noqa: S608 (one of two names)


@contextlib.asynccontextmanager
async def reading(place: Place) -> AsyncIterator[Tables]:
    """The rows of a database at one moment, whatever is written meanwhile. Raises ``StoreFault``."""
    if isinstance(place, Path):
        store = await SqliteStore.read(place)
        try:
            await store._db.execute("BEGIN")
            yield SqliteTables(store._db)
        finally:
            await store.close()
    else:
        await (await PostgresStore.read(place)).close()
        async with connected(place) as db, db.transaction(isolation="repeatable_read", readonly=True):
            yield PostgresTables(db)


@contextlib.asynccontextmanager
async def writing(place: Place) -> AsyncIterator[Tables]:
    """A database that nobody else copies into, created as needed. Raises ``StoreFault``."""
    if isinstance(place, Path):
        store = await SqliteStore.open(place)
        try:
            yield SqliteTables(store._db)
        finally:
            await store.close()
    else:
        await (await PostgresStore.open(place)).close()
        async with connected(place) as db:
            if not await db.fetchval(f"SELECT pg_try_advisory_lock({MOVING})"):
                raise StoreFault("Another process copies into the PostgreSQL database")
            yield PostgresTables(db)


@contextlib.asynccontextmanager
async def kept_still(place: Place) -> AsyncIterator[bool]:
    """Whether no bot writes to a database; one that is a file cannot be opened by a bot meanwhile.

    A server is asked for the connections of bots: it sees those of its own role, and not behind a proxy.
    """
    if isinstance(place, SecretStr):
        async with connected(place) as db:
            sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1"
            yield await db.fetchval(sql, APPLICATION) == 0
        return
    if not place.exists():
        raise StoreFault(f"There is no database {place}")
    try:
        taken = lock(place)
    except Taken:
        yield False
        return
    try:
        yield True
    finally:
        taken.release()
