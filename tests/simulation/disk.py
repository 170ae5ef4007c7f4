"""The threads of SQLite, without threads: what a connection does happens in the loop, one thing after the other, and
fails at times. A write that fails was made in some cases, and its answer was lost.
"""

import asyncio
import contextvars
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.storage import writer
from tests.simulation.loop import Lane, do
from tests.simulation.network import Network

Work = Callable[[], Any]
Asked = tuple["asyncio.Future[Any] | None", Work]


@dataclass
class Disk:
    """How often reads and writes fail, and how often the answer to a write that was made is lost."""

    loop: Network
    reads: float = 0.0
    writes: float = 0.0
    answers: float = 0.0
    open: list[tuple[int, writer.Writer]] = field(default_factory=list)
    """The connections, and in which life each was opened."""

    def calm(self) -> None:
        """Nothing fails any more."""
        self.reads = self.writes = self.answers = 0.0

    def done(self, work: Work) -> Any:
        """Do some work. Raises ``sqlite3.OperationalError`` where the disk fails."""
        kind = getattr(getattr(work, "func", None), "__name__", "")
        is_write = kind == "_in_one"
        if not is_write and kind != "_execute_fetchall":
            return work()
        if self.loop.chance.random() < (self.writes if is_write else self.reads):
            self._fail("write" if is_write else "read")
        result = work()
        if is_write and self.loop.chance.random() < self.answers:
            self._fail("write, which was made,")
        return result

    def _fail(self, what: str) -> None:
        self.loop.note(f"a {what} fails")
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    def cut(self, life: int) -> None:
        """The connections of one who died are gone, and what they had not committed."""
        for whose, connection in self.open:
            if whose == life and connection._connection is not None:
                connection._connection.close()
                connection._connection = None


class Orders:
    """What a connection is to do, in the place of the queue of its thread."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._lane = Lane(disk.loop, contextvars.copy_context())

    def put_nowait(self, asked: Asked) -> None:
        """Do it after all that was asked for before."""
        future, work = asked
        self._lane.put(lambda: do(future or self._disk.loop.create_future(), lambda: self._disk.done(work)))


class NoThread:
    """In the place of the thread of a connection."""

    def __init__(self, **_: Any) -> None:
        pass

    def start(self) -> None:
        """There is none."""

    def join(self) -> None:
        """There was none."""
