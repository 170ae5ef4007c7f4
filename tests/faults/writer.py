"""Writes campaigns and logs to a store, and notes what was acknowledged.

``python -m tests.faults.writer DATABASE ACKNOWLEDGED ENTRIES CHECKPOINT SYNCHRONOUS``; the last may be empty: as the
store itself syncs.
"""

import asyncio
import os
import sys
from pathlib import Path

from bot.storage import Ending, Post, SqliteStore
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

CAMPAIGNS = 4


async def write(file: Path, acknowledged: int, entries: int, checkpoint: int, synchronous: str) -> None:
    """Found some campaigns and fill their logs at the same time."""

    async def opened() -> SqliteStore:
        store = await SqliteStore.open(file)
        await store._db.execute(f"PRAGMA wal_autocheckpoint = {checkpoint}")
        if synchronous:
            await store._db.execute(f"PRAGMA synchronous = {synchronous}")
        return store

    async def fill(store: SqliteStore, id_: int, start: int) -> None:
        for seq in range(start, start + entries):
            row = entry(seq, interaction=id_ * 100_000 + seq)._replace(campaign=id_, command=f'{{"n":{id_ * seq}}}')
            await store.append(row, [Post(id_, "result", seq, DUE)])
            os.write(acknowledged, f"{id_} {seq}\n".encode())
            await store.end_posts([Ending(id_, "result", seq, "posted", seq)])

    store = await opened()
    for number in range(1, CAMPAIGNS + 1):
        await store.found(CAMPAIGN._replace(interaction=number), DUE)
        os.write(acknowledged, f"{number} 0\n".encode())
    for start in (1, entries + 1):
        await asyncio.gather(*(fill(store, id_, start) for id_ in range(1, CAMPAIGNS + 1)))
        await store.close()
        store = await opened()
    await store.close()


if __name__ == "__main__":
    database, said, entries, checkpoint, synchronous = sys.argv[1:]
    to = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    asyncio.run(write(Path(database), to, int(entries), int(checkpoint), synchronous))
