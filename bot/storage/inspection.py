"""Whether a database holds what was written to it. It is read beside the bot, on a connection of its own."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from bot.storage.check_file import looking_at
from bot.storage.faults import StoreFault
from bot.storage.open import Place, read_store
from bot.storage.row_chain import Damaged
from bot.storage.store import Store

MOST_SAID = 20
"""So many faults of one kind are enough to know that there are some."""


class Unsound(NamedTuple):
    """Something that is not as it was written, and the campaign in which it is, if it is in one."""

    said: str
    campaign: int | None = None

    def __str__(self) -> str:
        return self.said if self.campaign is None else f"Campaign {self.campaign}: {self.said}"


def remedy(found: Unsound) -> str:
    """Return the command that mends something, as an operator types it."""
    alone = "" if found.campaign is None else f" --campaign {found.campaign}"
    return f"`adjutant restore BACKUP{alone}`"


async def inspect(place: Place) -> list[Unsound]:
    """Return all that a database no longer holds as it was written. Raises ``StoreFault`` if it is unreadable."""
    store = await read_store(place)
    try:
        found = [each async for each in _logs(store)]
        found += [each async for each in _documents(store)]
    finally:
        await store.close()
    if isinstance(place, Path):
        found += await asyncio.to_thread(lambda: [*in_file(place)])
    return found


async def _logs(store: Store) -> AsyncIterator[Unsound]:
    for id_ in await store.campaigns():
        try:
            if await store.campaign(id_) is None:
                raise Damaged("where it is played is damaged")
            await store.entries(id_)
        except StoreFault as fault:
            if not fault.is_damage:
                raise
            yield Unsound(str(fault), id_)


async def _documents(store: Store) -> AsyncIterator[Unsound]:
    for digest in await store.documents():
        try:
            await store.document(digest)
        except (Damaged, UnicodeError):  # a fault has made no text of the digest
            yield Unsound(f"the document {digest} is damaged")


def in_file(file: Path) -> Iterator[Unsound]:
    """Yield what SQLite finds wrong with a file."""
    with looking_at(file) as db:
        db.text_factory = lambda body: body.decode(errors="replace")
        try:
            checked = db.execute(f"PRAGMA integrity_check({MOST_SAID})").fetchall()
            yield from (Unsound(str(said)) for (said,) in checked if said != "ok")
            for table, row, above, _ in db.execute("PRAGMA foreign_key_check").fetchmany(MOST_SAID):
                yield Unsound(f"the row {row} of the table {table} names a row of {above} that is not there")
        except (sqlite3.DatabaseError, UnicodeError) as error:  # SQLite names what is no name any more
            yield Unsound(f"the file cannot be read: {error}")
