"""The database in one file: what is peculiar to SQLite."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage import SqliteStore, StoreFault
from bot.storage.sqlite import PRAGMAS
from tests.bot.storage.rows import entry


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """In this file every store is of SQLite."""
    return tmp_path / "a.sqlite"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET seat = 'Germans'",
        "UPDATE entry SET user = 5",
        "UPDATE entry SET dice = '[1]', seal = '" + "a" * 64 + "'",
        "UPDATE entry SET at = 5, seal = '" + "a" * 64 + "'",
        "UPDATE campaign SET name = 'y'",
        "UPDATE campaign SET seed = randomblob(32), start = '" + "a" * 64 + "'",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry (campaign, seq, interaction, at, user, command, events, dice, hash)"
        " SELECT campaign, seq, 999, at, user, command, events, dice, hash FROM entry",
        "UPDATE campaign SET seed = zeroblob(32)",
        "DELETE FROM campaign",
        "INSERT OR REPLACE INTO campaign"
        " SELECT id, 999, at, guild, channel, founder, game, name, seat, dice, seed, rules, data, terms, start, hash"
        " FROM campaign",
    ],
)
async def test_nothing_is_changed_or_erased(store: SqliteStore, sql: str) -> None:
    await store.append(entry(1))
    with pytest.raises(sqlite3.IntegrityError, match=r"is not (changed|erased)"):
        await store._db.execute(sql)
    assert await store.entries(1) == [entry(1)]


async def test_the_database_is_set_up_to_survive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.sqlite.PRAGMAS", PRAGMAS)  # as the bot has them, and other tests have not
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    set_up = {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "secure_delete": 1,
        "recursive_triggers": 1,
        "busy_timeout": 2000,
    }
    for pragma, value in set_up.items():
        ((found,),) = await store._db.execute_fetchall(f"PRAGMA {pragma}")
        assert found == value, pragma
    await store.close()


async def test_a_backup_is_whole_and_never_overwrites(store: SqliteStore, tmp_path: Path) -> None:
    await store.append(entry(1))
    copy = tmp_path / "copy.sqlite"
    await store.back_up(copy)
    other = await SqliteStore.open(copy)
    assert await other.entries(1) == [entry(1)]
    await other.close()
    with pytest.raises(FileExistsError):
        await store.back_up(copy)


async def test_a_backup_that_fails_leaves_nothing(store: SqliteStore, tmp_path: Path) -> None:
    """Else the next one would find a file of that name, and an operator an empty backup."""
    await store._db.execute("BEGIN")
    with pytest.raises(StoreFault):
        await store.back_up(tmp_path / "copy.sqlite")
    assert not (tmp_path / "copy.sqlite").exists()
    await store._db.execute("ROLLBACK")
    await store.back_up(tmp_path / "copy.sqlite")


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.storage import SqliteStore
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

async def write():
    store = await SqliteStore.open(Path(sys.argv[1]))
    await store.found(CAMPAIGN, DUE)
    seq = 0
    while True:
        seq += 1
        await store.append(entry(seq))
        print(seq, flush=True)

asyncio.run(write())
"""


@pytest.mark.parametrize("after", [1, 17, 120])
def test_acknowledged_entries_survive_a_kill(tmp_path: Path, after: int) -> None:
    file = tmp_path / "a.sqlite"
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    acknowledged = 0
    while acknowledged < after:
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    rest = writer.stdout.read().split()
    writer.wait()
    writer.stdout.close()
    acknowledged = max([acknowledged, *map(int, rest)])
    with sqlite3.connect(file) as database:
        written = [seq for (seq,) in database.execute("SELECT seq FROM entry ORDER BY seq")]
    database.close()
    assert written == list(range(1, len(written) + 1))
    assert len(written) >= acknowledged
