"""Numbered scripts bring a database up to date, each whole or not at all."""

import contextlib
import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from bot.storage import Post, SqliteStore, StoreFault, migrate
from bot.storage.migrate import scripts
from tests.bot.command import adjutant
from tests.bot.storage.rows import DUE, entry


def test_every_kind_of_database_has_the_same_scripts() -> None:
    kinds = [folder.name for folder in migrate.MIGRATIONS.iterdir()]
    assert "sqlite" in kinds
    assert len({tuple(script.name for script in scripts(kind)) for kind in kinds}) == 1


async def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreFault, match="version 99"):
        await SqliteStore.open(file)


async def test_a_migration_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = tmp_path / "migrations" / "sqlite"
    scripts.mkdir(parents=True)
    (scripts / "0001_a.sql").write_text("CREATE TABLE a (x);\nCREATE TABLE a (x);\n", encoding="utf-8")
    monkeypatch.setattr(migrate, "MIGRATIONS", scripts.parent)
    file = tmp_path / "a.sqlite"
    with pytest.raises(StoreFault, match="The database failed"):
        await SqliteStore.open(file)
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)
    assert connection.execute("PRAGMA user_version").fetchone() == (0,)
    connection.close()


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="nothing here limits the size of a file")
async def test_a_disk_that_fails_in_a_migration_is_named(tmp_path: Path) -> None:
    """SQLite takes such a transaction back by itself, so that there is none to take back any more."""
    ended = await adjutant("run", prefix=("prlimit", "--fsize=100000"), token="x", database=tmp_path / "a.sqlite")
    assert "The disk cannot be read or written" in ended.said


async def test_migrations_run_once_and_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = tmp_path / "migrations" / "sqlite"
    scripts.mkdir(parents=True)
    (scripts / "0001_a.sql").write_text("CREATE TABLE a (x);", encoding="utf-8")
    monkeypatch.setattr(migrate, "MIGRATIONS", scripts.parent)
    file = tmp_path / "a.sqlite"
    await (await SqliteStore.open(file)).close()
    (scripts / "0002_b.sql").write_text("ALTER TABLE a ADD COLUMN y;", encoding="utf-8")
    for _ in range(2):
        opened = await SqliteStore.open(file)
        ((version,),) = await opened._db.execute_fetchall("PRAGMA user_version")
        assert version == 2
        await opened.close()


def as_it_was(file: Path, version: int) -> None:
    """A database of an earlier version, with a campaign whose seat somebody joined, as that version wrote it."""
    joined = json.dumps([{"type": "joined", "player": 40, "seat": "Germans"}])
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        for script in scripts("sqlite")[:version]:
            db.executescript(script.read_text(encoding="utf-8"))
        db.execute(f"PRAGMA user_version = {version}")
        db.execute(
            "INSERT INTO campaign (id, interaction, at, guild, channel, founder, game, name, seat, dice, seed)"
            " VALUES (1, 5, 1000, 10, 20, 30, 'marne-1918', 'Old', 'Allies', 'sealed', zeroblob(32))"
        )
        db.execute(
            "INSERT INTO entry (campaign, seq, interaction, at, user, seat, command, events, dice)"
            " VALUES (1, 1, 6, 2000, 40, 'Germans', ?, ?, '[]')",
            (json.dumps({"type": "join", "seat": "Germans"}), joined),
        )
        if version >= SEATED:
            db.execute("INSERT INTO seated (user, campaign) VALUES (30, 1), (40, 1)")
        if version >= HOMES:
            db.execute("INSERT INTO home (campaign, since, guild, channel) VALUES (1, 1000, 10, 20)")


SEATED, HOMES = 5, 7
"""From these versions on the bot itself writes what a migration made of older logs."""


@pytest.mark.parametrize("version", range(1, len(scripts("sqlite")) + 1))
async def test_a_database_of_each_earlier_version_goes_on(tmp_path: Path, version: int) -> None:
    """Its campaign is found in its channel and by its players, its log is as it was, and takes the next entry."""
    file = tmp_path / "a.sqlite"
    as_it_was(file, version)
    for _ in range(2):
        store = await SqliteStore.open(file)
        try:
            assert await store.head(20) == (1, await store.length(1))
            (campaign,) = await store.campaigns_in(20)
            assert (campaign.name, campaign.seed) == ("Old", bytes(32))
            first, *others = await store.entries(1)
            assert (first.seq, first.user, first.command) == (1, 40, '{"type": "join", "seat": "Germans"}')
            assert [await store.campaigns_of(user) for user in (30, 40, 50)] == [[1], [1], []]
            if not others:
                await store.append(entry(2), [Post(1, "result", 2, DUE)])
        finally:
            await store.close()
    with contextlib.closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
