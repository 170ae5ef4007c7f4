"""Backups that the running bot makes by itself, and how one is restored.

A backup has its name only once it is whole and on the disk. Restoring keeps the database that was there.
"""

import asyncio
import contextlib
import logging
import re
import shutil
import sqlite3
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from bot.base.clock import milliseconds, time_of
from bot.storage import SqliteStore, StoreFault
from bot.storage.check_file import RESTORE, check, looking_at, take_in
from bot.storage.file_lock import OWNER_ONLY, lock, make_private, put_in_place, swap

log = logging.getLogger(__name__)

NAME = "adjutant-%Y%m%dT%H%M%SZ.sqlite"
OURS = re.compile(r"adjutant-\d{8}T\d{6}Z\.sqlite")
UNFINISHED = re.compile(r"adjutant-\d{8}T\d{6}Z\.sqlite\.part(-journal|-wal|-shm)?")
LOOK_SECONDS = 60.0
HELD = "SELECT (SELECT count(*) FROM campaign), (SELECT count(*) FROM entry), (SELECT max(at) FROM entry)"
LOST = (
    "SELECT campaign, count(*), count(number) FROM main.entry WHERE NOT EXISTS (SELECT 1 FROM backup.entry AS other"
    " WHERE (other.campaign, other.seq, other.hash) = (entry.campaign, entry.seq, entry.hash)) GROUP BY campaign"
)
WENT_BACK = (
    "INSERT INTO post (campaign, kind, seq, due) SELECT id, 'went_back ' || $lost,"
    " (SELECT coalesce(max(seq), 0) FROM entry WHERE campaign = id), $now FROM campaign WHERE id = coalesce($one, id)"
)
LOST_MESSAGES = (
    "INSERT INTO post (campaign, kind, seq, due, ended) SELECT DISTINCT campaign, 'lost', message, $now, 'nothing'"
    " FROM gone.post AS other WHERE campaign = $one AND message > 0"
    " AND NOT EXISTS (SELECT 1 FROM main.post WHERE message = other.message)"
)
POST = "campaign, kind, seq, due, tries, ended, message, channel"
OF_CAMPAIGN = {
    "entry": "*", "seated": "*", "home": "*", "stranger": "*", "post": POST, "campaign": "*"
}  # fmt: skip
"""The tables that hold what belongs to a campaign, and what a backup gives of them: the numbers of posts count those of
all campaigns.
"""
TRY_AGAIN = timedelta(minutes=10)
OVERDUE = 2
"""A backup is missing when so many times its interval has passed."""


class Backups:
    """The backups of a database in a folder: one every so often, of which some are kept."""

    def __init__(self, database: Path, folder: Path, every: timedelta, kept: int, now: Callable[[], datetime]) -> None:
        self._database = database
        self._folder = folder
        self._every = every
        self._kept = kept
        self._now = now
        self._began = now()
        self._why = ""

    async def run(self, look: float = LOOK_SECONDS) -> None:
        """Back up whenever it is due, for ever. One that fails is logged and tried again later."""
        not_before = self._now()
        with contextlib.suppress(OSError):
            await asyncio.to_thread(self._prepare)  # a bot that was killed may have left a part
        while True:
            newest = made_at(self._folder, self._now())
            due = datetime.min.replace(tzinfo=UTC) if newest is None else newest + self._every
            if self._now() >= max(due, not_before):
                try:
                    file = await self.back_up()
                    log.info("backed up to %s", file)
                    self._why = ""
                except (StoreFault, OSError) as error:
                    log.error("the backup failed and is tried again: %s", error)
                    self._why = f": {error}"
                    not_before = self._now() + TRY_AGAIN
            await asyncio.sleep(min(look, self._every.total_seconds()))

    @property
    def age(self) -> timedelta:
        """How old the newest backup is, or, without one, since when it is missing."""
        return self._now() - (made_at(self._folder, self._now()) or self._began)

    def trouble(self) -> str | None:
        """Return a sentence about a backup that has been missing for two intervals, or None."""
        if self.age <= OVERDUE * self._every:
            return None
        return f"There has been no backup for {self.age.total_seconds() / 3600:.1f} hours{self._why}."

    async def back_up(self) -> Path:
        """Make one now, and take away the oldest of those that are too many. Raises ``StoreFault`` or ``OSError``."""
        await asyncio.to_thread(self._prepare)
        file = self._folder / self._now().strftime(NAME)
        await copy_whole(self._database, file)
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


