"""What can be seen on this machine: settings, database, disk, backups. Nothing is changed, and a bot may run."""

import asyncio
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from bot.base.catalog import read_catalog
from bot.base.clock import milliseconds
from bot.base.settings import Settings
from bot.cli.app import folder_of
from bot.cli.register import unserved
from bot.storage import PostgresStore, ProcessRow, StoreFault
from bot.storage.backups import OVERDUE, made_at
from bot.storage.check_file import check, looking_at
from bot.storage.connections import unverified
from bot.storage.inspection import inspect, remedy
from bot.storage.migrate import APPLICATION_ID, newest
from rules.errors import DataError

MIB = 1024 * 1024
FREE_WARNING, FREE_FAULT = 500 * MIB, 20 * MIB

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, and, unless it is well, what to do."""

    level: Level
    about: str
    said: str

    def __str__(self) -> str:
        return f"{self.level:<7}  {self.about}: {self.said}"


ok = partial(Finding, "ok")
"""All is well."""
warning = partial(Finding, "warning")
"""The bot runs, but somebody should do something."""
fault = partial(Finding, "fault")
"""The bot cannot run like this, or loses something."""


def look_at_machine(settings: Settings, environment: Mapping[str, str], now: datetime) -> Iterator[Finding]:
    """Yield every check that needs no Discord."""
    yield _settings(environment)
    yield _data(settings.data)
    place = settings.database
    if not isinstance(place, Path):
        yield from _server(place, now)
        if settings.backups is not None:
            yield warning(
                "backups", "The bot makes none of a PostgreSQL database, in spite of ADJUTANT_BACKUPS: use pg_dump."
            )
        return
    yield from _database(place)
    folder = folder_of(place)
    if folder.is_dir():
        yield _writable(place, folder)
        yield _free(folder)
    yield _backups(settings, now)


def look_deep(place: Path | SecretStr) -> Iterator[Finding]:
    """Yield every row of the database, held against its hash."""
    try:
        found = asyncio.run(inspect(place))
    except StoreFault as error:
        yield fault("rows", f"{error}.")
        return
    for each in found:
        yield fault("rows", f"{each}. Stop the bot and run {remedy(each)}.")
    if not found:
        yield ok("rows", "every one is as it was written")


def _server(place: SecretStr, now: datetime) -> Iterator[Finding]:
    """Yield whether a PostgreSQL database answers, and is ours, and which processes run on it."""

    async def asked() -> list[ProcessRow]:
        store = await PostgresStore.read(place)
        try:
            return await store.processes(milliseconds(now))
        finally:
            await store.close()

    try:
        processes = asyncio.run(asked())
    except StoreFault as error:
        yield fault("database", f"{error}. See ADJUTANT_DATABASE.")
        return
    if said := unverified(place):
        yield warning("certificate", said)
    yield ok("database", "the PostgreSQL database answers")
    if missing := unserved(processes):
        yield fault("processes", missing)
    else:
        yield ok("processes", f"{len(processes)} run on it")


def _settings(environment: Mapping[str, str]) -> Finding:
    known = {f"ADJUTANT_{name.upper()}" for name in Settings.model_fields}
    given = {name.upper() for name, value in environment.items() if value}
    if "ADJUTANT_SEED" in given and "ADJUTANT_DISCORD_API" not in given:
        return fault("settings", "ADJUTANT_SEED: anybody could foresee the dice of every campaign. Do not set it.")
    unknown = sorted(name for name in environment if name.startswith("ADJUTANT_") and name.upper() not in known)
    if unknown:
        return warning("settings", f"{', '.join(unknown)}: no such setting. `adjutant run --help` lists them.")
    return ok("settings", f"{sum(name.upper() in known for name in environment)} set")


def _data(folder: Path | None) -> Finding:
    try:
        catalog = read_catalog(folder)
    except DataError as error:
        return fault("data files", str(error))
    return ok("data files", f"{len(catalog.games)} games")


def _database(file: Path) -> Iterator[Finding]:
    if not file.exists():
        parent = file.absolute().parent
        if not parent.is_dir():
            yield fault("database", f"There is no folder {parent}. Make it, or change ADJUTANT_DATABASE.")
        else:
            yield ok("database", f"{file} is not there yet: the bot makes it when it starts")
        return
    if file.is_dir():
        yield fault("database", f"{file} is a folder. Set ADJUTANT_DATABASE to a file.")
        return
    try:
        check(file, "integrity_check", read_only=True)
        yield _version(file)
    except StoreFault as error:
        yield fault("database", f"{error}.")
    yield _privacy(file)


def _version(file: Path) -> Finding:
    """Return the version of a database that is whole and ours."""
    with looking_at(file) as db:
        ((version,),) = db.execute("PRAGMA user_version").fetchall()
        ((id_,),) = db.execute("PRAGMA application_id").fetchall()
    now = newest("sqlite")
    if not file.stat().st_size:
        return ok("database", f"{file} is empty: the bot makes its tables when it starts")
    if version < now or id_ != APPLICATION_ID:
        return warning("database", f"{file} is of an older version ({version} of {now}): back it up, start the bot.")
    return ok("database", f"{file} is whole, version {version}")


def _privacy(file: Path) -> Finding:
    """Return whether nobody else reads the seeds and hands in a database."""
    if not hasattr(os, "geteuid"):
        return ok("privacy", "on Windows, the rights of the folder say who can read the database")
    kept = [each for each in (file, *(Path(f"{file}{ending}") for ending in ("-wal", "-shm"))) if each.exists()]
    open_ = [each for each in kept if stat.S_IMODE(each.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO)]
    if open_:
        return fault("privacy", f"Others can read {open_[0]}. Make it private: `chmod 600 {open_[0]}`.")
    owner = file.stat().st_uid
    if owner != os.geteuid():
        return warning("privacy", f"{file} belongs to user {owner}, not to this one: run the bot as its owner.")
    return ok("privacy", "the owner alone can read the database")


def _writable(file: Path, folder: Path) -> Finding:
    """Return whether this user can write the database and beside it. What is written is taken back."""
    try:
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(b"x" * 4096)
        if file.exists() and not os.access(file, os.R_OK | os.W_OK):
            return fault("writing", f"This user may not write {file}: run the bot as its owner.")
    except OSError as error:
        return fault("writing", f"This user cannot write in {folder}: {error.strerror}.")
    return ok("writing", f"this user can write in {folder}")


def _free(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    said = f"{free // MIB} MiB free in {folder}"
    if free < FREE_WARNING:
        return (fault if free < FREE_FAULT else warning)("disk", f"{said}. Make room.")
    return ok("disk", said)


def _backups(settings: Settings, now: datetime) -> Finding:
    if settings.backups is None:
        return warning("backups", "The bot makes none. Set ADJUTANT_BACKUPS to a folder, best on another disk.")
    newest = made_at(settings.backups, now)
    if newest is None:
        return warning("backups", f"There is none in {settings.backups}: see the bot's log.")
    age = now - newest
    if age > timedelta(hours=OVERDUE * settings.backups_hours):
        return fault("backups", f"The newest is {_hours(age)} old: see the bot's log.")
    return ok("backups", f"the newest is {_hours(age)} old")


def _hours(age: timedelta) -> str:
    return f"{age.total_seconds() / 3600:.1f} hours"
