"""Numbered scripts bring a database up to date, each whole or not at all."""

import contextlib
import shutil
import sqlite3
from pathlib import Path

import pytest

from bot.storage import SqliteStore, StoreFault, migrate
from bot.storage.migrate import scripts
from tests.bot.command import adjutant


def test_every_kind_of_database_has_the_same_scripts() -> None:
    kinds = [folder.name for folder in migrate.MIGRATIONS.iterdir()]
    assert "sqlite" in kinds
    assert len({tuple(script.name for script in scripts(kind)) for kind in kinds}) == 1


@pytest.mark.parametrize("version", [migrate.newest("sqlite") + 1, 99])
async def test_a_newer_database_is_left_alone(tmp_path: Path, version: int) -> None:
    file = tmp_path / "a.sqlite"
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with pytest.raises(StoreFault, match=f"has version {version}; this Adjutant knows {migrate.newest('sqlite')}"):
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
    with pytest.raises(StoreFault, match="of an older version"):
        await SqliteStore.read(file)
    await (await SqliteStore.read(file, any_version=True)).close()
    for _ in range(2):
        opened = await SqliteStore.open(file)
        ((version,),) = await opened._db.execute_fetchall("PRAGMA user_version")
        assert version == 2
        await opened.close()


@pytest.mark.parametrize("version", range(1, 10))
async def test_a_database_from_before_the_first_release_is_not_touched(tmp_path: Path, version: int) -> None:
    file = tmp_path / "a.sqlite"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript("CREATE TABLE campaign (id); CREATE TABLE entry (seq); INSERT INTO entry VALUES (1)")
        db.execute(f"PRAGMA user_version = {version}")
    before = file.read_bytes()
    for opening in (SqliteStore.open(file), SqliteStore.read(file)):
        with pytest.raises(StoreFault, match="older than the first release"):
            await opening
    assert file.read_bytes() == before


async def test_the_bot_says_so_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA user_version = 9")
    ended = await adjutant("run", token="x", database=file)
    assert ended.code == 1
    assert "The database is older than the first release of Adjutant, 0.2.0, and was not touched" in ended.said
