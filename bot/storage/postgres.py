"""The database on a PostgreSQL server, which several processes share."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import asyncpg
from pydantic import SecretStr
from typing_extensions import override

from bot.storage.connections import Pool, Row, connected
from bot.storage.faults import Behind, DoneBefore, StoreFault
from bot.storage.migrate import to_run
from bot.storage.rows import CampaignRow, Ending, EntryRow, HomeRow, Post, ProcessRow, beginning, digest, marks, names
from bot.storage.store import BEFORE, Step, Store

CONNECTIONS = 8
MIGRATING = 0x61646A75
"""The lock of the process that brings the database up to date: ``adju`` in ASCII."""
LONGEST_MIGRATION = "60s"
TAKEN = {"campaign_interaction": DoneBefore, "entry_interaction": DoneBefore, "entry_place": Behind}


def _rows(types: str, first: int = 1) -> str:
    """Rows as one array for each column, from the parameter ``first`` on."""
    return f"unnest({', '.join(f'${place}::{type_}[]' for place, type_ in enumerate(types.split(), first))})"


CAMPAIGN, ENTRY, POST, PROCESS = (names(kind._fields) for kind in (CampaignRow, EntryRow, Post, ProcessRow))
FOUND = (
    f"WITH founded AS (INSERT INTO campaign ({names(CampaignRow._fields[1:])}, hash) VALUES ({marks(15)})"
    " RETURNING id),"
    " lives AS (INSERT INTO home (campaign, since, guild, channel) SELECT id, $2, $3, $4 FROM founded),"
    " noted AS (INSERT INTO post (campaign, kind, seq, due) SELECT id, kind, 0, due FROM founded,"
    " unnest($16::text[], $17::bigint[]) AS noted (kind, due)),"
    ' sits AS (INSERT INTO seated ("user", campaign) SELECT $5, id FROM founded)'
    " SELECT id FROM founded"
)
NOTE = f"INSERT INTO post ({POST}) SELECT * FROM %s ON CONFLICT DO NOTHING"
POSTS = "bigint text bigint bigint bigint"
SCHEDULE = NOTE % _rows(POSTS)
LINK = f"encode(sha256(convert_to(({BEFORE}) || ' ' || $14, 'UTF8')), 'hex')"
APPEND = (
    f"WITH written AS (INSERT INTO entry ({ENTRY}, hash) VALUES ({marks(13)}, {LINK})),"
    ' sat AS (INSERT INTO seated ("user", campaign) SELECT each, $1 FROM unnest($20::bigint[]) AS each'
    " ON CONFLICT DO NOTHING) " + NOTE % _rows(POSTS, 15)
)
APPEND_AND_MOVE = APPEND.replace(
    "WITH ",
    "WITH gone AS (UPDATE home SET until = $21 WHERE campaign = $1 AND until IS NULL),"
    " come AS (INSERT INTO home (campaign, since, guild, channel, until)"
    " VALUES ($1, $21, $22, $23, $24)), ",
    1,
)
TAKE = (
    "WITH taken AS (SELECT id FROM post WHERE ended IS NULL AND due <= $1 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED)"
    " UPDATE post SET due = $2, tries = tries + 1 FROM taken WHERE post.id = taken.id"
    " RETURNING post.id, campaign, kind, seq, due, tries"
)
END = (
    f"UPDATE post SET ended = how, message = its, channel = at FROM {_rows('bigint text bigint text bigint bigint')}"
    " AS ending (c, k, s, how, its, at) WHERE (campaign, kind, seq) = (c, k, s) AND ended IS NULL"
)
POSTPONE = (
    f"UPDATE post SET ended = NULL, due = d FROM {_rows('bigint text bigint bigint')}"
    " AS later (c, k, s, d) WHERE (campaign, kind, seq) = (c, k, s) AND message IS NULL"
)

ONE_BY_ONE = "LOCK TABLE process IN SHARE ROW EXCLUSIVE MODE"
ENROL = (
    "WITH gone AS (DELETE FROM process WHERE until <= $8)"
    f" INSERT INTO process ({PROCESS})"
    " SELECT $1, greatest($2, (SELECT max(since) + 1 FROM process)), $3, $4, $5, $6, $7"
    " ON CONFLICT (name) DO UPDATE SET until = excluded.until"
)


class PostgresStore(Store):
    """Some connections to one database. Each method is one round trip, but for a long log, which is read in pages, and
    for what must be done step by step.
    """

    is_shared = True

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, address: SecretStr, connections: int = CONNECTIONS) -> "PostgresStore":
        """Open the database with at most so many connections, and bring it up to date as needed; several processes
        can do that at once. Raises ``StoreFault`` when it does not answer or was written by a newer version.
        """
        async with connected(address) as connection:
            if to_run("postgres", await _version(connection)):
                await _migrate(connection)
        return cls(await Pool.open(address, connections))

    @classmethod
    async def read(cls, address: SecretStr) -> "PostgresStore":
        """Open the database as it is, to read it. Raises ``StoreFault``."""
        async with connected(address) as connection:
            if to_run("postgres", await _version(connection)):
                raise StoreFault("The database is of an older version: the bot brings it up to date when it starts")
        return cls(await Pool.open(address, 1))

    @override
    async def close(self) -> None:
        await self._pool.close()

    # ---- campaigns ----

    @override
    async def found(self, row: CampaignRow, due: int, posts: Sequence[Post] = ()) -> int:
        kinds, dues = ["result", *(each.kind for each in posts)], [due, *(each.due for each in posts)]
        ((id_,),) = await self._write(FOUND, *row[1:], beginning(row), kinds, dues)
        return int(id_)

    # ---- the log ----

    @override
    async def append(
        self, row: EntryRow, posts: Sequence[Post] = (), seated: Sequence[int] = (), home: HomeRow | None = None
    ) -> None:
        written = (*row, digest(row), *_columns(posts, 5), [*seated])
        if home is None:
            await self._write(APPEND, *written)
        else:
            await self._write(APPEND_AND_MOVE, *written, *home[1:])

    # ---- the outbox ----

    @override
    async def schedule(self, posts: Iterable[Post]) -> None:
        await self._pool.fetch(SCHEDULE, *_columns(posts, 5))

    @override
    async def take_due(self, now: int, until: int, number: int) -> list[Post]:
        return [Post(*row[1:]) for row in sorted(await self._pool.fetch(TAKE, now, until, number))]

    @override
    async def end_posts(self, endings: Iterable[Ending]) -> None:
        await self._pool.fetch(END, *_columns(endings, 6))

    @override
    async def postpone(self, posts: Iterable[Post]) -> None:
        await self._pool.fetch(POSTPONE, *_columns(posts, 4))

    @override
    async def scrub(self) -> None:
        """Its files are the server's."""

    # ---- processes ----

    async def enrol(self, row: ProcessRow, now: int) -> None:
        """Note until when a process runs; one that is new is later than all that are noted, whatever their clocks say.
        Those are left out whose time is over by ``now``.
        """
        await self._pool.together([(ONE_BY_ONE, ()), (ENROL, (*row, now))])

    async def leave(self, name: str) -> None:
        """Note that a process runs no more."""
        await self._pool.fetch("DELETE FROM process WHERE name = $1", name)

    async def processes(self, now: int) -> list[ProcessRow]:
        """Return the processes that run, the oldest first."""
        rows = await self._pool.fetch(f"SELECT {PROCESS} FROM process WHERE until > $1 ORDER BY since, name", now)
        return [ProcessRow(*row) for row in rows]

    # ---- rows ----

    @override
    async def _read(self, sql: str, *values: Any) -> list[Row]:
        return await self._pool.fetch(sql, *values)

    _change = _read

    @override
    async def _together(self, steps: Sequence[Step]) -> None:
        with _taken():
            await self._pool.together(steps)

    async def _write(self, sql: str, *values: object) -> list[Row]:
        with _taken():
            return await self._pool.fetch(sql, *values)


