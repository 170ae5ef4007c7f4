"""The numbered scripts that build a database: the same numbers for every kind, each whole or not at all."""

import contextlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path

import rules
from bot.storage.faults import StoreFault

APPLICATION_ID = 0x41444A54
"""``ADJT``: SQLite keeps it in the file, so that a program knows its own."""
KEEPS_RULES = 2
"""From this version on, a database says which rules decided its entries."""
MIGRATIONS = Path(__file__).parent / "migrations"


def scripts(kind: str) -> list[Path]:
    """The scripts of a kind of database, in their order."""
    return sorted((MIGRATIONS / kind).glob("[0-9][0-9][0-9][0-9]_*.sql"))


def to_run(kind: str, version: int) -> list[tuple[int, Path]]:
    """The scripts that a database of this version has not seen. Raises ``StoreFault`` for a newer database."""
    known = scripts(kind)
    if version > len(known):
        raise StoreFault(f"The database has version {version}; this Adjutant knows {len(known)} at most")
    return [*enumerate(known[version:], start=version + 1)]


def check_rules(versions: Iterable[str]) -> None:
    """Raise ``StoreFault`` for logs that later rules than ours have written: we might read them wrong."""
    for version in versions:
        if rules.is_newer(version):
            raise StoreFault(f"The database has version {version} of the rules; this Adjutant knows {rules.VERSION}")


def statements(script: str) -> Iterable[str]:
    """The statements of a script; ``executescript`` would commit first and could leave half a schema."""
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
