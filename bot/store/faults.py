"""What can go wrong with a database, said as it is."""

import sqlite3

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
PRIMARY = 0xFF
"""An extended code of SQLite has its primary code in these bits."""


class DoneBefore(Exception):
    """The interaction is in the database already: Discord delivered it twice."""


class Behind(Exception):
    """Another process has written to the log: what was decided was decided about an older campaign."""


class StoreFault(Exception):
    """The database failed. Its text names the cause, as a player can read it: ``The disk is full``."""

    is_damage = False


def fault_of(error: sqlite3.Error) -> StoreFault:
    """The fault behind an error of SQLite."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & PRIMARY
    fault = StoreFault(SENTENCES.get(code, "The database failed"))
    fault.is_damage = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return fault
