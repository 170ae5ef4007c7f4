"""Whose a database file is: one process writes it, and no other user of the machine reads it. And how another takes its
place, whole whenever the process dies.

What stands beside a database, its write-ahead log, belongs to it alone: read with the new one, it would spoil that. So
the new one first gets a name of its own beside the old one, and counts from then on; whoever locks the database next
finishes what was interrupted.
"""

import errno
import os
import stat
from pathlib import Path

from filelock import FileLock, Timeout

from bot.storage.faults import StoreFault, Taken

OWNER_ONLY = stat.S_IRUSR | stat.S_IWUSR
BESIDE = ("-wal", "-shm")


def lock(file: Path) -> FileLock:
    """Lock a database for as long as this process lives: a file beside it, which stays. A new one that was ready when
    another process died is put in its place.

    The lock stands beside the file itself, whatever link leads to it. Raises ``Taken`` when another process has it,
    ``StoreFault`` when it is a folder, or when its folder cannot be written.
    """
    own = file.resolve()
    if own.is_dir():
        raise StoreFault(f"{file} cannot be opened: {os.strerror(errno.EISDIR)}")
    if not own.parent.is_dir():
        raise StoreFault(f"{file} cannot be opened: there is no folder {own.parent}")
    taken = FileLock(own.with_name(f"{own.name}.lock"), timeout=0, mode=OWNER_ONLY, thread_local=False)
    try:
        taken.acquire()
    except Timeout:
        raise Taken(f"Another process has opened {file}, and only one can write it") from None
    except OSError as error:
        raise StoreFault(f"{file} cannot be opened: {error.strerror}") from error
    try:
        finish(own)
    except OSError as error:
        taken.release()
        raise StoreFault(f"{file} cannot be opened: {error.strerror}") from error
    return taken


def make_private(file: Path) -> None:
    """Make a file, if it is not there, that its owner alone can read; one that others can read becomes so too, with
    those that SQLite keeps beside it. It makes later ones alike.
    """
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        for each in (file, *(file.with_name(file.name + ending) for ending in ("-wal", "-shm"))):
            if each.exists() and stat.S_IMODE(each.stat().st_mode) != OWNER_ONLY:
                each.chmod(OWNER_ONLY)
    except OSError as error:
        raise StoreFault(f"{file} cannot be opened: {error.strerror}") from error


# ---- a database in the place of another ----


def swap(part: Path, database: Path) -> None:
    """Put a new database in the place of one that is kept elsewhere, with what stands beside it."""
    put_in_place(part, _ready(database))
    finish(database)


def finish(database: Path) -> None:
    """Put the new database in its place, if there is one that was ready when a process died."""
    ready = _ready(database)
    if ready.exists():
        for ending in BESIDE:
            Path(f"{database}{ending}").unlink(missing_ok=True)
        put_in_place(ready, database)


def put_in_place(part: Path, file: Path) -> None:
    """Give a file its name, once it is on the disk."""
    _sync(part, os.O_RDWR)
    part.replace(file)
    if os.name != "nt":  # where a folder cannot be opened
        _sync(file.parent, os.O_RDONLY)


def _ready(database: Path) -> Path:
    return database.with_name(f"{database.name}.ready")


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
