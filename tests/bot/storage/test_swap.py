"""A database in the place of another, whatever stands beside the old one."""

from pathlib import Path

from bot.storage.file_lock import lock
from bot.storage.swap import finish, put_in_place, swap


def laid(folder: Path) -> tuple[Path, Path]:
    """A database with what stands beside it, and a new one."""
    database, part = folder / "a.sqlite", folder / "a.sqlite.part"
    for ending in ("", "-wal", "-shm"):
        Path(f"{database}{ending}").write_text("old")
    part.write_text("new")
    return database, part


def test_the_new_one_is_there_with_nothing_beside_it(tmp_path: Path) -> None:
    database, part = laid(tmp_path)
    swap(part, database)
    assert [each.name for each in tmp_path.iterdir()] == ["a.sqlite"]
    assert database.read_text() == "new"


def test_one_that_was_ready_when_a_process_died_is_put_in_its_place_by_whoever_locks_it(tmp_path: Path) -> None:
    database, part = laid(tmp_path)
    put_in_place(part, tmp_path / "a.sqlite.ready")
    lock(database).release()
    assert database.read_text() == "new"
    assert not list(tmp_path.glob("*-wal"))


def test_where_none_was_ready_nothing_changes(tmp_path: Path) -> None:
    database, part = laid(tmp_path)
    finish(database)
    assert (database.read_text(), part.read_text()) == ("old", "new")
    assert len(list(tmp_path.iterdir())) == 4
