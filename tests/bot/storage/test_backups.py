"""Backups that the bot makes by itself, and how one is restored; a drill from the game to the game."""

import asyncio
import logging
import os
import re
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.base.clock import utc_now
from bot.storage import SqliteStore, StoreFault, backups
from bot.storage.backups import Backups, Holding, backups_in, made_at, restore
from bot.storage.inspection import inspect
from localdiscord import LocalDiscord
from rules.campaign.decider.audit import Audit
from tests.bot.command import adjutant, begin, on
from tests.bot.desk import Desk
from tests.bot.harness import Harness, text
from tests.bot.storage import damage
from tests.patience import a_moment, until
from tests.start import Hands, moment

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
WEEK = timedelta(days=7)


def entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        ((number,),) = db.execute("SELECT count(*) FROM entry").fetchall()
    return int(number)


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir()}


KEPT = {
    "before": re.compile(r"a\.sqlite\.before-\d{8}T\d{6}Z"),
    "part": re.compile(r".*\.before-.*(part|-wal)"),
    "restoring": re.compile(r".*\.restoring.*"),
    "ready": re.compile(r".*\.ready"),
}


def found(folder: Path, kind: str) -> list[Path]:
    """What restoring has left in a folder."""
    return [each for each in folder.iterdir() if KEPT[kind].fullmatch(each.name)]


async def founded(file: Path, more: int = 0, sides: int = 6, later: timedelta = timedelta()) -> None:
    """A database with a campaign of one entry and more, the last of which is made so much later."""
    store = await SqliteStore.open(file)
    desk = Desk(store)
    session = await desk.found()
    for left in range(more, -1, -1):
        caller = desk.call()
        at = caller.at if left else caller.at + later
        await desk.service.execute(replace(caller, at=at), session, {"type": "roll_dice", "number": 1, "sides": sides})
    await store.close()


async def test_a_folder_shows_its_contents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, more in (("a.sqlite", 2), ("b.sqlite", 0)):
        await founded(tmp_path / name, more)
    monkeypatch.chdir(tmp_path)
    held = backups.holding(Path("a.sqlite"))
    assert held is not None
    assert (held.campaigns, held.entries) == (1, 3)
    assert backups.lost(Path("a.sqlite"), Path("b.sqlite")) == {1: (2, 2)}


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to], ids=["by name", "by itself"])
async def test_a_link_to_the_database_is_no_backup_of_it(tmp_path: Path, link: Callable[[Path, Path], None]) -> None:
    await founded(tmp_path / "a.sqlite")
    link(tmp_path / "b.sqlite", tmp_path / "a.sqlite")
    with pytest.raises(StoreFault, match=r"b\.sqlite is the database itself"):
        restore(tmp_path / "b.sqlite", tmp_path / "a.sqlite", NOW)


