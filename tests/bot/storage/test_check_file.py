"""Whose a database file is, and whether it is whole."""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest

from bot.storage import SqliteStore, StoreFault
from bot.storage.check_file import check, take_in
from bot.storage.migrate import APPLICATION_ID
from tests.bot.storage.rows import CAMPAIGN, DUE, entry


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    await store.close()
    return tmp_path / "a.sqlite"


def do(file: Path, sql: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(file)
    rows = db.execute(sql).fetchall()
    db.commit()
    db.close()
    return rows


def test_a_new_one_says_whose_it_is(file: Path) -> None:
    assert do(file, "PRAGMA application_id") == [(APPLICATION_ID,)]


async def test_one_of_an_earlier_adjutant_is_taken_and_marked(file: Path) -> None:
    do(file, "PRAGMA application_id = 0")
    check(file)
    await (await SqliteStore.open(file)).close()
    assert do(file, "PRAGMA application_id") == [(APPLICATION_ID,)]


@pytest.mark.parametrize("pragma", ["quick_check", "integrity_check"])
@pytest.mark.parametrize("read_only", [True, False])
def test_missing_empty_and_whole_files_pass(file: Path, tmp_path: Path, pragma: str, read_only: bool) -> None:
    check(tmp_path / "none.sqlite", pragma, read_only=read_only)
    (tmp_path / "empty.sqlite").touch()
    check(tmp_path / "empty.sqlite", pragma, read_only=read_only)
    check(file, pragma, read_only=read_only)


def test_without_a_log_nothing_is_taken_in(file: Path) -> None:
    before = file.read_bytes()
    take_in(file)
    (beside := Path(f"{file}-wal")).touch()
    take_in(file)
    beside.write_bytes(b"not a log")
    with pytest.raises(StoreFault, match="cannot be read"):
        take_in(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("sql", ["CREATE TABLE cookies (a)", "CREATE TABLE campaign (a)"])
async def test_another_programs_file_stays_as_it_is(tmp_path: Path, sql: str) -> None:
    file = tmp_path / "b.sqlite"
    do(file, sql)
    file.chmod(0o644)
    before = file.read_bytes()
    with pytest.raises(StoreFault, match="another program's database"):
        await SqliteStore.open(file)
    assert (file.read_bytes(), file.stat().st_mode & 0o777) == (before, 0o644)


def test_a_newer_one_with_other_columns_stays_as_it_is(file: Path) -> None:
    for sql in ("ALTER TABLE entry RENAME COLUMN rules TO edition", "PRAGMA user_version = 99"):
        do(file, sql)
    file.chmod(0o644)
    for read in (check, lambda file: asyncio.run(SqliteStore.open(file))):
        with pytest.raises(StoreFault, match="has version 99; this Adjutant knows"):
            read(file)
    check(file, any_version=True)  # as a copy
    assert file.stat().st_mode & 0o777 == 0o644


def test_noise_is_found(file: Path) -> None:
    whole = file.read_bytes()
    for seed in range(20):
        chance = random.Random(seed)
        start = chance.randrange(0, len(whole) - 4096)
        file.write_bytes(whole[:start] + chance.randbytes(4096) + whole[start + 4096 :])
        with pytest.raises(StoreFault, match="is damaged"):
            check(file)


async def test_files_beside_a_damaged_one_stay(file: Path) -> None:
    beside = file.with_name("a.sqlite-wal")
    file.write_bytes(b"x" * 4096)  # noqa: ASYNC240 (a test)
    beside.write_bytes(b"y" * 4096)
    with pytest.raises(StoreFault, match="is damaged"):
        await SqliteStore.open(file)
    assert beside.read_bytes() == b"y" * 4096


@pytest.mark.parametrize("read_only", [True, False])
def test_an_unopenable_file_is_refused(file: Path, read_only: bool) -> None:
    Path(f"{file}-wal").mkdir()
    check(file, read_only=read_only, strict=False)
    with pytest.raises(StoreFault, match=f"{file}: The database cannot be opened"):
        check(file, read_only=read_only)


async def test_a_log_of_newer_rules_is_not_read_by_chance(file: Path) -> None:
    store = await SqliteStore.open(file)
    await store.found(CAMPAIGN, DUE)
    check(file)
    await store.append(entry(1)._replace(rules="99.0"))
    await store.close()
    with pytest.raises(StoreFault, match=r"has version 99\.0 of the rules"):
        check(file)
