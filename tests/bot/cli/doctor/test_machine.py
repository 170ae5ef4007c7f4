"""What can be seen on this machine, one thing wrong at a time."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.base.settings import Settings
from bot.cli.doctor.machine import Finding, fault, look_at_machine, look_deep, ok, warning
from bot.storage import SqliteStore
from bot.storage.backups import NAME
from tests.bot.command import adjutant
from tests.bot.storage.damage import change, played

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    await (await SqliteStore.open(tmp_path / "a.sqlite")).close()
    return tmp_path / "a.sqlite"


def look(database: Path, environment: dict[str, str] | None = None, **settings: Any) -> dict[str, Finding]:
    given = Settings.model_validate({"database": database, **settings})
    found = list(look_at_machine(given, environment or {}, NOW))
    worst = sorted(found, key=lambda each: ("ok", "warning", "fault").index(each.level))
    return {each.about: each for each in worst}


def test_all_is_well(database: Path) -> None:
    copies = database.parent / "copies"
    copies.mkdir()
    (copies / (NOW - timedelta(hours=5)).strftime(NAME)).touch()
    found = look(database, {"ADJUTANT_DATABASE": "x", "HOME": "y"}, backups=copies)
    assert {each.level for each in found.values()} == {"ok"}
    assert [*found] == ["settings", "data files", "database", "privacy", "writing", "disk", "backups"]
    assert str(found["backups"]).endswith("the newest is 5.0 hours old")


async def test_it_reads_a_database_that_a_bot_writes(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    assert look(tmp_path / "a.sqlite")["database"].level == "ok"
    await store.close()


def test_a_database_that_is_not_there_yet(tmp_path: Path) -> None:
    assert look(tmp_path / "a.sqlite")["database"].level == "ok"
    assert look(tmp_path / "none" / "a.sqlite")["database"].level == "fault"
    assert not (tmp_path / "a.sqlite").exists()


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    found = look(tmp_path)
    assert (found["database"].level, "is a folder" in found["database"].said) == ("fault", True)


def test_a_backup_from_the_future_is_none(database: Path) -> None:
    copies = database.parent / "copies"
    copies.mkdir()
    (copies / (NOW + timedelta(days=900)).strftime(NAME)).touch()
    assert look(database, backups=copies)["backups"].level == "warning"


def run(sql: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as db:
            db.execute(sql)
            db.commit()

    return change


@pytest.mark.parametrize(
    ("change", "about", "level", "said"),
    [
        (lambda file: os.truncate(file, 5000), "database", "fault", "is damaged"),
        (lambda file: file.write_bytes(b"x" * 5000), "database", "fault", "is damaged"),
        (run("PRAGMA user_version = 99"), "database", "fault", "has version 99"),
        (run("PRAGMA user_version = 9"), "database", "fault", "older than the first release"),
        (run("PRAGMA application_id = 0"), "database", "warning", "of an older version"),
        (run("PRAGMA application_id = 77"), "database", "fault", "another program's"),
        (lambda file: file.chmod(0o640), "privacy", "fault", "chmod 600"),
    ],
)
def test_a_database_that_is_wrong(
    database: Path, change: Callable[[Path], Any], about: str, level: str, said: str
) -> None:
    change(database)
    before = database.read_bytes()
    finding = look(database)[about]
    assert (finding.level, said in finding.said) == (level, True), finding
    assert database.read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_database_of_somebody_else(database: Path) -> None:
    os.chown(database, 12345, -1)
    assert look(database)["privacy"].level == "warning"


def test_data_files_that_are_wrong(database: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "marne_1918.toml").write_text("rulings = 3\n", encoding="utf-8")
    finding = look(database, data=tmp_path / "own")["data files"]
    assert (finding.level, "marne_1918.toml" in finding.said) == ("fault", True)


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="nothing here takes the rights of root away")
def test_it_tries_to_write(database: Path) -> None:
    database.chmod(0o400)
    prefix = ("setpriv", "--bounding-set=-all", "--inh-caps=-all") if os.geteuid() == 0 else ()
    for folder, said in ((0o700, "may not write"), (0o500, "cannot write in")):
        database.parent.chmod(folder)
        ended = asyncio.run(adjutant("doctor", prefix=prefix, database=database, token=""))
        assert (ended.code, said in ended.said, "chmod 600" in ended.said) == (1, True, False), ended.said
    database.parent.chmod(0o700)


def test_backups_that_are_missing(database: Path) -> None:
    copies = database.parent / "copies"
    assert "Set ADJUTANT_BACKUPS" in look(database)["backups"].said
    assert "There is none" in look(database, backups=copies)["backups"].said
    copies.mkdir()
    (copies / (NOW - timedelta(hours=49)).strftime(NAME)).touch()
    finding = look(database, backups=copies)["backups"]
    assert (finding.level, finding.said) == ("fault", "The newest is 49.0 hours old: see the bot's log.")


MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("free", "level"), [(20 * MIB - 1, "fault"), (20 * MIB, "warning"), (500 * MIB - 1, "warning"), (500 * MIB, "ok")]
)
def test_each_side_of_what_a_disk_needs(database: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str) -> None:
    usage = shutil.disk_usage(database.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free))
    finding = look(database)["disk"]
    assert (finding.level, finding.said) == (
        level, f"{free // MIB} MiB free in {database.parent}{'' if level == 'ok' else '. Make room.'}"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("hours", "every", "level"), [(48, 24, "ok"), (48.1, 24, "fault"), (2, 1, "ok"), (2.1, 1, "fault")]
)
def test_a_backup_is_overdue_after_two_intervals(database: Path, hours: float, every: float, level: str) -> None:
    """By the newest, whatever lies there too."""
    copies = database.parent / "copies"
    copies.mkdir()
    for age in (hours, 1000):
        (copies / (NOW - timedelta(hours=age)).strftime(NAME)).touch()
    assert look(database, backups=copies, backups_hours=every)["backups"].level == level


def test_settings_are_counted_and_every_wrong_one_is_named(database: Path) -> None:
    right = {"ADJUTANT_Token": "x", "adjutant_data": "y", "HOME": "z"}
    assert str(look(database, right)["settings"]) == "ok       settings: 2 set", "however it is written"
    assert look(database, {"ADJUTANT_SEED": "1"})["settings"].level == "fault"
    assert look(database, {"ADJUTANT_SEED": "1", "ADJUTANT_DISCORD_API": "http://x"})["settings"].level == "ok"
    wrong = look(database, {**right, "ADJUTANT_Z": "1", "ADJUTANT_A": "2", "ADJUTANTS": "3"})["settings"]
    assert str(wrong) == "warning  settings: ADJUTANT_A, ADJUTANT_Z: no such setting. `adjutant run --help` lists them."


@pytest.mark.parametrize("ending", ["", "-wal", "-shm"])
async def test_a_file_beside_the_database_that_others_can_read(database: Path, ending: str) -> None:
    """The newest hands stand in the log that SQLite writes ahead."""
    store, path = await SqliteStore.open(database), Path(f"{database}{ending}")
    await store.keep_person(1, "{}")
    assert look(database)["privacy"].level == "ok"
    path.chmod(0o604)  # noqa: ASYNC240 (a test)
    finding = look(database)["privacy"]
    await store.close()
    assert (finding.level, finding.said) == ("fault", f"Others can read {path}. Make it private: `chmod 600 {path}`.")


def test_a_database_on_a_server(address: SecretStr) -> None:
    """Nothing is said of files, and no password."""
    given = Settings.model_validate({"database": address})
    found = [*look_at_machine(given, {}, NOW)]
    assert [(each.about, each.level) for each in found] == [
        ("settings", "ok"),
        ("data files", "ok"),
        ("database", "ok"),
        ("processes", "ok"),
    ]
    kept = Settings.model_validate({"database": address, "backups": "/kept"})
    last = [*look_at_machine(kept, {}, NOW)][-1]
    assert (last.about, last.level, "pg_dump" in last.said) == ("backups", "warning", True)
    nowhere = Settings.model_validate({"database": SecretStr("postgresql://bot:tok-1@127.0.0.1:1/adjutant")})
    last = [*look_at_machine(nowhere, {}, NOW)][-1]
    assert (last.about, last.level, "tok-1" in str(last)) == ("database", "fault", False)
    assert last.said.endswith(". See ADJUTANT_DATABASE.")


async def test_every_row_is_held_against_its_hash(tmp_path: Path) -> None:
    file = tmp_path / "adjutant.sqlite"
    await played(file)
    (whole,) = await asyncio.to_thread(lambda: [*look_deep(file)])
    assert str(whole) == "ok       rows: every one is as it was written"
    change(file, "UPDATE entry SET at = at + 1 WHERE seq = 2")
    (damaged,) = await asyncio.to_thread(lambda: [*look_deep(file)])
    assert damaged.level == "fault"
    assert damaged.said.endswith(". Stop the bot and run `adjutant restore BACKUP --campaign 1`.")
    assert "entry 2 of its log is damaged" in damaged.said
    (none,) = await asyncio.to_thread(lambda: [*look_deep(tmp_path / "nowhere.sqlite")])
    assert none.level == "fault"


def test_a_line_begins_with_how_bad_it_is() -> None:
    lines = [str(kind("disk", "12 MiB free")) for kind in (ok, warning, fault)]
    assert lines == ["ok       disk: 12 MiB free", "warning  disk: 12 MiB free", "fault    disk: 12 MiB free"]
