"""What can go wrong with a database, said as it is; and what it means for whoever asked for something."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from bot.base.deeds import Standing, note

SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk is full",
    sqlite3.SQLITE_IOERR: "The disk cannot be read or written",
    sqlite3.SQLITE_READONLY: "The database cannot be written",
    sqlite3.SQLITE_CANTOPEN: "The database cannot be opened",
    sqlite3.SQLITE_BUSY: "Another program has locked the database",
    sqlite3.SQLITE_LOCKED: "Another program has locked the database",
    sqlite3.SQLITE_CORRUPT: "The database is damaged",
    sqlite3.SQLITE_NOTADB: "The database is damaged",
}
STATES = {
    "08": "The database does not answer",
    "22021": "The database cannot keep one of these characters",
    "25006": "The database cannot be written",
    "28": "The database does not accept the bot's name or password",
    "3D": "There is no database of that name",
    "40": "The database is too busy",
    "42501": "The bot may not do this in the database",
    "53": "The database has no memory left",
    "53100": "The disk is full",
    "53300": "The database has too many connections",
    "55P03": "The database is too busy",
    "57": "The database does not answer",
    "57014": "The database did not answer in time",
    "58030": "The disk cannot be read or written",
    "XX001": "The database is damaged",
    "XX002": "The database is damaged",
}
"""What the states of PostgreSQL mean: all five characters, or the first two, which are a class of them."""
FAILED = "The database failed"
PRIMARY = 0xFF
"""An extended code of SQLite has its primary code in these bits."""
NO_SHARED_MEMORY = 4874
"""What stands beside a database has no room to grow (``SQLITE_IOERR_SHMSIZE``)."""


class DoneBefore(Exception):
    """The interaction is in the database already: Discord delivered it twice."""


class Behind(Exception):
    """Another process has written to the log: what was decided was decided about an older campaign."""


class StoreFault(Exception):
    """The database failed. Its text names the cause, as a player can read it: ``The disk is full``."""

    is_damage = False


class Taken(StoreFault):
    """Another process has the database."""


@contextmanager
def keeping(interaction: int | None = None) -> Iterator[None]:
    """Note what becomes of what somebody asked to be kept; in the log, if it is what an ``interaction`` did."""
    try:
        yield
    except DoneBefore:
        note(Standing.LOGGED, interaction)
        raise
    except StoreFault:
        note(Standing.UNKNOWN, interaction)
        raise
    note(Standing.KEPT if interaction is None else Standing.LOGGED, interaction)


def fault_of(error: sqlite3.Error) -> StoreFault:
    """Return the fault behind an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code = sqlite3.SQLITE_FULL if code == NO_SHARED_MEMORY else code & PRIMARY
    fault = StoreFault(SENTENCES.get(code, FAILED))
    fault.is_damage = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return fault


def fault_in_state(state: str) -> StoreFault:
    """Return the fault behind a state of PostgreSQL, such as ``53100``."""
    return StoreFault(STATES.get(state) or STATES.get(state[:2], FAILED))