async def copy_whole(database: Path, file: Path) -> None:
    """The same through a part file, which is checked and has its name only then: whatever ends this half-way leaves no
    file that looks like a backup. Raises ``StoreFault``, ``OSError``.
    """
    part = part_of(file)
    remove(part)
    try:
        await copy(database, part)
        await asyncio.to_thread(check, part, any_version=True)
        await asyncio.to_thread(put_in_place, part, file)
    finally:
        remove(part)


def part_of(file: Path) -> Path:
    """Return what a backup is written to before it is whole."""
    return file.with_name(f"{file.name}.part")


def backups_in(folder: Path, now: datetime) -> list[Path]:
    """Return the backups in a folder, the newest first; other files are not looked at. Those from the future come last:
    a clock that was wrong made them, and they must not push out the others.
    """
    if not folder.is_dir():
        return []
    ours = (each for each in folder.iterdir() if OURS.fullmatch(each.name) and _moment(each) is not None)
    return sorted(ours, key=lambda each: (each.name <= now.strftime(NAME), each.name), reverse=True)


def made_at(folder: Path, now: datetime) -> datetime | None:
    """Return when the newest backup in a folder was made, None if there is none but from the future."""
    newest = next(iter(backups_in(folder, now)), None)
    if newest is None or newest.name > now.strftime(NAME):
        return None
    return _moment(newest)


