"""The database: nothing is lost, nothing is changed, nothing is done twice."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import store as store_module
from bot.store import CampaignRow, DoneBefore, EntryRow, Store

CAMPAIGN = CampaignRow(0, 1, 1000, 10, 20, 30, "marne-1918", "x", "Allies", "sealed", bytes(32), "0.1", None)


def entry(seq: int, interaction: int | None = None, undoes: int | None = None) -> EntryRow:
    return EntryRow(1, seq, interaction or 100 + seq, 1000, 30, "Allies", '{"type":"x"}', "[]", "[]", undoes, "0.1")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "a.sqlite")
    await opened.found(CAMPAIGN)
    yield opened
    await opened.close()


async def test_what_was_written_is_read(store: Store) -> None:
    await store.append(entry(1))
    await store.append(entry(2, undoes=1))
    assert await store.campaign(1) == await store.campaign_in(20) == CAMPAIGN._replace(id=1)
    assert await store.entries(1) == [entry(1), entry(2, undoes=1)]
    assert await store.newest(1, 1, before=3) == [entry(2, undoes=1)]
    assert await store.entry_by(101) == entry(1)
    assert await store.undone(1) == [1]
    assert await store.campaign(2) is None
    assert await store.campaign_by(1) == CAMPAIGN._replace(id=1)


async def test_an_interaction_counts_once(store: Store) -> None:
    await store.append(entry(1, interaction=7))
    with pytest.raises(DoneBefore):
        await store.append(entry(2, interaction=7))
    with pytest.raises(DoneBefore):
        await store.found(CAMPAIGN)
    assert len(await store.entries(1)) == 1


@pytest.mark.parametrize(
    "row",
    [
        entry(1)._replace(command="{"),
        entry(1)._replace(events="x"),
        entry(1)._replace(campaign=9),
        entry(1)._replace(undoes=5),
        entry(0),
    ],
)
async def test_nonsense_is_refused_by_the_schema(store: Store, row: EntryRow) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        await store.append(row)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET seat = 'Germans'",
        "DELETE FROM entry",
        "INSERT OR REPLACE INTO entry (campaign, seq, interaction, at, user, command, events, dice)"
        " SELECT campaign, seq, 999, at, user, command, events, dice FROM entry",
        "UPDATE campaign SET seed = zeroblob(32)",
        "DELETE FROM campaign",
        "INSERT OR REPLACE INTO campaign"
        " SELECT id, 999, at, guild, channel, founder, game, name, seat, dice, seed, rules, data FROM campaign",
    ],
)
async def test_nothing_is_changed_or_erased(store: Store, sql: str) -> None:
    await store.append(entry(1))
    with pytest.raises(sqlite3.IntegrityError, match=r"is not (changed|erased)"):
        await store._db.execute(sql)
    assert await store.entries(1) == [entry(1)]


async def test_the_database_is_set_up_to_survive(store: Store) -> None:
    set_up = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "recursive_triggers": 1}
    for pragma, value in set_up.items():
        ((found,),) = await store._db.execute_fetchall(f"PRAGMA {pragma}")
        assert found == value, pragma


async def test_a_backup_is_whole_and_never_overwrites(store: Store, tmp_path: Path) -> None:
    await store.append(entry(1))
    copy = tmp_path / "copy.sqlite"
    await store.back_up(copy)
    other = await Store.open(copy)
    assert await other.entries(1) == [entry(1)]
    await other.close()
    with pytest.raises(FileExistsError):
        await store.back_up(copy)


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(RuntimeError, match="version 99"):
        await Store.open(file)


async def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = tmp_path / "migrations"
    scripts.mkdir()
    (scripts / "0001_a.sql").write_text("CREATE TABLE a (x);\nCREATE TABLE a (x);\n", encoding="utf-8")
    monkeypatch.setattr(store_module, "MIGRATIONS", scripts)
    file = tmp_path / "a.sqlite"
    with pytest.raises(sqlite3.OperationalError, match="already exists"):
        await Store.open(file)
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    connection.close()


async def test_migrations_run_once_and_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = tmp_path / "migrations"
    scripts.mkdir()
    (scripts / "0001_a.sql").write_text("CREATE TABLE a (x);", encoding="utf-8")
    monkeypatch.setattr(store_module, "MIGRATIONS", scripts)
    file = tmp_path / "a.sqlite"
    await (await Store.open(file)).close()
    (scripts / "0002_b.sql").write_text("ALTER TABLE a ADD COLUMN y;", encoding="utf-8")
    for _ in range(2):
        opened = await Store.open(file)
        ((version,),) = await opened._db.execute_fetchall("PRAGMA user_version")
        assert version == 2
        await opened.close()


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.store import Store
from tests.bot.test_store import CAMPAIGN, entry

async def write():
    store = await Store.open(Path(sys.argv[1]))
    await store.found(CAMPAIGN)
    seq = 0
    while True:
        seq += 1
        await store.append(entry(seq))
        print(seq, flush=True)

asyncio.run(write())
"""


@pytest.mark.parametrize("after", [1, 17, 120])
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, after: int) -> None:
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


async def test_many_at_once_share_the_connection(store: Store) -> None:
    await asyncio.gather(*(store.append(entry(seq)) for seq in range(1, 101)))
    assert [row.seq for row in await store.entries(1)] == list(range(1, 101))
