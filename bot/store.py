"""The database: campaigns and their logs in one SQLite file. Rows in, rows out, without their meaning."""

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import aiosqlite

MIGRATIONS = Path(__file__).parent / "migrations"

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # an entry that a player has seen survives a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA recursive_triggers = ON",  # otherwise REPLACE erases rows behind the trigger's back
    "PRAGMA busy_timeout = 5000",
)


class CampaignRow(NamedTuple):
    """A campaign as it was founded. ``id`` counts them, ``data`` is the digest of the document of its data."""

    id: int
    interaction: int
    at: int
    guild: int
    channel: int
    founder: int
    game: str
    name: str
    seat: str
    dice: str
    seed: bytes
    rules: str
    data: str | None


class EntryRow(NamedTuple):
    """An entry of a campaign's log; ``command``, ``events`` and ``dice`` are JSON."""

    campaign: int
    seq: int
    interaction: int
    at: int
    user: int
    seat: str | None
    command: str
    events: str
    dice: str
    undoes: int | None
    rules: str


class DoneBefore(Exception):
    """The interaction is in the database already: Discord delivered it twice."""


class Store:
    """One connection to the database. Each method is one statement and one hop to its thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._db = connection

    @classmethod
    async def open(cls, file: Path) -> "Store":
        """Open the database, creating it or bringing it up to date as needed.

        Raises ``RuntimeError`` when it was written by a newer version.
        """
        connection = await aiosqlite.connect(file, isolation_level=None)
        try:
            for pragma in PRAGMAS:
                await connection.execute(pragma)
            await _migrate(connection)
        except BaseException:
            await connection.close()
            raise
        return cls(connection)

    async def close(self) -> None:
        """Close the connection."""
        await self._db.close()

    async def found(self, row: CampaignRow) -> int:
        """Write a campaign and return its id (that of the row is not looked at). Raises ``DoneBefore``."""
        columns = CampaignRow._fields[1:]
        return await self._insert("campaign", columns, row[1:])

    async def keep_document(self, digest: str, body: str) -> None:
        """Keep a document of data under its digest; the same one is kept once."""
        sql = "INSERT OR IGNORE INTO document (digest, body) VALUES (?, ?)"
        await self._db.execute_insert(sql, (digest, body))

    async def document(self, digest: str) -> str | None:
        """The document of a digest."""
        rows = await self._db.execute_fetchall("SELECT body FROM document WHERE digest = ?", (digest,))
        return next((body for (body,) in rows), None)

    async def append(self, row: EntryRow) -> None:
        """Write an entry. Raises ``DoneBefore`` when its interaction is in the log already."""
        await self._insert("entry", EntryRow._fields, row)

    async def _insert(self, table: str, columns: Iterable[str], values: tuple[object, ...]) -> int:
        marks = ", ".join("?" * len(values))
        sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 (names of this module)
        try:
            done = await self._db.execute_insert(sql, values)
        except sqlite3.IntegrityError as error:
            if f"{table}.interaction" in str(error):
                raise DoneBefore from None
            raise
        assert done is not None, "an INSERT has a last row"
        return int(done[0])

    async def campaign(self, id_: int) -> CampaignRow | None:
        """A campaign by its id."""
        rows = await self._db.execute_fetchall("SELECT * FROM campaign WHERE id = ?", (id_,))
        return next((CampaignRow(*row) for row in rows), None)

    async def campaign_in(self, channel: int) -> CampaignRow | None:
        """The newest campaign of a channel or thread."""
        rows = await self._db.execute_fetchall(
            "SELECT * FROM campaign WHERE channel = ? ORDER BY id DESC LIMIT 1", (channel,)
        )
        return next((CampaignRow(*row) for row in rows), None)

    async def campaigns_in(self, channel: int) -> list[CampaignRow]:
        """All campaigns of a channel or thread, the newest first."""
        rows = await self._db.execute_fetchall("SELECT * FROM campaign WHERE channel = ? ORDER BY id DESC", (channel,))
        return [CampaignRow(*row) for row in rows]

    async def campaign_by(self, interaction: int) -> CampaignRow | None:
        """The campaign that an interaction founded."""
        rows = await self._db.execute_fetchall("SELECT * FROM campaign WHERE interaction = ?", (interaction,))
        return next((CampaignRow(*row) for row in rows), None)

    async def entries(self, campaign: int) -> list[EntryRow]:
        """The whole log of a campaign."""
        rows = await self._db.execute_fetchall("SELECT * FROM entry WHERE campaign = ? ORDER BY seq", (campaign,))
        return [EntryRow(*row) for row in rows]

    async def newest(self, campaign: int, number: int, before: int) -> list[EntryRow]:
        """At most ``number`` entries with a ``seq`` below ``before``, the newest first."""
        rows = await self._db.execute_fetchall(
            "SELECT * FROM entry WHERE campaign = ? AND seq < ? ORDER BY seq DESC LIMIT ?", (campaign, before, number)
        )
        return [EntryRow(*row) for row in rows]

    async def undone(self, campaign: int) -> list[int]:
        """The ``seq`` of every entry of a campaign that a later one undid."""
        sql = "SELECT undoes FROM entry WHERE campaign = ? AND undoes IS NOT NULL"
        return [seq for (seq,) in await self._db.execute_fetchall(sql, (campaign,))]

    async def entry_by(self, interaction: int) -> EntryRow | None:
        """The entry that an interaction made."""
        rows = await self._db.execute_fetchall("SELECT * FROM entry WHERE interaction = ?", (interaction,))
        return next((EntryRow(*row) for row in rows), None)

    async def back_up(self, file: Path) -> None:
        """Write a whole copy of the database, also while the bot runs. Raises ``FileExistsError``."""
        if await asyncio.to_thread(file.exists):
            raise FileExistsError(file)
        await self._db.execute("VACUUM INTO ?", (str(file),))


async def _migrate(connection: aiosqlite.Connection) -> None:
    """Run the numbered scripts that the database has not seen, each whole or not at all."""
    scripts = sorted(MIGRATIONS.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    (version,) = next(iter(await connection.execute_fetchall("PRAGMA user_version")))
    if version > len(scripts):
        raise RuntimeError(f"The database has version {version}; this Adjutant knows {len(scripts)} at most.")
    for number, script in enumerate(scripts[version:], start=version + 1):
        await connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in _statements(script.read_text(encoding="utf-8")):
                await connection.execute(statement)
            await connection.execute(f"PRAGMA user_version = {number}")
            await connection.execute("COMMIT")
        except BaseException:
            await connection.execute("ROLLBACK")
            raise


def _statements(script: str) -> Iterable[str]:
    """The statements of a script; ``executescript`` would commit first and could leave half a schema."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
