"""A connection to SQLite that writes in groups: one transaction, and one sync of the disk, for all that waits."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.storage.faults import fault_of

Write = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")


class Writer(aiosqlite.Connection):
    """A connection in a thread of its own. What several tasks write meanwhile shares a transaction; each writes whole
    or not at all, whatever becomes of the others.
    """

    _waiting: list[tuple[Write, "asyncio.Future[Any]"]]
    _writing: "asyncio.Task[None] | None"

    @classmethod
    async def connect(cls, file: Path, *, read_only: bool = False) -> "Writer":
        """Return a connection to a file; a transaction begins and ends only where we say so."""

        def open_() -> sqlite3.Connection:
            address = file.absolute().as_uri() + ("?mode=ro" if read_only else "?mode=rw")
            db = sqlite3.connect(address, isolation_level=None, uri=True)
            db.text_factory = _text
            return db

        writer = cls(open_, 64)
        writer._waiting, writer._writing = [], None
        try:
            await writer
        except BaseException:
            await asyncio.to_thread(writer._thread.join)  # it ends by itself, but not later than the event loop
            raise
        return writer

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the connection in its thread."""
        return await self._execute(work, self._conn)  # type: ignore[no-any-return, no-untyped-call]

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Write in the next transaction, which is on the disk when this returns. A task that is cancelled meanwhile
        has written all the same. Raises ``StoreFault``, or what the work itself raises; then nothing is written.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await future

    async def close(self) -> None:
        """Close the connection once what waits is written."""
        if self._writing is not None:
            await self._writing
        await super().close()

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            works = [work for work, _ in group]
            try:
                results = await self._execute(_in_one, self._conn, works)  # type: ignore[no-untyped-call]
            except Exception as error:  # noqa: BLE001 (each of the tasks that wait raises it)
                fault = fault_of(error) if isinstance(error, sqlite3.Error) else error
                results = [fault] * len(group)
            for (_, future), result in zip(group, results, strict=True):
                if future.done():  # its task was cancelled
                    continue
                if isinstance(result, BaseException):
                    future.set_exception(result)
                else:
                    future.set_result(result)
        self._writing = None


def _text(body: bytes) -> str:
    """Return a text of the database. Bytes that a fault has made invalid are kept."""
    return body.decode(errors="surrogateescape")


def _in_one(db: sqlite3.Connection, works: list[Write]) -> list[Any]:
    """Return the results of some writes in one transaction, or the errors of those that wrote nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        results = [_apart(db, work) for work in works]
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # the transaction may have ended by itself
            db.execute("ROLLBACK")
        raise
    return results


def _apart(db: sqlite3.Connection, work: Write) -> Any:
    """Return the result of one of several writes, or the error for which it alone is taken back."""
    db.execute("SAVEPOINT one")
    try:
        result = work(db)
    except Exception as error:
        if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
            raise  # the disk, not the row
        db.execute("ROLLBACK TO one")
        result = error
    db.execute("RELEASE one")
    return result
