"""The processes that share a database: each says there that it runs, and sees whether all shards are served."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import takewhile

import bot
from bot.base.clock import milliseconds
from bot.base.settings import Shards
from bot.chat.startup_errors import CannotStart
from bot.storage import PostgresStore, ProcessRow, StoreFault

log = logging.getLogger(__name__)

LEASE_SECONDS = 60
"""A process that has said nothing for so long does not run."""
ANEW_SECONDS = 20


class Register:
    """This process among those of its database. ``now`` is the table's clock."""

    def __init__(self, store: PostgresStore, shards: Shards | None, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        serves = shards or Shards(0, 0, 0)
        self._own = ProcessRow(secrets.token_hex(8), milliseconds(now()), 0, *serves, bot.VERSION)

    async def enter(self) -> None:
        """Say that this process runs. Raises ``CannotStart`` where it does not fit those that run, ``StoreFault``."""
        await self._enrol()
        earlier = takewhile(lambda each: each.name != self._own.name, await self.processes())
        if found := next(filter(None, (misfit(self._own, each) for each in earlier)), None):
            await self._store.leave(self._own.name)
            raise CannotStart(found)

    async def run(self) -> None:
        """Register this process again and again, for ever. A database that fails is logged once."""
        failed = False
        while True:
            await asyncio.sleep(ANEW_SECONDS)
            try:
                await self._enrol()
                failed = False
            except StoreFault as fault:
                if not failed:
                    log.warning("the other processes cannot see that this one runs: %s", fault)
                failed = True

    async def leave(self) -> None:
        """Say that this process runs no more. Raises ``StoreFault``."""
        await self._store.leave(self._own.name)

    async def processes(self) -> list[ProcessRow]:
        """Return the processes that run, this one too. Raises ``StoreFault``."""
        return await self._store.processes(milliseconds(self._now()))

    async def _enrol(self) -> None:
        now = milliseconds(self._now())
        await self._store.enrol(self._own._replace(until=now + LEASE_SECONDS * 1000), now)


def misfit(own: ProcessRow, other: ProcessRow) -> str | None:
    """Return why two processes cannot run on one database at once, in the words of one of them, or None if they can."""
    if own.version != other.version:
        return (
            f"Adjutant {other.version} runs on this database, and this is {own.version}: stop all its processes"
            " first (one that was killed counts for a minute)."
        )
    if own.total != other.total:
        return (
            f"Another process on this database serves {_shards(other)}, and this one {_shards(own)}: give all of them"
            " the same total, by ADJUTANT_SHARDS."
        )
    return None


def _shards(row: ProcessRow) -> str:
    return f"shards {Shards(row.first, row.last, row.total)}" if row.total else "all shards"


def unserved(processes: Sequence[ProcessRow]) -> str | None:
    """Return a sentence about the shards that no process serves, or None if there are none."""
    total = max((each.total for each in processes), default=0)
    served = {shard for each in processes for shard in range(each.first, each.last + 1)}
    missing = [shard for shard in range(total) if shard not in served]
    return f"Nobody serves these shards of {total}: {', '.join(map(str, missing))}." if missing else None