class TestBackups:
    async def test_one_is_whole_private_and_named_by_its_time(self, tmp_path: Path) -> None:
        await founded(tmp_path / "a.sqlite")
        folder = tmp_path / "kept" / "daily"
        made = await Backups(tmp_path / "a.sqlite", folder, WEEK, 7, lambda: NOW).back_up()
        assert made == folder / "adjutant-20260105T120000Z.sqlite"
        assert (entries(made), made.stat().st_mode & 0o777, made.parent.stat().st_mode & 0o777) == (1, 0o600, 0o700)
        assert [each.name for each in made.parent.iterdir()] == [made.name]
        assert made_at(made.parent, NOW) == NOW

    async def test_it_keeps_so_many_and_takes_away_its_own_alone(self, tmp_path: Path) -> None:
        await founded(tmp_path / "a.sqlite")
        folder, clock = tmp_path / "kept", Hands(NOW)
        folder.mkdir()
        others = ["adjutant.sqlite", "adjutant-2026.sqlite", "adjutant-20260105T120000Z.sqlite.gz", "mine.sqlite.part"]
        for name in (*others, "adjutant-20200101T000000Z.sqlite.part"):
            (folder / name).touch()
        every = Backups(tmp_path / "a.sqlite", folder, WEEK, 2, clock)
        for day in range(4):
            clock.now = NOW + timedelta(days=day)
            await every.back_up()
        assert [made.name[9:17] for made in backups_in(folder, clock.now)] == ["20260108", "20260107"]
        assert sorted(each.name for each in folder.iterdir() if each not in backups_in(folder, clock.now)) == sorted(
            others
        )

    async def test_it_is_made_when_it_is_due(self, tmp_path: Path) -> None:
        await founded(tmp_path / "a.sqlite")
        folder, clock = tmp_path / "kept", Hands(NOW)
        running = asyncio.create_task(Backups(tmp_path / "a.sqlite", folder, WEEK, 7, clock).run(0.01))
        await until(lambda: len(backups_in(folder, NOW)) == 1)
        clock.now = NOW + WEEK - timedelta(seconds=1)
        await a_moment()
        assert len(backups_in(folder, NOW)) == 1
        clock.now = NOW + WEEK
        await until(lambda: len(backups_in(folder, NOW)) == 2)
        running.cancel()

    async def test_what_a_killed_bot_left_is_gone_after_a_start(self, tmp_path: Path) -> None:
        await founded(tmp_path / "a.sqlite")
        every = Backups(tmp_path / "a.sqlite", tmp_path / "kept", WEEK, 7, lambda: NOW)
        made = await every.back_up()
        part = made.with_name("adjutant-20200101T000000Z.sqlite.part")
        part.touch()
        running = asyncio.create_task(every.run(0.01))
        await until(lambda: not part.exists())
        running.cancel()
        assert backups_in(made.parent, NOW) == [made], "none is due"

    async def test_it_looks_as_often_as_one_can_be_due(self, tmp_path: Path) -> None:
        await founded(tmp_path / "a.sqlite")
        folder, clock, every = tmp_path / "kept", Hands(NOW), timedelta(seconds=0.05)
        running = asyncio.create_task(Backups(tmp_path / "a.sqlite", folder, every, 7, clock).run())
        await until(lambda: len(backups_in(folder, clock.now)) == 1)
        clock.now += timedelta(seconds=1)
        await until(lambda: len(backups_in(folder, clock.now)) == 2)
        running.cancel()

    async def test_a_name_without_a_date_is_no_backup(self, tmp_path: Path) -> None:
        """It looks like one, and ended the bot."""
        await founded(tmp_path / "a.sqlite")
        folder = tmp_path / "kept"
        folder.mkdir()
        (stray := folder / "adjutant-20250631T000000Z.sqlite").touch()
        running = asyncio.create_task(Backups(tmp_path / "a.sqlite", folder, WEEK, 1, lambda: NOW).run(0.01))
        await until(lambda: made_at(folder, NOW) == NOW)
        assert stray.exists(), "it is somebody else's"
        running.cancel()

    async def test_a_future_backup_pushes_out_no_other(self, tmp_path: Path) -> None:
        """It would be the newest for years: each look would make another, and each other would be one too many."""
        await founded(tmp_path / "a.sqlite")
        folder, clock = tmp_path / "kept", Hands(NOW)
        folder.mkdir()
        (folder / "adjutant-20990101T000000Z.sqlite").touch()
        running = asyncio.create_task(Backups(tmp_path / "a.sqlite", folder, WEEK, 2, clock).run(0.01))
        await until(lambda: made_at(folder, clock.now) == NOW)
        clock.now = NOW + timedelta(days=1)
        await a_moment()
        assert made_at(folder, clock.now) == NOW, "none is due yet"
        clock.now = NOW + WEEK
        await until(lambda: not (folder / "adjutant-20990101T000000Z.sqlite").exists())
        assert [made.name[9:17] for made in backups_in(folder, clock.now)] == ["20260112", "20260105"]
        running.cancel()

    async def test_a_failing_one_is_retried(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        await founded(tmp_path / "a.sqlite")
        folder, clock = tmp_path / "kept", Hands(NOW)
        folder.touch()  # a file where the folder should be
        with caplog.at_level(logging.ERROR):
            running = asyncio.create_task(Backups(tmp_path / "a.sqlite", folder, WEEK, 7, clock).run(0.01))
            await until(lambda: "the backup failed and is tried again" in caplog.text)
            await a_moment()
        assert len(caplog.records) == 1
        folder.unlink()
        clock.now = NOW + backups.TRY_AGAIN
        await until(lambda: len(backups_in(folder, NOW)) == 1)
        running.cancel()

    async def test_a_refused_backup_is_retried(self, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        class Failing(Backups):
            async def back_up(self) -> Path:
                raise StoreFault("The disk is full")

        running = asyncio.create_task(Failing(tmp_path / "a.sqlite", tmp_path / "kept", WEEK, 7, Hands(NOW)).run(0.01))
        await until(lambda: "the backup failed and is tried again: The disk is full" in caplog.text)
        assert not running.done()
        running.cancel()

    async def test_a_copy_that_is_not_whole_gets_no_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        await founded(tmp_path / "a.sqlite")
        whole = SqliteStore.back_up

        async def cut(store: SqliteStore, file: Path) -> None:
            await whole(store, file)
            os.truncate(file, 4096)

        monkeypatch.setattr(SqliteStore, "back_up", cut)
        with pytest.raises(StoreFault, match="is damaged"):
            await Backups(tmp_path / "a.sqlite", tmp_path / "kept", WEEK, 7, lambda: NOW).back_up()
        assert backups_in(tmp_path / "kept", NOW) == []


def no_file(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    os.truncate(file, 0)


def damaged(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)  # its last page may be an empty table


def another_programs(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE history (url TEXT)")


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 99")


class TestRestore:
    @pytest.fixture
    async def here(self, tmp_path: Path) -> Path:
        """A folder with a database of three entries and a backup of one."""
        await founded(tmp_path / "b.sqlite")
        await founded(tmp_path / "a.sqlite", more=2)
        return tmp_path

    async def test_the_database_that_was_there_is_kept(self, here: Path) -> None:
        ended = await adjutant("restore", "--yes", str(here / "b.sqlite"), database=here / "a.sqlite")
        (kept,) = found(here, "before")
        assert ended.code == 0
        assert str(kept) in ended.said
        assert (entries(here / "a.sqlite"), entries(here / "b.sqlite"), entries(kept)) == (1, 1, 3)
        assert [(here / "a.sqlite").stat().st_mode & 0o777, kept.stat().st_mode & 0o777] == [0o600, 0o600]

    async def test_only_what_the_backup_lacks_is_asked_about(self, here: Path) -> None:
        """Of another history it lacks all. What would be lost is told beside what stands there and what would."""
        asked: list[tuple[int, str, str]] = []

        def refuse(missing: int, before: Holding | None, after: Holding) -> bool:
            asked.append((missing, str(before), str(after)))
            return False

        small, large, other = (here / f"{name}.sqlite" for name in "bac")
        await founded(other, sides=8, later=timedelta(hours=30))
        begun = "the newest of 2026-01-05 00:00 UTC"
        held = {small: f"1 campaign, 1 entry, {begun}", large: f"1 campaign, 3 entries, {begun}"}
        held[other] = "1 campaign, 1 entry, the newest of 2026-01-06 06:00 UTC"
        for backup, database, lost in (
            (small, large, "2 entries"),
            (other, large, "3 entries"),
            (small, other, "1 entry"),
        ):
            with pytest.raises(StoreFault) as refused:
                restore(backup, database, NOW, refuse)
            assert str(refused.value) == f"{lost} of {database} would be lost"
            assert asked.pop() == (int(lost.partition(" ")[0]), held[database], held[backup])
        assert ([*map(entries, held)], found(here, "restoring"), found(here, "before")) == ([1, 3, 1], [], [])
        done = restore(large, small, NOW, refuse)
        assert (str(done.before), str(done.after), entries(small), asked) == (held[small], held[large], 3, [])

    async def test_the_newest_entry_is_told_however_old_the_first_is(self, here: Path) -> None:
        await founded(here / "c.sqlite", more=1, later=timedelta(days=2))
        done = restore(here / "c.sqlite", here / "new.sqlite", NOW)
        assert str(done.after) == "1 campaign, 2 entries, the newest of 2026-01-07 00:00 UTC"
        await (await SqliteStore.open(here / "empty.sqlite")).close()
        done = restore(here / "empty.sqlite", here / "new.sqlite", NOW)
        assert str(done.after) == "0 campaigns, 0 entries"

    async def test_where_there_was_none(self, here: Path) -> None:
        ended = await adjutant("restore", str(here / "b.sqlite"), database=here / "new.sqlite")
        assert (ended.code, "kept" in ended.said, entries(here / "new.sqlite")) == (0, False, 1)

    @pytest.mark.parametrize(
        ("spoil", "said"),
        [
            (no_file, "is no backup"), (empty, "is no backup"), (damaged, "is damaged"),
            (another_programs, "another program's"), (newer, "has version 99"),
        ],
    )  # fmt: skip
    async def test_a_bad_backup_is_refused(self, here: Path, spoil: Callable[[Path], None], said: str) -> None:
        before = (here / "a.sqlite").read_bytes()
        spoil(here / "b.sqlite")
        ended = await adjutant("restore", str(here / "b.sqlite"), database=here / "a.sqlite")
        assert (ended.code, "Traceback" in ended.said) == (1, False)
        assert said in ended.said
        assert ".restoring" not in ended.said
        assert ended.said.startswith("Nothing was restored.")
        assert (here / "a.sqlite").read_bytes() == before
        assert found(here, "restoring") + found(here, "before") == []

    async def test_not_while_a_bot_runs(self, here: Path) -> None:
        store = await SqliteStore.open(here / "a.sqlite")
        ended = await adjutant("restore", str(here / "b.sqlite"), database=here / "a.sqlite")
        await store.close()
        assert ended.code == 1
        assert "Another process has opened" in ended.said
        assert ended.said.rstrip().endswith("only one can write it. Stop that one first.")
        assert entries(here / "a.sqlite") == 3

    async def test_not_into_a_place_in_which_no_file_can_stand(self, here: Path) -> None:
        (here / "file").touch()
        ended = await adjutant("restore", "--yes", str(here / "b.sqlite"), database=here / "file" / "a.sqlite")
        assert (ended.code, "Traceback" in ended.said) == (1, False)
        assert ended.said.startswith("Nothing was restored. ")

    async def test_a_damaged_database_is_kept_too(self, here: Path) -> None:
        damaged(here / "a.sqlite")
        before = (here / "a.sqlite").read_bytes()
        kept = restore(here / "b.sqlite", here / "a.sqlite", NOW).kept
        assert kept == here / "a.sqlite.before-20260105T120000Z"
        assert (kept.read_bytes(), entries(here / "a.sqlite")) == (before, 1)

    async def test_an_unreadable_database_is_kept_and_named(self, here: Path) -> None:
        (here / "a.sqlite").write_bytes(b"x" * 8192)
        ended = await adjutant("restore", str(here / "b.sqlite"), database=here / "a.sqlite")
        (kept,) = found(here, "before")
        assert ended.code == 0, ended.said
        assert ended.said.endswith(f"Before: nothing that could be read. It is kept in {kept}.\n")

    async def test_several_times_in_one_second_each_is_kept(self, here: Path) -> None:
        await founded(here / "c.sqlite", more=1)
        kept = [restore(here / f"{name}.sqlite", here / "a.sqlite", NOW).kept for name in "bcb"]
        assert [each and each.name for each in kept] == [f"a.sqlite.before-20260105T12000{n}Z" for n in range(3)]
        assert [entries(each) for each in (*filter(None, kept), here / "a.sqlite")] == [3, 1, 2, 1]

    async def test_a_link_to_the_database_stays_one(self, here: Path) -> None:
        (here / "disk").mkdir()
        (here / "a.sqlite").rename(here / "disk" / "a.sqlite")
        (here / "a.sqlite").symlink_to(here / "disk" / "a.sqlite")
        kept = restore(here / "b.sqlite", here / "a.sqlite", NOW).kept
        assert kept is not None
        assert kept.parent == here / "disk"
        assert ((here / "a.sqlite").is_symlink(), entries(here / "disk" / "a.sqlite"), entries(kept)) == (True, 1, 3)

    @pytest.mark.skipif(shutil.which("prlimit") is None, reason="nothing here limits the size of a file")
    async def test_a_disk_without_room_is_not_left_fuller(self, here: Path) -> None:
        """The backup has room, and what was there before has not: none of the two stays half-written."""
        (here / "a.sqlite").unlink()
        await founded(here / "a.sqlite", more=400)
        before, size = contents(here), (here / "b.sqlite").stat().st_size
        room = ("prlimit", f"--fsize={size}")
        ended = await adjutant("restore", "--yes", str(here / "b.sqlite"), prefix=room, database=here / "a.sqlite")
        assert (ended.code, "Nothing was restored. [Errno 27] File too large" in ended.said) == (1, True), ended.said
        assert contents(here) == before

    @pytest.mark.parametrize("spoil", [None, b"x" * 4096])
    async def test_leftovers_of_a_dead_bot_are_kept(self, tmp_path: Path, spoil: bytes | None) -> None:
        """The newest entries of a bot that was killed stand in the file beside the database."""
        await founded(tmp_path / "b.sqlite")
        put = await left_by_a_dead_bot(tmp_path)
        put()
        if spoil is not None:
            (tmp_path / "a.sqlite").write_bytes(spoil)
            (tmp_path / "a.sqlite-wal").write_bytes(spoil)
        kept = restore(tmp_path / "b.sqlite", tmp_path / "a.sqlite", NOW).kept
        assert kept is not None
        assert not (tmp_path / "a.sqlite-wal").exists()
        assert entries(tmp_path / "a.sqlite") == 1
        if spoil is None:
            assert entries(kept) == 3
        else:
            assert [kept.read_bytes(), kept.with_name(f"{kept.name}-wal").read_bytes()] == [spoil, spoil]

    async def test_a_raw_copys_log_is_restored(self, tmp_path: Path) -> None:
        """A host often has no more than the disk of a machine that died. What is given is only read."""
        put = await left_by_a_dead_bot(tmp_path)
        put()
        (raw := tmp_path / "raw").mkdir()
        for ending in ("", "-wal"):
            (tmp_path / f"a.sqlite{ending}").rename(raw / f"b.sqlite{ending}")
        before = contents(raw)
        ended = await adjutant("restore", str(raw / "b.sqlite"), database=tmp_path / "a.sqlite")
        assert (ended.code, entries(tmp_path / "a.sqlite")) == (0, 3), ended.said
        assert contents(raw) == before
        assert found(tmp_path, "restoring") == []

    @pytest.mark.parametrize("whole", [True, False])
    async def test_a_log_that_cannot_be_read_is_not_left_out_in_silence(self, tmp_path: Path, whole: bool) -> None:
        put = await left_by_a_dead_bot(tmp_path)
        put()
        (tmp_path / "a.sqlite").rename(tmp_path / "b.sqlite")
        (tmp_path / "a.sqlite-wal").unlink()
        (tmp_path / "b.sqlite-wal").write_bytes(b"x" * 4096)
        if not whole:
            damaged(tmp_path / "b.sqlite")
        before = contents(tmp_path)
        with pytest.raises(StoreFault) as refused:
            restore(tmp_path / "b.sqlite", tmp_path / "a.sqlite", NOW)
        assert "b.sqlite-wal" in str(refused.value)
        assert ".restoring" not in str(refused.value)
        left = contents(tmp_path)
        assert {name: left[name] for name in before} == before
        assert not (tmp_path / "a.sqlite").exists()

    async def test_an_interrupted_restore_leaves_nothing(self, here: Path) -> None:
        put = await left_by_a_dead_bot(here)
        put()
        (here / "a.sqlite-wal").rename(here / "a.sqlite.restoring-wal")
        restore(here / "b.sqlite", here / "a.sqlite", NOW)
        assert entries(here / "a.sqlite") == 1
        assert found(here, "restoring") == []

    async def test_interruptions_lose_nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is stopped before each thing that it does to a file, each time with what a dead bot has left."""
        await founded(tmp_path / "b.sqlite")
        put = await left_by_a_dead_bot(tmp_path)
        for step in range(1, 30):
            put()
            ended = _restored_in(step, tmp_path, monkeypatch)
            number = entries(tmp_path / "a.sqlite")
            assert number == 1 if ended else number in (1, 3)
            assert number == 3 or any(entries(each) == 3 for each in found(tmp_path, "before"))
            for kind in KEPT:
                for each in found(tmp_path, kind):
                    each.unlink()
            if ended:
                break
        assert ended
        assert step > 8


async def left_by_a_dead_bot(folder: Path) -> Callable[[], None]:
    """Puts a database of three entries there, the newest of which stand in the file beside it."""
    store = await SqliteStore.open(folder / "live.sqlite")
    desk = Desk(store)
    await desk.found()
    for _ in range(3):
        await desk.act(1, {"type": "roll_dice", "number": 1, "sides": 6})
    left = {ending: (folder / f"live.sqlite{ending}").read_bytes() for ending in ("", "-wal")}
    await store.close()

    def put() -> None:
        for ending, content in left.items():
            (folder / f"a.sqlite{ending}").write_bytes(content)

    return put


def _restored_in(steps: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the backup was restored before it was stopped, before so many of its steps."""
    left = [steps]
    with monkeypatch.context() as patched:
        for name in ("replace", "unlink", "touch"):
            patched.setattr(Path, name, _stopped(getattr(Path, name), left))
        patched.setattr(os, "fsync", _stopped(os.fsync, left))
        try:
            restore(folder / "b.sqlite", folder / "a.sqlite", NOW + timedelta(seconds=steps))
        except KeyboardInterrupt:
            return False
    return True


def _stopped(real: Any, left: list[int]) -> Any:
    def stopped(*given: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] <= 0:
            raise KeyboardInterrupt
        return real(*given, **more)

    return stopped


async def test_migration_makes_a_backup_first(tmp_path: Path) -> None:
    """Whoever has installed the new version first can still make the backup that the upgrade wants."""
    file, copied = tmp_path / "a.sqlite", tmp_path / "copy.sqlite"
    await (await SqliteStore.open(file)).close()
    for version in (1, 99):
        with closing(sqlite3.connect(file)) as db:
            db.execute(f"PRAGMA user_version = {version}")
        assert (await adjutant("backup", str(copied), ADJUTANT_DATABASE=str(file))).code == 0
        with closing(sqlite3.connect(copied)) as db:
            assert db.execute("PRAGMA user_version").fetchall() == [(version,)]
        copied.unlink()


async def test_a_copy_that_fails_leaves_no_file_that_looks_like_one(tmp_path: Path) -> None:
    file, copied = tmp_path / "a.sqlite", tmp_path / "copy.sqlite"
    await founded(file, more=40)
    content = file.read_bytes()
    file.write_bytes(content[:8192] + b"x" * (len(content) - 8192))  # its beginning can still be read
    ended = await adjutant("backup", str(copied), database=file)
    assert (ended.code, "is damaged" in ended.said, copied.exists()) == (1, True, False), ended.said


@pytest.mark.usefixtures("fair_dice")
async def test_the_restore_drill(tmp_path: Path) -> None:
    """Play, back up under load, kill, restore, verify every log, go on playing."""
    database, copies = tmp_path / "a.sqlite", tmp_path / "copies"
    async with LocalDiscord() as server:
        anna, rooms = server.user("anna"), [server.channel(f"room-{number}") for number in range(4)]
        bot = await begin("run", **on(server, database), backups=copies, backups_hours=0.0001)
        await server.bot_online()
        for room in rooms:
            await anna.slash(room, "campaign new", {"game": "marne-1918", "seat": "Allies"})
            await anna.slash(room, "draw event")

        async def play(room: Any) -> None:
            for _ in range(25):
                await anna.slash(room, "dice roll", {"reason": "rain"})

        playing = asyncio.gather(*map(play, rooms))
        by_hand = await adjutant("backup", str(copies / "by-hand.sqlite"), database=database)
        assert by_hand.code == 0, by_hand.said
        await playing
        bot.send_signal(signal.SIGKILL)
        await bot.communicate()
        (newest, *_) = backups_in(copies, utc_now())
        for backup in (newest, copies / "by-hand.sqlite"):
            ended = await adjutant("restore", "--yes", str(backup), database=database)
            assert ended.code == 0, ended.said
            assert entries(database) == entries(backup) >= 4
    former = found(tmp_path, "before")
    assert len(former) >= 1
    for each in (database, *former):
        assert all(audit.wrong == () for audit in await verified(each))
    await go_on(database)


async def verified(database: Path) -> list[Audit]:
    """Every log, decided again."""
    store = await SqliteStore.open(database)
    service = Desk(store).service
    sessions = [await service.session(id_) for id_ in range(1, 5)]
    audits = [await service.verify(each, await service.entries(each)) for each in sessions]
    await store.close()
    return audits


async def go_on(database: Path) -> None:
    """Another bot plays on with what was restored."""
    async with LocalDiscord() as server:
        here = Harness(server, database)
        await here.start_bot()
        before = entries(database)
        session = await here.bot.client.service.session(1)
        assert session.campaign.seq
        await here.found(server.channel("a-new-one"))
        await here.anna.slash(server.channel("a-new-one"), "dice roll", {"reason": "rain"})
        assert "d6 → " in text(here.newest(here.anna, server.channel("a-new-one")))
        assert entries(database) > before
        await here.bot.stop()


async def test_one_campaign_is_restored_whole_and_no_other(tmp_path: Path) -> None:
    database, backup = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    await damage.played(database, campaigns=2)
    await backups.copy(database, backup)
    await damage.played_on(database)
    before = damage.rows(database)
    damage.change(database, "UPDATE entry SET dice = '[[6,6,6]]' WHERE seq = 2 AND campaign = 2")
    damage.change(database, "UPDATE document SET body = '{}'")
    ended = await adjutant("restore", str(backup), "--campaign", "2", database=database)
    assert ended.said.startswith("Campaign 2 is as in the backup."), ended.said
    after = damage.rows(database)
    assert after | {"post": []} == before | {"post": []}
    assert sorted(row[1:] for row in after["post"]) == sorted(row[1:] for row in before["post"])
    assert await inspect(database) == []
    with pytest.raises(sqlite3.IntegrityError, match="an entry is not erased"):
        sqlite3.connect(database).execute("DELETE FROM entry")


async def test_a_campaign_comes_to_another_host_and_replaces_no_other(tmp_path: Path) -> None:
    mine, other = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    await damage.played(mine, campaigns=2)
    await backups.copy(mine, other)
    damage.change(other, "UPDATE campaign SET interaction = -1 WHERE id = 1")
    with pytest.raises(StoreFault, match="Campaign 1 of "):
        backups.restore_campaign(mine, other, 1, moment())
    with pytest.raises(StoreFault, match="does not exist"):
        backups.restore_campaign(mine, tmp_path / "new.sqlite", 2, moment())
    assert not (tmp_path / "new.sqlite").exists()
    await (await SqliteStore.open(tmp_path / "new.sqlite")).close()
    backups.restore_campaign(mine, tmp_path / "new.sqlite", 2, moment())
    assert [row[0] for row in damage.rows(tmp_path / "new.sqlite")["campaign"]] == [2]
    assert await inspect(tmp_path / "new.sqlite") == []


async def test_no_campaign_is_restored_that_a_backup_lacks(tmp_path: Path) -> None:
    await damage.played(tmp_path / "a.sqlite")
    await backups.copy(tmp_path / "a.sqlite", tmp_path / "b.sqlite")
    before = (tmp_path / "a.sqlite").read_bytes()
    with pytest.raises(StoreFault, match="has no campaign 3"):
        backups.restore_campaign(tmp_path / "b.sqlite", tmp_path / "a.sqlite", 3, moment())
    assert (tmp_path / "a.sqlite").read_bytes() == before
