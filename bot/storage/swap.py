"""A database in the place of another, whole whenever the process dies.

What stands beside a database, its write-ahead log, belongs to it alone: read with the new one, it would spoil that. So
the new one first gets a name of its own beside the old one, and counts from then on; whoever locks the database next
finishes what was interrupted.
"""

import os
from pathlib import Path

BESIDE = ("-wal", "-shm")


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