@contextlib.contextmanager
def _taken() -> Iterator[None]:
    """Say what is in the database already. Raises ``DoneBefore`` or ``Behind``."""
    try:
        yield
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name in TAKEN:
            raise TAKEN[error.constraint_name] from None
        raise


def _columns(rows: Iterable[Sequence[Any]], number: int) -> list[list[Any]]:
    """Return the columns of some rows, which may be none."""
    columns = [*zip(*rows, strict=True)]
    return [[*column] for column in columns[:number]] or [[] for _ in range(number)]


async def _version(connection: "asyncpg.Connection[asyncpg.Record]") -> int:
    # to_regclass would not see a table that another process made while this one waited for the lock
    tables = "SELECT count(*) FROM pg_class WHERE relname = 'migration' AND pg_table_is_visible(oid)"
    if await connection.fetchval(tables) == 0:
        return 0
    return await connection.fetchval("SELECT coalesce(max(number), 0) FROM migration")  # type: ignore[no-any-return]


async def _migrate(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Run the numbered scripts that the database lacks. A second process that waits finds them done."""
    await connection.execute(f"SET lock_timeout = '{LONGEST_MIGRATION}'")
    while True:
        async with connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})")
            waiting = to_run("postgres", await _version(connection))
            if not waiting:
                return
            number, script = waiting[0]
            await connection.execute(
                "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL)"
            )
            await connection.execute(script.read_text(encoding="utf-8"))
            await connection.execute("INSERT INTO migration VALUES ($1, $2)", number, script.stem)
