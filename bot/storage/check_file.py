"""Whether a file is a database of Adjutant's, and whole, before anything is written to it."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from bot.storage.faults import StoreFault, fault_of
from bot.storage.migrate import APPLICATION_ID, check_rules, to_run
from bot.storage.store import RULES

OUR_TABLES = {"campaign", "entry"}
RESTORE = "Restore a backup: `adjutant restore BACKUP`"


def check(
    file: Path, pragma: str = "quick_check", *, read_only: bool = False, strict: bool = True, any_version: bool = False
) -> None:
    """Read the whole of a database; one that is still empty, or not there, passes.

    Raises ``StoreFault`` for another program's file, a damaged one and one of a newer Adjutant, and, if it is strict,
    for one that cannot be opened. A copy may have ``any_version``: it is as old or new as what it is a copy of.
    ``integrity_check`` is slower than ``quick_check`` and compares the indexes too. SQLite may throw away what stands
    beside a damaged file, unless it is opened read-only.
    """
    if not file.is_file() or not file.stat().st_size:
        return
    address = f"{file.absolute().as_uri()}?mode={'ro' if read_only else 'rw'}"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
            db.execute("PRAGMA busy_timeout = 2000")
            _check_ours(db, file)
            ((said,),) = db.execute(f"PRAGMA {pragma}(1)").fetchall()
            ((version,),) = db.execute("PRAGMA user_version").fetchall()
            if said == "ok" and not any_version:
                to_run("sqlite", version)
                check_rules([str(each) for (each,) in db.execute(RULES)] if version else ())
    except UnicodeDecodeError as error:  # noise where a name should be
        raise StoreFault(f"{file} is damaged: it holds names that cannot be read. {RESTORE}") from error
    except sqlite3.DatabaseError as error:
        fault = fault_of(error)
        if fault.is_damage:
            raise StoreFault(f"{file} is damaged: {error}. {RESTORE}") from error
        if strict:
            raise StoreFault(f"{file}: {fault}") from error
        return  # whoever opens it next can say why
    if said != "ok":
        raise StoreFault(f"{file} is damaged: {' '.join(said.split())}. {RESTORE}")


@contextlib.contextmanager
def looking_at(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that changes nothing."""
    with contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        yield db


def take_in(file: Path) -> None:
    """Bring a database's write-ahead log, if it stands beside it, into the file. Raises ``StoreFault``."""
    beside = Path(f"{file}-wal")
    if not beside.exists() or not beside.stat().st_size:
        return
    try:
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
            ((busy, found, _),) = db.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
    except sqlite3.DatabaseError as error:
        raise StoreFault(f"{file} and {beside} cannot be read together: {error}. {RESTORE}") from error
    if busy or found < 1:
        raise StoreFault(f"{beside} cannot be read. Without it, what {file} alone holds can be restored")


def _check_ours(db: sqlite3.Connection, file: Path) -> None:
    ((id_,),) = db.execute("PRAGMA application_id").fetchall()
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not (id_ == APPLICATION_ID or (id_ == 0 and (not tables or tables >= OUR_TABLES))):
        raise StoreFault(f"{file} is another program's database. Choose another file: see ADJUTANT_DATABASE")
