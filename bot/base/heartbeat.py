"""The sign of life, as it is read: the age of a file beside the database. It imports the standard library alone."""

import os
import sys
import time
from pathlib import Path

DEAD_AFTER_SECONDS = 90
AHEAD_SECONDS = 5
"""A file system may date a file so much later than the clock does."""
DATABASE = "adjutant.sqlite"
ADDRESSES = ("postgresql://", "postgres://")


def alive_file(database: object) -> Path:
    """Return the path of the heartbeat file: beside a database file, or in the working folder for a server."""
    return database.with_name(f"{database.name}.alive") if isinstance(database, Path) else Path("adjutant.alive")


def is_alive(database: object) -> bool:
    """Return whether a bot on this database was connected to Discord just now. A file from the future says nothing."""
    try:
        age = time.time() - alive_file(database).stat().st_mtime
    except OSError:
        return False
    return -AHEAD_SECONDS < age < DEAD_AFTER_SECONDS


def health() -> int:
    """Say how the bot of this environment is: the exit code of ``adjutant health``."""
    database = os.environ.get("ADJUTANT_DATABASE") or DATABASE
    if is_alive(database if database.startswith(ADDRESSES) else Path(database)):
        return 0
    sys.stderr.write("The bot is not connected.\n")
    return 1