def _moment(backup: Path) -> datetime | None:
    """Return the moment in the name of a backup, None where it is none, such as the 31st of June."""
    try:
        return datetime.strptime(backup.name, NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


class Holding(NamedTuple):
    """How many campaigns and entries a database holds, and when its newest entry was made."""

    campaigns: int
    entries: int
    newest: datetime | None

    def __str__(self) -> str:
        newest = "" if self.newest is None else f", the newest of {self.newest:%Y-%m-%d %H:%M} UTC"
        return f"{_counted(self.campaigns, 'campaign')}, {_counted(self.entries, 'entry', 'entries')}{newest}"


class Restored(NamedTuple):
    """What was there before, if it could be read, what is there now, and where the database from before is kept."""

    before: Holding | None
    after: Holding
    kept: Path | None


def _counted(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def holding(file: Path) -> Holding | None:
    """Return what a database holds, or None if it is missing or unreadable."""
    with contextlib.suppress(sqlite3.DatabaseError), looking_at(file) as db:
        ((campaigns, entries, newest),) = db.execute(HELD).fetchall()
        return Holding(campaigns, entries, None if newest is None else time_of(newest))
    return None


def lost(database: Path, backup: Path) -> dict[int, tuple[int, int]] | None:
    """Return how many entries of each campaign a backup lacks, and how many of them all saw; None if it is unknown."""
    with contextlib.suppress(sqlite3.DatabaseError), looking_at(database) as db:
        db.execute("ATTACH ? AS backup", (f"{backup.absolute().as_uri()}?mode=ro",))
        return {campaign: (every, seen) for campaign, every, seen in db.execute(LOST).fetchall()}
    return None


def _tell(restored: Path, before: Path, missing: Mapping[int, tuple[int, int]] | None, now: datetime) -> None:
    """Let each campaign that lost what all saw be told so; all of them, if nobody knows what is lost."""
    told = {None: 0} if missing is None else {each: seen for each, (_, seen) in missing.items() if seen}
    with contextlib.closing(sqlite3.connect(restored, isolation_level=None)) as db:
        db.execute("ATTACH ? AS gone", (f"{before.absolute()}" if missing else ":memory:",))
        for one, number in told.items():
            its: dict[str, int | None] = {"lost": number, "now": milliseconds(now), "one": one}
            if db.execute(WENT_BACK, its).rowcount and missing:  # of one that was founded since, nothing is left
                db.execute(LOST_MESSAGES, its)


def restore(
    backup: Path, database: Path, now: datetime, may_lose: Callable[[int, Holding | None, Holding], bool] | None = None
) -> Restored:
    """Put a backup in the place of the database; the one that was there is kept.

    ``may_lose`` is asked where entries of the database are not in the backup: how many, what is there, what would be.

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
        remove(part)  # what an interrupted one left would be read as part of this one
        for ending in ("", "-wal"):
            if (source := Path(f"{backup}{ending}")).exists():
                _copy(source, Path(f"{part}{ending}"))
        try:
            take_in(part)
            check(part, "integrity_check")
        except StoreFault as fault:
            raise StoreFault(str(fault).replace(str(part), str(backup))) from fault
        before, after = holding(database), holding(part)
        if after is None:
            raise StoreFault(f"{backup} is no backup")
        missing = lost(database, part) if before is not None else None
        number = sum(every for every, _ in (missing or {}).values())
        if number and may_lose is not None and not may_lose(number, before, after):
            raise StoreFault(f"{_counted(number, 'entry', 'entries')} of {database} would be lost")
        _tell(part, database, missing, now)
        kept = keep(database, now)
        swap(part, database)
        return Restored(before, after, kept)
    finally:
        remove(part)
        taken.release()


def restore_campaign(backup: Path, database: Path, campaign: int, now: datetime) -> Path | None:
    """Put one campaign as a backup has it in the place of what the database has of it; all others stay as they are.

    Returns where the database from before is kept. Raises ``StoreFault`` when a bot runs, when the backup is damaged or
    has no such campaign, or when the rest of the database is missing or cannot be read; then nothing has changed.
    """
    if not database.exists():
        raise StoreFault(f"{database} does not exist")
    taken = lock(database)
    database = database.resolve()
    part = database.with_name(f"{database.name}.restoring")
    try:
        remove(part)
        make_private(part)
        check(backup, "integrity_check", read_only=True)
        with contextlib.closing(sqlite3.connect(database)) as here, contextlib.closing(sqlite3.connect(part)) as db:
            here.backup(db)
            db.execute("ATTACH ? AS backup", (f"{backup.absolute()}",))
            founded = "SELECT interaction FROM %s.campaign WHERE id = ?"
            there, before = (db.execute(founded % name, (campaign,)).fetchall() for name in ("backup", "main"))
            if not there:
                raise StoreFault(f"{backup} has no campaign {campaign}")
            if before not in ([], there):
                raise StoreFault(f"Campaign {campaign} of {database} is not that of {backup}")
            missing = {campaign: (lost(database, backup) or {}).get(campaign, (0, 0))}
            _exchange(db, campaign)
        _tell(part, database, missing, now)
        check(part, "integrity_check")
        kept = keep(database, now)
        swap(part, database)
        return kept
    except sqlite3.DatabaseError as error:
        raise StoreFault(f"{database} cannot be mended: {error}. {RESTORE}") from error
    finally:
        remove(part)
        taken.release()


def _exchange(db: sqlite3.Connection, campaign: int) -> None:
    """Take the rows of a campaign out, and those in that the attached backup has of it."""
    guards = db.execute("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("INSERT OR REPLACE INTO document SELECT * FROM backup.document")
    for table, columns in OF_CAMPAIGN.items():
        mine = f"{table} WHERE {'id' if table == 'campaign' else 'campaign'} = {campaign:d}"
        db.execute(f"DELETE FROM main.{mine}")  # noqa: S608 (our own names)
        into = table if columns == "*" else f"{table} ({columns})"
        db.execute(f"INSERT INTO main.{into} SELECT {columns} FROM backup.{mine}")  # noqa: S608 (our own names)
    for _, sql in guards:
        db.execute(sql)
    db.commit()


def keep(database: Path, now: datetime) -> Path | None:
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
                put_in_place(part, target)
            finally:
                part.unlink(missing_ok=True)
    return kept


def remove(database: Path) -> None:
    """Remove a database, with what stands beside it."""
    for ending in ("-wal", "-shm", "-journal", ""):
        Path(f"{database}{ending}").unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    target.touch(OWNER_ONLY)
    shutil.copyfile(source, target)
