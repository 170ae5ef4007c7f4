"""The database in one SQLite file, for one process."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any

from filelock import FileLock
from typing_extensions import override

from bot.storage.check_file import check
from bot.storage.faults import Behind, DoneBefore, StoreFault, fault_of
from bot.storage.file_lock import OWNER_ONLY, lock, make_private
from bot.storage.migrate import migrate, to_run
from bot.storage.rows import CampaignRow, Ending, EntryRow, HomeRow, Post, beginning, link, numbered
from bot.storage.store import BEFORE, SCHEDULE, Step, Store
from bot.storage.writer import Writer

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # an entry that a player has seen survives a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is forgotten is overwritten
    "PRAGMA recursive_triggers = ON",  # otherwise REPLACE erases rows behind the trigger's back
    "PRAGMA busy_timeout = 2000",  # Discord waits for 3 seconds
)
LEAVE = "UPDATE home SET until = $2 WHERE campaign = $1 AND until IS NULL"
LINKED = (*EntryRow._fields, "hash")


class SqliteStore(Store):
    """One connection to one file, which no other process opens for writing meanwhile.

    Each method is one hop to the connection's thread; what waits to be written is written in one transaction.
    """

    is_shared = False

    def __init__(self, connection: Writer, lock: FileLock | None = None) -> None:
        self._db = connection
        self._lock = lock

    @classmethod
    async def open(cls, file: Path) -> "SqliteStore":
        """Open the database, creating it or bringing it up to date as needed.

        Raises ``StoreFault`` when another process has it, when it was written by a newer version or is damaged.
        """
        async with _opening() as opened:
            taken = lock(file)
            opened.callback(taken.release)
            await asyncio.to_thread(check, file, read_only=True, strict=False)
            make_private(file)
            connection = await Writer.connect(file)
            opened.push_async_callback(connection.close)
            for pragma in PRAGMAS:
                await connection.execute(pragma)
            await connection.run(migrate)
        return cls(connection, taken)

    @classmethod
    async def read(cls, file: Path, *, any_version: bool = False) -> "SqliteStore":
        """Open the database to read it, also while a bot writes it. Raises ``StoreFault``, also for one of another
        version unless ``any_version`` will do, as for a copy.
        """
        async with _opening() as opened:
            connection = await Writer.connect(file, read_only=True)
            opened.push_async_callback(connection.close)
            ((version,),) = await connection.execute_fetchall("PRAGMA user_version")
            if not any_version and to_run("sqlite", version):
                raise StoreFault(f"{file} is of an older version: the bot brings it up to date when it starts")
        return cls(connection)

    @override
    async def close(self) -> None:
        await self._db.close()
        if self._lock is not None:
            self._lock.release()

    # ---- campaigns ----

    @override
    async def found(self, row: CampaignRow, due: int, posts: Sequence[Post] = ()) -> int:
        def write(db: sqlite3.Connection) -> int:
            id_ = insert(db, "campaign", (*CampaignRow._fields[1:], "hash"), (*row[1:], beginning(row)))
            insert(db, "home", HomeRow._fields, HomeRow(id_, row.at, row.guild, row.channel))
            every = (Post(id_, "result", 0, due), *(each._replace(campaign=id_) for each in posts))
            db.executemany(SCHEDULE, map(numbered, every))
            _seat(db, id_, [row.founder])
            return id_

        return await self._db.write(write)

    # ---- the log ----

    @override
    async def append(
        self, row: EntryRow, posts: Sequence[Post] = (), seated: Sequence[int] = (), home: HomeRow | None = None
    ) -> None:
        def write(db: sqlite3.Connection) -> None:
            ((before,),) = db.execute(BEFORE, numbered(row[:2]))
            insert(db, "entry", LINKED, (*row, link(before, row)))
            db.executemany(SCHEDULE, map(numbered, posts))
            _seat(db, row.campaign, seated)
            if home is not None:
                db.execute(LEAVE, numbered(home[:2]))
                insert(db, "home", HomeRow._fields, home)

        await self._db.write(write)

    # ---- the outbox ----

    @override
    async def schedule(self, posts: Iterable[Post]) -> None:
        await self._db.write(lambda db: db.executemany(SCHEDULE, map(numbered, posts)))

    @override
    async def take_due(self, now: int, until: int, number: int) -> list[Post]:
        due = "SELECT id FROM post WHERE ended IS NULL AND due <= ? ORDER BY id LIMIT ?"
        sql = (
            f"UPDATE post SET due = ?, tries = tries + 1 WHERE id IN ({due})"  # noqa: S608 (no input in it)
            " RETURNING id, campaign, kind, seq, due, tries"
        )
        rows = await self._db.write(lambda db: db.execute(sql, (until, now, number)).fetchall())
        return [Post(*row[1:]) for row in sorted(rows)]

    @override
    async def end_posts(self, endings: Iterable[Ending]) -> None:
        sql = (
            "UPDATE post SET ended = :how, message = :message, channel = :channel"
            " WHERE campaign = :campaign AND kind = :kind AND seq = :seq AND ended IS NULL"
        )
        rows = [each._asdict() for each in endings]
        await self._db.write(lambda db: db.executemany(sql, rows))

    @override
    async def postpone(self, posts: Iterable[Post]) -> None:
        sql = "UPDATE post SET ended = NULL, due = ? WHERE campaign = ? AND kind = ? AND seq = ? AND message IS NULL"
        rows = [(each.due, each.campaign, each.kind, each.seq) for each in posts]
        await self._db.write(lambda db: db.executemany(sql, rows))

    async def back_up(self, file: Path) -> None:
        """Write a whole copy of the database, or none, also while the bot runs. Raises ``FileExistsError``."""
        await asyncio.to_thread(file.touch, OWNER_ONLY, exist_ok=False)
        try:
            await self._read("VACUUM INTO $1", str(file))
        except StoreFault:
            await asyncio.to_thread(file.unlink)
            raise

    @override
    async def scrub(self) -> None:
        await self._read("PRAGMA wal_checkpoint(TRUNCATE)")  # what was erased still stands there

    # ---- rows ----

    @override
    async def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            return [*map(tuple, await self._db.execute_fetchall(sql, numbered(values)))]
        except sqlite3.Error as error:
            raise fault_of(error) from error

    @override
    async def _change(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return await self._db.write(lambda db: db.execute(sql, numbered(values)).fetchall())

    @override
    async def _together(self, steps: Sequence[Step]) -> None:
        def write(db: sqlite3.Connection) -> None:
            for sql, values in steps:
                db.execute(sql, numbered(values))

        try:
            await self._db.write(write)
        except sqlite3.IntegrityError as error:
            if "entry.seq" in str(error):
                raise Behind from None
            raise


@contextlib.asynccontextmanager
async def _opening() -> AsyncIterator[contextlib.AsyncExitStack]:
    """While a database is opened: what fails closes what was opened before it."""
    try:
        async with contextlib.AsyncExitStack() as opened:
            yield opened
            opened.pop_all()
    except sqlite3.Error as error:
        raise fault_of(error) from error


def insert(db: sqlite3.Connection, table: str, columns: Iterable[str], values: Sequence[object]) -> int:
    """Write a row and return its id. Raises ``DoneBefore`` or ``Behind``."""
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 (names of this module)
    try:
        done = db.execute(sql, values).lastrowid
    except sqlite3.IntegrityError as error:
        if f"{table}.interaction" in str(error):
            raise DoneBefore from None
        if f"{table}.seq" in str(error):
            raise Behind from None
        raise
    return done or 0


def _seat(db: sqlite3.Connection, campaign: int, users: Iterable[int]) -> None:
    db.executemany("INSERT OR IGNORE INTO seated VALUES (?, ?)", [(user, campaign) for user in users])
