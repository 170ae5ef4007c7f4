"""Durable commands a second, beside the same rows written by sqlite3 alone in a thread."""

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path

from bot.storage import Post, SqliteStore
from bot.storage.rows import linked
from bot.storage.sqlite import LINKED
from tests.bench.figure import Figure, ratio
from tests.bot.storage.rows import CAMPAIGN, entry

ROUNDS = 6
ENTRIES = 1200
AIMS = {1: 0.7, 16: 2.5, 64: 3.5}
INSERT = f"INSERT INTO entry ({', '.join(LINKED)}) VALUES ({', '.join('?' * len(LINKED))})"
POST = "INSERT INTO post (campaign, kind, seq, due) VALUES (?, ?, ?, ?)"


def raw(file: Path, first: int, entries: int = ENTRIES) -> float:
    """Entries a second: one transaction each, in this thread, with nothing around it."""
    db = sqlite3.connect(file, isolation_level=None)
    db.execute("PRAGMA synchronous = FULL")
    rows = linked(_last(db), (entry(seq, interaction=10_000 + seq) for seq in range(first, first + entries)))
    began = time.perf_counter()
    for each in rows:
        db.execute("BEGIN IMMEDIATE")
        db.execute(INSERT, (*each.row, each.hash))
        db.execute(POST, (1, "result", each.row.seq, 0))
        db.execute("COMMIT")
    took = time.perf_counter() - began
    db.close()
    return entries / took


def _last(db: sqlite3.Connection) -> str:
    """The hash of the newest entry, or of the campaign."""
    newest = db.execute("SELECT hash FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
    return str((newest or db.execute("SELECT hash FROM campaign").fetchone())[0])


async def by_tasks(store: SqliteStore, first: int, tasks: int) -> float:
    """Entries a second that so many tasks write, each one after the other."""
    waiting = iter(range(first, first + ENTRIES))

    async def write() -> None:
        for seq in waiting:
            await store.append(entry(seq, interaction=10_000 + seq), [Post(1, "result", seq, 0)])

    began = time.perf_counter()
    await asyncio.gather(*(write() for _ in range(tasks)))
    return ENTRIES / (time.perf_counter() - began)


async def measure() -> list[Figure]:
    """The ratios for 1, 16 and 64 tasks, turn and turn about with the raw writes."""
    rates: dict[int, list[float]] = {tasks: [] for tasks in (0, *AIMS)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.sqlite"
        first = 1
        for _ in range(ROUNDS):
            for tasks, kept in rates.items():
                store = await SqliteStore.open(file)
                if first == 1:
                    await store.found(CAMPAIGN, 0)
                if tasks:
                    kept.append(await by_tasks(store, first, tasks))
                await store.close()
                if not tasks:
                    kept.append(await asyncio.to_thread(raw, file, first))
                first += ENTRIES
    return [
        ratio(f"durable commands/s, {tasks} tasks, to raw sqlite3", rates[tasks], rates[0], aim, at_least=True)
        for tasks, aim in AIMS.items()
    ]
