"""Backups that the running bot makes by itself, and how one is restored.

A backup has its name only once it is whole and on the disk. Restoring keeps the database that was there.
"""

import asyncio
import contextlib
import logging
import os
import re
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.base.clock import utc_now
from bot.storage import SqliteStore, StoreFault
from bot.storage.check_file import check, take_in
from bot.storage.file_lock import OWNER_ONLY, lock

log = logging.getLogger(__name__)

NAME = "adjutant-%Y%m%dT%H%M%SZ.sqlite"
OURS = re.compile(r"adjutant-\d{8}T\d{6}Z\.sqlite")
UNFINISHED = re.compile(r"adjutant-\d{8}T\d{6}Z\.sqlite\.part(-journal|-wal|-shm)?")
LOOK_SECONDS = 60.0
TRY_AGAIN = timedelta(minutes=10)


class Backups:
    """The backups of a database in a folder: one every so often, of which some are kept."""

    def __init__(
        self, database: Path, folder: Path, every: timedelta, kept: int, now: Callable[[], datetime] = utc_now
    ) -> None:
        self._database = database
        self._folder = folder
        self._every = every
        self._kept = kept
        self._now = now

    async def run(self, look: float = LOOK_SECONDS) -> None:
        """Back up whenever it is due, for ever. One that fails is logged and tried again later."""
        not_before = self._now()
        while True:
            if self._now() >= max(self._due(), not_before):
                try:
                    file = await self.back_up()
                    log.info("backed up to %s", file)
                except (StoreFault, OSError) as error:
                    log.error("the backup failed and is tried again: %s", error)
                    not_before = self._now() + TRY_AGAIN
            await asyncio.sleep(min(look, self._every.total_seconds()))

    def _due(self) -> datetime:
        newest = made_at(self._folder, self._now())
        return datetime.min.replace(tzinfo=UTC) if newest is None else newest + self._every

    async def back_up(self) -> Path:
        """Make one now, and take away the oldest of those that are too many. Raises ``StoreFault`` or ``OSError``."""
        await asyncio.to_thread(self._prepare)
        file = self._folder / self._now().strftime(NAME)
        part = file.with_name(f"{file.name}.part")
        await copy(self._database, part)
        await asyncio.to_thread(check, part)
        await asyncio.to_thread(_finish, part, file)
        await asyncio.to_thread(self._rotate)
        return file

    def _prepare(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in self._folder.iterdir():
            if UNFINISHED.fullmatch(each.name):
                each.unlink()

    def _rotate(self) -> None:
        for each in backups_in(self._folder, self._now())[self._kept :]:
            each.unlink()


async def copy(database: Path, file: Path) -> None:
    """Write a whole copy of a database, also while a bot runs. Raises ``StoreFault``, ``FileExistsError``."""
    store = await SqliteStore.read(database, any_version=True)
    try:
        await store.back_up(file)
    finally:
        await store.close()


def backups_in(folder: Path, now: datetime) -> list[Path]:
    """The backups in a folder, the newest first; other files are not looked at. Those from the future come last: a
    clock that was wrong made them, and they must not push out the others.
    """
    if not folder.is_dir():
        return []
    ours = (each for each in folder.iterdir() if OURS.fullmatch(each.name) and _moment(each) is not None)
    return sorted(ours, key=lambda each: (each.name <= now.strftime(NAME), each.name), reverse=True)


def made_at(folder: Path, now: datetime) -> datetime | None:
    """When the newest backup in a folder was made, None if there is none but from the future."""
    newest = next(iter(backups_in(folder, now)), None)
    if newest is None or newest.name > now.strftime(NAME):
        return None
    return _moment(newest)


def _moment(backup: Path) -> datetime | None:
    """The moment in the name of a backup, None where it is none, such as the 31st of June."""
    try:
        return datetime.strptime(backup.name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def restore(backup: Path, database: Path, now: datetime) -> Path | None:
    """Put a backup in the place of the database; the one that was there is kept under the name that is returned.

    A raw copy of a database may have its write-ahead log beside it: what stands there is part of the backup.
    However it is interrupted, the database is the old one or the new one, and whole. Raises ``StoreFault`` when a bot
    runs, or when the backup is damaged, of a newer Adjutant or of another program; then nothing has changed.
    """
    if not backup.is_file() or not backup.stat().st_size:
        raise StoreFault(f"{backup} is no backup")
    if database.exists() and backup.samefile(database):
        raise StoreFault(f"{backup} is the database itself")
    taken = lock(database)
    database = database.resolve()  # a link to it stays one
    part = database.with_name(f"{database.name}.restoring")
    try:
        _remove(part)  # what an interrupted one left would be read as part of this one
        for ending in ("", "-wal"):
            if (source := Path(f"{backup}{ending}")).exists():
                _copy(source, Path(f"{part}{ending}"))
        try:
            take_in(part)
            check(part, "integrity_check")
        except StoreFault as fault:
            raise StoreFault(str(fault).replace(str(part), str(backup))) from fault
        kept = _keep(database, now)
        _finish(part, database)
        return kept
    finally:
        _remove(part)
        taken.release()


def _keep(database: Path, now: datetime) -> Path | None:
    """Copy a database to a name with the time in it that is still free, with what stands beside it."""
    if not database.exists():
        return None
    while (kept := database.with_name(f"{database.name}.before-{now.strftime('%Y%m%dT%H%M%SZ')}")).exists():
        now += timedelta(seconds=1)
    with contextlib.suppress(StoreFault):  # a damaged one is kept as it is, with what stands beside it
        check(database, read_only=True)
        check(database)  # whoever closes a database last brings what stands beside it into it
    for ending in ("-wal", ""):
        source, target = Path(f"{database}{ending}"), Path(f"{kept}{ending}")
        if source.exists():
            part = Path(f"{target}.part")
            try:
                _copy(source, part)
                _finish(part, target)
            finally:
                part.unlink(missing_ok=True)
    for ending in ("-wal", "-shm"):  # they would be read as part of the new one
        Path(f"{database}{ending}").unlink(missing_ok=True)
    return kept


def _remove(database: Path) -> None:
    """Remove a database, with what stands beside it."""
    for ending in ("-wal", "-shm", ""):
        Path(f"{database}{ending}").unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    target.touch(OWNER_ONLY)
    shutil.copyfile(source, target)


def _finish(part: Path, file: Path) -> None:
    """Give a file its name, once it is on the disk."""
    _sync(part, os.O_RDWR)
    part.replace(file)
    if os.name != "nt":  # where a folder cannot be opened
        _sync(file.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
