"""A new database in the place of an old one, whole wherever the process dies."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.storage import file_lock as swap
from bot.storage.file_lock import lock

NEW, OLD, LOG = b"new", b"old", b"what belongs to the old one"


class Killed(BaseException):
    """The process dies here."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """An old database with its write-ahead log."""
    (tmp_path / "a.sqlite-wal").write_bytes(LOG)
    database = tmp_path / "a.sqlite"
    database.write_bytes(OLD)
    return database


def dying(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process die before its step of that number: a file takes its name, or one goes away."""
    done: list[str] = []

    def counted(name: str) -> None:
        whole: Callable[..., object] = getattr(Path, name)

        def step(self: Path, *args: object, **options: object) -> object:
            if len(done) == at:
                raise Killed
            done.append(name)
            return whole(self, *args, **options)

        monkeypatch.setattr(Path, name, step)

    counted("replace")
    counted("unlink")


@pytest.mark.parametrize("at", range(5))
def test_a_death_leaves_one_whole(database: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    part = database.with_name("a.part")
    part.write_bytes(NEW)
    with monkeypatch.context() as patch:
        dying(at, patch)
        try:
            swap.swap(part, database)
        except Killed:
            pass
        else:
            assert at == 4, "each step before is one at which it can die"
    swap.finish(database)
    log = Path(f"{database}-wal")
    if at == 0:
        assert (database.read_bytes(), log.read_bytes()) == (OLD, LOG)
    else:
        assert database.read_bytes() == NEW
        assert not log.exists()
    assert not database.with_name("a.sqlite.ready").exists()


def test_the_next_lock_finishes_an_interrupted_swap(database: Path) -> None:
    database.with_name("a.sqlite.ready").write_bytes(NEW)
    lock(database).release()
    assert database.read_bytes() == NEW
    assert not Path(f"{database}-wal").exists()


def test_where_nothing_was_interrupted_nothing_changes(database: Path) -> None:
    swap.finish(database)
    assert (database.read_bytes(), Path(f"{database}-wal").read_bytes()) == (OLD, LOG)


def test_the_new_name_is_on_the_disk_too(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is not synced can forget it when the power goes."""
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    (part := database.with_name("part")).write_bytes(NEW)
    swap.swap(part, database)
    assert synced.count(database.parent.stat().st_ino) == 2, "as it is ready, and as it is in its place"
