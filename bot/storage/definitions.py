"""How a database is defined: its tables, indexes and triggers. A fault can change them as it can any row."""

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.storage.faults import StoreFault
from bot.storage.file_lock import make_private
from bot.storage.migrate import APPLICATION_ID, migrate, newest, to_run

WRITTEN = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid"
MENDED = "UPDATE sqlite_schema SET (type, name, tbl_name, sql) = (?1, ?2, ?3, ?4) WHERE rowid = ?5"


class Definition(NamedTuple):
    """A table, an index or a trigger, as it is written in a database."""

    kind: str
    name: str
    table: str
    sql: str | None


def damaged_definitions(db: sqlite3.Connection) -> list[str]:
    """The names of what is not defined as in a new database. Raises ``sqlite3.DatabaseError`` where the definitions
    make no sense.
    """
    return sorted({each.name for each in {*_written(db)} ^ {*_new()}})


def is_known(db: sqlite3.Connection) -> bool:
    """Whether the file says that it is a database of this version of Adjutant."""
    ((version,),), ((id_,),) = (db.execute(f"PRAGMA {name}").fetchall() for name in ("user_version", "application_id"))
    return (version, id_) == (newest("sqlite"), APPLICATION_ID)


@contextlib.contextmanager
def read_as_defined(file: Path) -> Iterator[sqlite3.Connection]:
    """A database to read, what a write-ahead log beside it holds included. Where its definitions are damaged, SQLite
    would read another column, the name of one, or nothing: then a copy is read in which they are as in a new one.

    Raises ``StoreFault`` where they cannot be mended, and for a database of a newer Adjutant.
    """
    copy = file.with_name(f"{file.name}.defined")
    with contextlib.ExitStack() as after:
        if _is_as_defined(file) or _is_of_another_version(file):
            copy = file
        else:
            after.callback(_remove, copy)
            _mend(file, copy)
            if not _is_as_defined(copy):
                raise StoreFault(f"{file} cannot be read: where its tables begin is damaged")
        yield after.enter_context(contextlib.closing(_reading(copy)))


def _is_as_defined(file: Path) -> bool:
    with contextlib.closing(_reading(file)) as db:
        try:
            return not damaged_definitions(db)
        except (sqlite3.DatabaseError, UnicodeError):
            return False


def _is_of_another_version(file: Path) -> bool:
    """Whether an older Adjutant defined a database otherwise. Raises ``StoreFault`` for a newer one's, and for a file
    that does not begin as a database.
    """
    with contextlib.closing(_reading(file)) as db:
        try:
            ((version,),) = db.execute("PRAGMA user_version").fetchall()
        except sqlite3.DatabaseError as error:
            raise StoreFault(f"{file} cannot be read: {error}") from error
    return bool(to_run("sqlite", version))


def _mend(file: Path, copy: Path) -> None:
    """Write a copy with the definitions of a new database; where each table begins in the file stays as it is."""
    for ending in ("", "-wal"):
        if (source := Path(f"{file}{ending}")).exists():
            make_private(Path(f"{copy}{ending}"))
            shutil.copyfile(source, f"{copy}{ending}")
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")  # SQLite reads on past what makes no sense
        try:
            done = db.executemany(MENDED, [(*each, row) for row, each in enumerate(_new(), start=1)])
        except sqlite3.DatabaseError as error:
            raise StoreFault(f"{file} cannot be read: {error}") from error
        if done.rowcount != len(_new()):
            raise StoreFault(f"{file} cannot be read: its definitions are not all there")


def _reading(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)


def _remove(copy: Path) -> None:
    for ending in ("-wal", "-shm", ""):
        Path(f"{copy}{ending}").unlink(missing_ok=True)


def _new() -> Sequence[Definition]:
    """All of a new database, in the order in which they are made."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db)
        return _written(db)


def _written(db: sqlite3.Connection) -> Sequence[Definition]:
    return [Definition(*row) for row in db.execute(WRITTEN)]
