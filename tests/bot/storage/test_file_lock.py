"""One process has a database, and nobody else on the machine reads it."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage import SqliteStore, StoreFault
from bot.storage.file_lock import lock

OTHER = "import sys; from pathlib import Path; from bot.storage.file_lock import lock; lock(Path(sys.argv[1]))"


def in_another_process(file: Path) -> str:
    done = subprocess.run([sys.executable, "-c", OTHER, str(file)], capture_output=True, text=True, check=False)
    return done.stderr.strip().rpartition("\n")[2]


def test_a_second_process_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    held = lock(file)
    assert in_another_process(file).endswith("and only one can write it")
    held.release()
    assert in_another_process(file) == ""


def test_all_paths_to_a_file_share_its_lock(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    file, link = tmp_path / "disk" / "a.sqlite", tmp_path / "a.sqlite"
    link.symlink_to(file)
    held = lock(link)
    assert in_another_process(file).endswith("and only one can write it")
    held.release()


def test_a_process_that_died_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    assert in_another_process(file) == ""
    lock(file).release()


def test_a_lock_that_cannot_be_replaced_blocks_nobody(tmp_path: Path) -> None:
    """A process died when it was ready; what stands beside the old one is in the way."""
    file, beside = tmp_path / "a.sqlite", tmp_path / "a.sqlite-wal"
    (tmp_path / "a.sqlite.ready").write_bytes(b"new")
    beside.mkdir()
    with pytest.raises(StoreFault) as refused:
        lock(file)
    beside.rmdir()
    lock(file).release()
    assert (file.read_bytes(), f"{file} cannot be opened: " in str(refused.value)) == (b"new", True)


async def test_files_are_their_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    store = await SqliteStore.open(file)
    await store.back_up(tmp_path / "copy.sqlite")
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}  # noqa: ASYNC240
    await store.close()
    assert {"a.sqlite", "a.sqlite-wal", "a.sqlite.lock", "copy.sqlite"} <= modes.keys()
    assert set(modes.values()) == {0o600}, modes


async def test_a_file_that_others_could_read_becomes_private(tmp_path: Path) -> None:
    """Also what a process that died has left beside it."""
    left = await SqliteStore.open(tmp_path / "left.sqlite")
    files = [tmp_path / f"a.sqlite{ending}" for ending in ("", "-wal", "-shm")]
    for each in files:
        each.write_bytes(each.with_name(each.name.replace("a.", "left.")).read_bytes())
        each.chmod(0o644)
    await left.close()
    store = await SqliteStore.open(files[0])
    modes = {each.name: stat.S_IMODE(each.stat().st_mode) for each in files}
    await store.close()
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize("missing", ["no/such/folder/a.sqlite", "folder", "/"])
async def test_a_place_that_cannot_be_opened_is_named(tmp_path: Path, missing: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(StoreFault, match="cannot be opened"):
        await SqliteStore.open(tmp_path / missing)
