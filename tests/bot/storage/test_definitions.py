"""The definitions of a database, of which a fault has changed a letter: it is read as it was written all the same."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.definitions import damaged_definitions, is_known, read_as_defined
from bot.storage.faults import StoreFault
from bot.storage.migrate import newest
from bot.storage.raw_rows import TABLES, Row
from tests.bot.storage.damage import played, rows


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    await played(tmp_path / "a.sqlite")
    return tmp_path / "a.sqlite"


def flip(file: Path, text: bytes, place: int) -> None:
    """Flip the highest bit of one letter of a text that stands in the file once."""
    body = bytearray(file.read_bytes())
    body[body.index(text) + place] ^= 0x80
    file.write_bytes(body)


def read(file: Path) -> dict[str, list[Row]]:
    with read_as_defined(file) as db:
        names = {each.name: ", ".join(f'"{name}"' for name in each.columns) for each in TABLES}
        return {table: sorted(db.execute(f"SELECT {name} FROM {table}"), key=repr) for table, name in names.items()}


async def test_a_new_database_is_as_defined(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        assert damaged_definitions(db) == []
    assert read(file) == rows(file)


async def test_what_differs_is_named(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE mine (id INTEGER)")
        db.execute("DROP INDEX note_of")
        assert damaged_definitions(db) == ["mine", "note_of"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b"    command     TEXT", 5),  # SQLite would read the name itself
        (b"    seq         INTEGER", 5),  # the key makes no sense any more
        (b"CREATE TABLE entry", 3),
        (b"CREATE TABLE entry", 14),
        (b"tableentryentry", 6),  # the name by which SQLite finds it
        (b"STRICT, WITHOUT ROWID", 9),
        (b"CREATE TRIGGER entry_is_not_erased", 9),
        (b"CREATE INDEX note_of", 8),
    ],
)
async def test_a_letter_that_has_changed_changes_nothing_that_is_read(file: Path, text: bytes, place: int) -> None:
    whole = rows(file)
    flip(file, text, place)
    assert read(file) == whole
    with closing(sqlite3.connect(file)) as db, pytest.raises((sqlite3.DatabaseError, UnicodeError, AssertionError)):
        assert damaged_definitions(db) == []
    assert [each.name for each in file.parent.iterdir() if "defined" in each.name] == []


async def test_what_stands_beside_it_is_read_too(file: Path, tmp_path: Path) -> None:
    there = tmp_path / "dead"
    there.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("UPDATE person SET body = '{}'")
        for ending in ("", "-wal"):
            shutil.copyfile(f"{file}{ending}", there / f"b.sqlite{ending}")
    flip(there / "b.sqlite", b"    command     TEXT", 5)
    assert [body for _, body in read(there / "b.sqlite")["person"]] == ["{}"]


async def test_where_a_table_begins_cannot_be_guessed(file: Path) -> None:
    flip(file, b"CREATE TABLE campaign", -1)
    with pytest.raises(StoreFault, match="cannot be read"):
        read(file)


async def test_definitions_that_are_not_all_there_are_no_database(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("DROP TABLE stranger")
    with pytest.raises(StoreFault, match="are not all there"):
        read(file)


@pytest.mark.parametrize("version", [newest("sqlite") + 1, 1])
async def test_of_another_version_with_other_definitions_nothing_is_guessed(file: Path, version: int) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("ALTER TABLE note RENAME COLUMN body TO words")
        db.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(StoreFault, match=r"version|older"):
        read(file)


async def test_a_number_of_the_version_that_alone_is_damaged_does_not_keep_it_from_being_read(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute(f"PRAGMA user_version = {newest('sqlite') + 2**29}")
        assert not is_known(db)
    assert read(file) == rows(file)


async def test_a_file_knows_its_version(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        assert is_known(db)
        db.execute("PRAGMA application_id = 7")
        assert not is_known(db)


@pytest.mark.parametrize("place", range(15))
async def test_a_file_that_does_not_begin_as_a_database_is_said_to_be_none(file: Path, place: int) -> None:
    flip(file, b"SQLite format 3", place)
    with pytest.raises(StoreFault, match="cannot be read: file is not a database"):
        read(file)
