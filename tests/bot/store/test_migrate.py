"""Numbered scripts bring a database up to date, each whole or not at all."""

import sqlite3
from pathlib import Path

import pytest

from bot.store import SqliteStore, StoreFault, migrate
from bot.store.migrate import scripts


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
