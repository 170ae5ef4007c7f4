"""The numbered scripts that build a database: the same numbers for every kind, each whole or not at all."""

import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import rules
from bot.storage.faults import StoreFault

APPLICATION_ID = 0x41444A54
"""``ADJT``: SQLite keeps it in the file, so that a program knows its own."""
MIGRATIONS = Path(__file__).parent / "migrations"


def scripts(kind: str) -> list[Path]:
    """Return the scripts of a kind of database, in their order."""
    return sorted((MIGRATIONS / kind).glob("[0-9][0-9][0-9][0-9]_*.sql"))


def number_of(script: Path) -> int:
    """Return the version that a database has after a script."""
    return int(script.name[:4])


def newest(kind: str) -> int:
    """Return the version of an up-to-date database of a kind."""
    return number_of(scripts(kind)[-1])


def to_run(kind: str, version: int) -> list[tuple[int, Path]]:
    """Return the scripts that a database of this version has not seen; one that is still empty has version 0.

    Raises ``StoreFault`` for a database that is newer than this bot, or older than the first release.
    """
    known = {number_of(script): script for script in scripts(kind)}
    if version > max(known):
        raise StoreFault(f"The database has version {version}; this Adjutant knows {max(known)} at most")
    if 0 < version < min(known):
        raise StoreFault("The database is older than the first release of Adjutant, 0.2.0, and was not touched")
    return [(number, script) for number, script in known.items() if number > version]


def check_rules(versions: Iterable[str]) -> None:
    """Raise ``StoreFault`` for logs that later rules than ours have written: we might read them wrong."""
    for version in versions:
        if rules.is_newer(version):
            raise StoreFault(f"The database has version {version} of the rules; this Adjutant knows {rules.VERSION}")


def statements(script: str) -> Iterable[str]:
    """Yield the statements of a script, since ``executescript`` commits first and could leave half a schema."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def migrate(db: sqlite3.Connection) -> None:
    """Run the numbered scripts that a file has not seen."""
    ((version,),) = db.execute("PRAGMA user_version").fetchall()
    for number, script in to_run("sqlite", version):
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements(script.read_text(encoding="utf-8")):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # the transaction may have ended by itself
                db.execute("ROLLBACK")
            raise
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
