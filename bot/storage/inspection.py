"""Whether a database holds what was written to it. It is read beside the bot, on a connection of its own, once a day:
what a fault has changed is found before it is played with.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from bot.storage.check_file import looking_at
from bot.storage.faults import StoreFault
from bot.storage.open import Place, read_store
from bot.storage.rows import Damaged
from bot.storage.store import Store

MOST_SAID = 20
"""So many faults of one kind are enough to know that there are some."""
log = logging.getLogger(__name__)

FIRST_SECONDS = 600.0
"""A bot that starts has other things to do at first."""
EVERY_SECONDS = 24 * 3600.0


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


class Inspections:
    """Looks at a database, and closes each campaign that is damaged: ``look_again`` reads it anew."""

    def __init__(self, place: Place, look_again: Callable[[int], Awaitable[None]]) -> None:
        self._place = place
        self._look_again = look_again
        self._found: list[Unsound] = []
        self._failed = ""

    def trouble(self) -> str | None:
        """Return a sentence about what is damaged, or why nobody knows whether something is; None if all is well."""
        for each in self._found:
            return f"{each}. Stop the bot and run {remedy(each)}."
        return f"The database could not be inspected: {self._failed}." if self._failed else None

    async def run(self, first: float = FIRST_SECONDS, every: float = EVERY_SECONDS) -> None:
        """Look once a day, for ever."""
        await asyncio.sleep(first)
        while True:
            try:
                await self.look()
                self._failed = ""
            except StoreFault as fault:
                log.warning("the database could not be inspected: %s", fault)
                self._failed = str(fault)
            await asyncio.sleep(every)

    async def look(self) -> list[Unsound]:
        """Look now, and return what is not as it was written. Raises ``StoreFault``."""
        self._found = found = await inspect(self._place)
        for each in found:
            log.error("%s. Stop the bot and run %s.", each, remedy(each))
        for id_ in sorted({each.campaign for each in found if each.campaign is not None}):
            await self._look_again(id_)
        return found
