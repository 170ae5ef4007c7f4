"""A database that a fault has damaged, healed from its backups; what was written after them stays."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.storage import SqliteStore, StoreFault
from bot.storage.heal import Healing, _contents, _write, heal, mended_log
from bot.storage.inspection import inspect
from bot.storage.row_chain import linked
from tests.bot.command import adjutant
from tests.bot.desk import ANNA, CHANNEL, Desk
from tests.bot.storage.damage import ROLL, change, played, played_on, rot, rows
from tests.bot.storage.rows import entry
from tests.start import moment

SPOIL = "UPDATE entry SET dice = '[[6,6,6]]' WHERE campaign = 1 AND seq = "


class Ward:
    """A database, a backup of it of three entries, and a fourth entry that was written since."""

    def __init__(self, folder: Path) -> None:
        self.file, self.backup = folder / "a.sqlite", folder / "backup.sqlite"

    async def fill(self) -> None:
        await played(self.file)
        shutil.copy(self.file, self.backup)
        await played_on(self.file)
        self.whole = rows(self.file)

    def heal(self, *backups: Path) -> Healing:
        return heal(self.file, backups or [self.backup], moment())

    async def is_as_before(self) -> bool:
        return rows(self.file) == self.whole and await inspect(self.file) == []


@pytest.fixture
async def ward(tmp_path: Path) -> Ward:
    found = Ward(tmp_path)
    await found.fill()
    return found


async def test_where_nothing_is_wrong_nothing_changes(ward: Ward) -> None:
    before = {each.name: each.read_bytes() for each in ward.file.parent.iterdir()}
    assert ward.heal() == Healing()
    after = {each.name: each.read_bytes() for each in ward.file.parent.iterdir()}
    assert {name: after[name] for name in before} == before
    assert not [name for name in after if "before" in name or "healing" in name]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        (SPOIL + "2", "Campaign 1: mended entries: 2."),
        (SPOIL + "1", "Campaign 1: mended entries: 1."),
        (SPOIL + "3", "Campaign 1: mended entries: 3."),
        ("DELETE FROM entry WHERE seq = 2", "Campaign 1: mended entries: 2."),
        ("DELETE FROM entry WHERE seq < 4", "Campaign 1: mended entries: 1, 2, 3."),
        ("UPDATE campaign SET name = 'The short war'", "Campaign 1: its founding is mended."),
        ("UPDATE campaign SET seed = zeroblob(32)", "Campaign 1: its founding is mended."),
        ("DELETE FROM campaign", "Campaign 1: its founding is mended."),
        ("DELETE FROM home", "Campaign 1: where it is played is mended."),
        ("UPDATE document SET body = '{}'", "is mended."),
        ("DELETE FROM document", "is there again."),
        ("PRAGMA application_id = 1", "The file was written anew; no row was changed."),
    ],
)
async def test_what_is_damaged_comes_from_the_backup_and_what_is_newer_stays(ward: Ward, sql: str, said: str) -> None:
    change(ward.file, sql)
    spoilt = rows(ward.file)
    assert await inspect(ward.file) != []
    done = ward.heal()
    assert (any(said in each for each in done.mended), done.left) == (True, []), done
    assert await ward.is_as_before()
    assert done.kept is not None
    assert rows(done.kept) == spoilt
    assert {each.stat().st_mode & 0o777 for each in (ward.file, done.kept)} == {0o600}


async def test_where_a_campaign_was_founded_is_mended_with_what_shows_a_fault(ward: Ward) -> None:
    """It is in no hash, so nothing shows it by itself."""
    change(ward.file, "UPDATE campaign SET guild = 1, channel = 2")
    assert ward.heal() == Healing()
    change(ward.file, SPOIL + "2")
    assert ward.heal().mended == ["Campaign 1: mended entries: 2."]
    assert await ward.is_as_before()


@pytest.mark.parametrize("sql", ["DELETE FROM campaign", f"UPDATE campaign SET hash = '{'0' * 64}'"])
async def test_a_campaign_that_has_no_entry_yet_is_mended(ward: Ward, sql: str) -> None:
    """Where it is played it is missed."""
    store = await SqliteStore.open(ward.file)
    await Desk(store).found(channel=CHANNEL + 1)
    await store.close()
    ward.whole = rows(ward.file)
    shutil.copy(ward.file, ward.backup)
    change(ward.file, f"{sql} WHERE id = 2")
    done = ward.heal()
    assert (done.mended, done.left) == (["Campaign 2: its founding is mended."], [])
    assert await ward.is_as_before()


async def test_a_hash_of_a_campaign_is_mended_beside_a_damaged_first_entry(ward: Ward) -> None:
    change(ward.file, "UPDATE campaign SET hash = ?", "0" * 64)
    change(ward.file, f"{SPOIL}1")
    assert (ward.heal().left, await ward.is_as_before()) == ([], True)


async def test_a_campaign_that_is_gone_is_named_where_no_backup_has_it(ward: Ward) -> None:
    change(ward.file, "DELETE FROM campaign")
    none = ward.heal(ward.file.with_name("none.sqlite"))
    assert none.left == ["Campaign 1: its founding cannot be read, and no backup has it: it is lost."]
    assert none.mended == ["The file was written anew."]
    assert none.kept is not None
    assert rows(none.kept)["entry"] == ward.whole["entry"]


async def test_a_hash_alone_that_is_damaged_is_mended_without_a_backup_where_entries_follow(ward: Ward) -> None:
    change(ward.file, "UPDATE entry SET hash = ? WHERE seq = 4", "0" * 64)
    assert ward.heal(ward.file.with_name("none.sqlite")).left == [
        "Campaign 1: entry 4 is damaged, and no backup has it."
    ]
    change(ward.file, "UPDATE entry SET hash = ? WHERE seq = 2", "0" * 64)
    ward.heal()
    assert rows(ward.file)["entry"][:3] == ward.whole["entry"][:3]


async def test_a_campaign_of_which_the_id_is_damaged_is_there_once(ward: Ward) -> None:
    change(ward.file, "UPDATE campaign SET id = 7")
    assert (ward.heal().left, await ward.is_as_before()) == ([], True)


async def test_what_was_written_after_a_hash_that_a_fault_had_changed_stays(ward: Ward) -> None:
    """A bot that runs reads no more than the hash of the entry before."""
    store = await SqliteStore.open(ward.file)
    desk = Desk(store)
    desk._interaction = 7000
    await desk.act(ANNA, ROLL)
    await store.back_up(newer := ward.file.with_name("newer.sqlite"))
    change(ward.file, "UPDATE entry SET hash = ? WHERE seq = 5", "0" * 64)
    await desk.act(ANNA, ROLL)
    await store.close()
    done = ward.heal(newer)
    assert (done.mended, done.left) == (["Campaign 1: mended entries: 5."], [])
    assert len(rows(ward.file)["entry"]) == 6
    assert await inspect(ward.file) == []


@pytest.mark.parametrize("place", [0, 1])
async def test_a_row_that_differs_from_its_twin_is_as_the_backup_has_it(ward: Ward, place: int) -> None:
    rot(ward.file, "Europe/Paris", "Europe/Pa!is", place)
    done = ward.heal()
    assert (done.mended, done.left) == (["A row of the table person is mended."], [])
    assert await ward.is_as_before()


@pytest.mark.parametrize("table", ["document", "campaign", "entry"])
async def test_a_row_that_no_database_can_hold_is_not_left_out_in_silence(ward: Ward, table: str) -> None:
    held = {name: [*each.values()] for name, each in _contents(ward.file).tables.items()}
    torn = [(*row[:-1], None) for row in held[table]]
    with pytest.raises(StoreFault, match=f"A row of the table {table} can be neither kept nor mended: NOT NULL"):
        _write(ward.file.with_name("healed.sqlite"), {**held, table: torn})


async def test_a_row_of_which_the_key_is_damaged_comes_back_to_its_place(ward: Ward) -> None:
    """In the table alone: its index has it where it was."""
    with closing(sqlite3.connect(ward.file, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        (twin,) = db.execute("SELECT rowid, * FROM sqlite_schema WHERE name = 'person_twin'")
        db.execute("DELETE FROM sqlite_schema WHERE name = 'person_twin'")
    change(ward.file, "UPDATE person SET user = 31")
    with closing(sqlite3.connect(ward.file, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        columns = "rowid, type, name, tbl_name, rootpage, sql"
        db.execute(f"INSERT INTO sqlite_schema ({columns}) VALUES (?, ?, ?, ?, ?, ?)", twin)
    done = ward.heal()
    assert "A row of the table person is in its place again." in done.mended
    assert (done.left, await ward.is_as_before()) == ([], True)


async def test_of_a_row_that_no_backup_knows_one_is_kept_and_both_are_told(ward: Ward) -> None:
    rot(ward.file, "Europe/Paris", "Europe/Pa!is")
    done = ward.heal(ward.file.with_name("none.sqlite"))
    (said,) = done.left
    assert "Europe/Paris" in said
    assert "Europe/Pa!is" in said
    assert await inspect(ward.file) == []


async def test_what_was_changed_since_the_backup_is_not_put_back(ward: Ward) -> None:
    store = await SqliteStore.open(ward.file)
    await store.keep_person(30, '{"zone":"Asia/Tokyo"}')
    await store.close()
    change(ward.file, SPOIL + "2")
    assert ward.heal().left == []
    assert rows(ward.file)["person"] == [(30, '{"zone":"Asia/Tokyo"}')]
    assert rows(ward.file)["entry"] == ward.whole["entry"]


async def test_what_no_backup_has_is_said_and_left(ward: Ward) -> None:
    change(ward.file, SPOIL + "4")
    spoilt, before = rows(ward.file), ward.file.read_bytes()
    done = ward.heal()
    assert done == Healing(left=["Campaign 1: entry 4 is damaged, and no backup has it."])
    assert (rows(ward.file), ward.file.read_bytes()) == (spoilt, before)


@pytest.mark.parametrize("column", ["command", "events", "dice"])
@pytest.mark.parametrize("torn", ["{", "{\udcef}", '"\udcef"'], ids=["no_json", "no_text", "no_text_in_json"])
async def test_what_is_no_json_any_more_keeps_no_bot_from_starting(ward: Ward, column: str, torn: str) -> None:
    """It is in no backup; its campaign alone is closed."""
    spoil = f"UPDATE entry SET {column} = CAST(? AS TEXT) WHERE seq = 4"
    change(ward.file, spoil, torn.encode("utf-8", "surrogateescape"))
    change(ward.file, "PRAGMA application_id = 1")  # so the file is written anew
    done = ward.heal()
    assert "Campaign 1: entry 4 is damaged, and no backup has it." in done.left
    assert [str(each) for each in await inspect(ward.file)] == ["Campaign 1: entry 4 of its log is damaged"]
    store = await SqliteStore.open(ward.file)
    assert len(await store.chain(1)) == 4
    await store.close()


def tear(file: Path, text: str) -> None:
    """Spoil the page on which a text stands last, so that SQLite cannot read it."""
    body = file.read_bytes()
    at = body.rindex(text.encode()) // 4096 * 4096
    file.write_bytes(body[:at] + bytes(64) + body[at + 64 :])


async def test_a_damaged_number_of_the_version_is_mended(ward: Ward) -> None:
    change(ward.file, "PRAGMA user_version = 536870922")
    with pytest.raises(StoreFault):
        await inspect(ward.file)
    assert (ward.heal().left, await ward.is_as_before()) == ([], True)


@pytest.mark.parametrize("since", [0, 1, 2])
async def test_of_a_page_that_cannot_be_read_nothing_is_lost_in_silence(tmp_path: Path, since: int) -> None:
    """It has the end of the log, behind which nothing shows a gap but an index. What no backup has is named."""
    ward = Ward(tmp_path)
    await played(ward.file, 60)
    shutil.copy(ward.file, ward.backup)
    if since:
        await played_on(ward.file, since)
    ward.whole = rows(ward.file)
    entries = sorted(ward.whole["entry"])
    tear(ward.file, entries[-1][-1])
    with pytest.raises(StoreFault):
        await SqliteStore.open(ward.file)
    done = ward.heal()
    assert sorted(rows(ward.file)["entry"]) == entries[:60]
    assert done.left == ([f"Entries that cannot be read, and that no backup has: {since}."] if since else [])
    assert await inspect(ward.file) == []


async def test_what_stands_behind_a_page_that_cannot_be_read_is_read(tmp_path: Path) -> None:
    """A hash in a command is not always that of a document."""
    ward = Ward(tmp_path)
    await played(ward.file, 60)
    shutil.copy(ward.file, ward.backup)
    store = await SqliteStore.open(ward.file)
    for seq in (61, 62):
        await Desk(store).append(seq, json.dumps({"type": "take_in", "hash": "c" * 64}), "[]")
    await store.close()
    ward.whole = rows(ward.file)
    tear(ward.file, sorted(ward.whole["entry"])[20][-1])
    assert (ward.heal().left, await ward.is_as_before()) == ([], True)


async def test_a_campaign_on_a_page_that_cannot_be_read_is_named(ward: Ward) -> None:
    """What belongs to it goes with it."""
    tear(ward.file, ward.whole["campaign"][0][-1])
    with pytest.raises(StoreFault):
        await SqliteStore.open(ward.file)
    none = ward.heal(ward.file.with_name("none.sqlite"))
    assert none.left == ["Campaign 1: its founding cannot be read, and no backup has it: it is lost."]
    assert await inspect(ward.file) == []


async def test_a_campaign_on_a_page_that_cannot_be_read_comes_from_the_backup(ward: Ward) -> None:
    tear(ward.file, ward.whole["campaign"][0][-1])
    assert (ward.heal().left, await ward.is_as_before()) == ([], True)


async def test_a_document_on_a_page_that_cannot_be_read_is_named(ward: Ward) -> None:
    ((digest, body),) = ward.whole["document"]
    tear(ward.file, body[:80])
    none = ward.heal(ward.file.with_name("none.sqlite"))
    assert f"The document {digest[:12]} cannot be read, and no backup has it." in none.left


async def test_documents_that_an_entry_or_a_server_names_are_missed_too(ward: Ward) -> None:
    ((digest, body),) = ward.whole["document"]
    store = await SqliteStore.open(ward.file)
    await Desk(store).append(5, json.dumps({"type": "adopt_data", "data": "c" * 64}), "[]")
    await store.keep_server(7, json.dumps({"own": {"marne-1918": "d" * 64}}))
    await store.close()
    tear(ward.file, body[:80])
    lost = sorted([digest, "c" * 64, "d" * 64])
    assert ward.heal(ward.file.with_name("none.sqlite")).left == [
        *(f"The document {each[:12]} cannot be read, and no backup has it." for each in lost),
        "the row 1 of the table campaign names a row of document that is not there",
    ]


@pytest.mark.parametrize("column", ["command", "interaction", "seq", "hash"])
async def test_where_the_name_of_a_column_is_damaged_its_place_is_known(ward: Ward, column: str) -> None:
    """SQLite would read the name itself in place of every value."""
    with closing(sqlite3.connect(ward.file, isolation_level=None)) as db:
        ((sql,),) = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'entry'").fetchall()
    place = ward.file.read_bytes().index(sql.encode()) + sql.index(f"\n    {column} ") + 5
    whole = bytearray(ward.file.read_bytes())
    whole[place] ^= 0x80
    ward.file.write_bytes(whole)
    assert ward.heal().left == []
    assert await ward.is_as_before()


async def test_what_can_be_mended_is_whatever_else_is_left(ward: Ward) -> None:
    change(ward.file, SPOIL + "4")
    change(ward.file, "UPDATE document SET body = '{}'")
    done = ward.heal()
    assert done.left == ["Campaign 1: entry 4 is damaged, and no backup has it."]
    assert rows(ward.file)["document"] == ward.whole["document"]
    assert [str(each) for each in await inspect(ward.file)] == ["Campaign 1: entry 4 of its log is damaged"]


async def test_another_history_mends_nothing(ward: Ward) -> None:
    """A campaign of the same number from another bot, and one that went another way after the same backup."""
    stranger, fork = ward.file.with_name("stranger.sqlite"), ward.file.with_name("fork.sqlite")
    await played(stranger, rolls=6, interaction=9000)
    shutil.copy(ward.backup, fork)
    await played_on(fork, rolls=3, interaction=8000)
    change(ward.file, SPOIL + "4")
    change(ward.file, "UPDATE entry SET seat = NULL WHERE campaign = 1 AND seq = 2")
    assert ward.heal(stranger).mended == []
    assert await inspect(ward.file) != []
    done = ward.heal(stranger, fork)
    assert (done.mended, done.left) == (
        ["Campaign 1: mended entries: 2."],
        ["Campaign 1: entry 4 is damaged, and no backup has it."],
    )
    assert rows(ward.file)["entry"][:3] == ward.whole["entry"][:3]


async def test_the_first_backup_that_has_it_whole_is_enough(ward: Ward) -> None:
    """The newest was made after the damage and holds it too, another is no database, a third is not there."""
    spoilt, noise = ward.file.with_name("spoilt.sqlite"), ward.file.with_name("noise.sqlite")
    change(ward.file, SPOIL + "2")
    shutil.copy(ward.file, spoilt)
    noise.write_bytes(b"x" * 8192)
    done = ward.heal(spoilt, noise, ward.file.with_name("none.sqlite"), ward.backup)
    assert done.left == []
    assert await ward.is_as_before()


async def test_of_one_that_has_moved_the_place_where_it_is_comes_back(ward: Ward) -> None:
    change(ward.file, "UPDATE home SET until = since + 1")
    change(ward.file, "INSERT INTO home SELECT campaign, until, guild, channel + 1, NULL, NULL FROM home")
    shutil.copy(ward.file, ward.backup)
    ward.whole = rows(ward.file)
    change(ward.file, "DELETE FROM home WHERE until IS NULL")
    assert ward.heal().mended == ["Campaign 1: where it is played is mended."]
    assert await ward.is_as_before()


async def test_where_it_is_played_the_first_backup_that_knows_it_says(ward: Ward) -> None:
    shutil.copy(ward.backup, other := ward.file.with_name("other.sqlite"))
    change(other, "UPDATE home SET until = since + 1")
    change(other, "INSERT INTO home SELECT campaign, until, guild, channel + 1, NULL, NULL FROM home")
    change(ward.file, "DELETE FROM home")
    assert ward.heal(ward.backup, other).mended == ["Campaign 1: where it is played is mended."]
    assert await ward.is_as_before()


async def test_who_was_forgotten_since_the_backup_stays_forgotten(ward: Ward) -> None:
    """Their entries are other ones since, with a chain of their own: the backup's do not fit into it."""
    store = await SqliteStore.open(ward.file)
    desk = Desk(store)
    await desk.service.forgetting.forget(ANNA)
    await store.close()
    forgotten = rows(ward.file)
    assert forgotten["entry"] != ward.whole["entry"]
    change(ward.file, "UPDATE document SET body = '{}'")
    ward.heal()
    assert rows(ward.file)["entry"] == forgotten["entry"]
    change(ward.file, SPOIL + "2")
    done = ward.heal()
    assert done.mended == []
    assert done.left == ["Campaign 1: entry 2 is damaged, and no backup has it."]


async def test_not_while_a_bot_runs(ward: Ward) -> None:
    change(ward.file, SPOIL + "2")
    store = await SqliteStore.open(ward.file)
    before = rows(ward.file)
    with pytest.raises(StoreFault, match="Another process has opened"):
        ward.heal()
    await store.close()
    assert rows(ward.file) == before
    ward.heal()
    assert await ward.is_as_before()


async def test_a_link_to_the_database_stays_one(ward: Ward) -> None:
    (disk := ward.file.parent / "disk").mkdir()
    ward.file.rename(disk / "a.sqlite")
    ward.file.symlink_to(disk / "a.sqlite")
    change(ward.file, SPOIL + "2")
    ward.heal()
    assert ward.file.is_symlink()
    assert await ward.is_as_before()


async def test_the_command_says_what_it_did(ward: Ward) -> None:
    well = await adjutant("heal", str(ward.backup), database=ward.file)
    assert (well.code, well.said.strip()) == (0, "Nothing is damaged.")
    change(ward.file, SPOIL + "2")
    none = await adjutant("heal", database=ward.file)
    assert (none.code, none.said) == (1, "Campaign 1: entry 2 is damaged, and no backup has it.\n")
    mended = await adjutant("heal", str(ward.backup), database=ward.file)
    assert mended.code == 0, mended.said
    assert "Campaign 1: mended entries: 2." in mended.said
    assert "a.sqlite.before-" in mended.said
    assert await ward.is_as_before()
    (copies := ward.file.parent / "copies").mkdir()
    shutil.copy(ward.backup, copies / "adjutant-20200105T120000Z.sqlite")
    for seq in (2, 4):
        change(ward.file, f"{SPOIL}{seq}")
    half = await adjutant("heal", database=ward.file, backups=copies)
    assert [line for line in half.said.splitlines() if "kept in" not in line] == [
        "Campaign 1: mended entries: 2.", "Campaign 1: entry 4 is damaged, and no backup has it."
    ]  # fmt: skip
    assert half.code == 1
    missing = await adjutant("heal", database=ward.file.with_name("none.sqlite"))
    assert (missing.code, "Traceback" in missing.said) == (1, False)


def test_a_damaged_place_takes_no_more_than_itself_from_another_copy() -> None:
    whole = linked("x", [entry(seq) for seq in range(1, 6)])
    own = {each.row.seq: each for each in whole}
    own[2] = own[2]._replace(row=own[2].row._replace(user=31))
    other = dict(zip(range(1, 6), whole, strict=True))
    assert mended_log("x", own, [other]) == (whole, [2], None)
    assert mended_log("x", own, [])[1:] == ([], 2)


@pytest.mark.parametrize("seq", [2, 4])
async def test_an_entry_in_another_place_comes_back_to_its_own(ward: Ward, seq: int) -> None:
    """Also the last of a log, behind which nothing shows a gap."""
    shutil.copy(ward.file, ward.backup)
    change(ward.file, f"UPDATE entry SET seq = 21 WHERE seq = {seq}")
    assert f"Campaign 1: entry {seq} is in its place again." in ward.heal().mended
    assert await ward.is_as_before()


def standing(file: Path) -> dict[str, bytes]:
    return {ending: Path(f"{file}{ending}").read_bytes() for ending in ("", "-wal")}


async def dead(ward: Ward) -> dict[str, bytes]:
    """The files of a bot that died after it had played on: its newest entry stands in the file beside the database."""
    store = await SqliteStore.open(ward.file)
    desk = Desk(store)
    desk._interaction = 7000
    await desk.act(ANNA, ROLL)
    files = standing(ward.file)
    await store.close()
    ward.whole = rows(ward.file)
    assert len(ward.whole["entry"]) == 5
    return files


def put(ward: Ward, files: dict[str, bytes], damage: str) -> None:
    """Lay the files there, with one damage, and nothing else but the backup."""
    for each in ward.file.parent.iterdir():
        if each != ward.backup:
            each.unlink()
    for ending, content in files.items():
        Path(f"{ward.file}{ending}").write_bytes(content)
    if damage == "row":
        rot(ward.file, "Europe/Paris", "Europe/Pa!is")
    else:  # a page that cannot be read any more
        body = ward.file.read_bytes()
        at = body.index(b'{"v":') // 4096 * 4096
        ward.file.write_bytes(body[:at] + bytes(64) + body[at + 64 :])


def stopped_before(step: int, ward: Ward, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether healing ended before it was killed: before so many of the things that it does to a file. What a killed
    process would tidy up, it does not."""
    left = [step]

    def counted(do: Callable[..., Any]) -> Callable[..., Any]:
        def done(*args: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] <= 0:
                raise KeyboardInterrupt
            return do(*args, **more)

        return done

    with monkeypatch.context() as patched:
        for name in ("replace", "unlink", "touch"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        patched.setattr(os, "fsync", counted(os.fsync))
        try:
            ward.heal()
        except KeyboardInterrupt:
            return False
    return True


@pytest.mark.parametrize("damage", ["row", "page"])
async def test_a_healing_that_is_killed_is_healed_by_the_next(
    ward: Ward, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = await dead(ward)
    for step in range(1, 60):
        put(ward, files, damage)
        ended = stopped_before(step, ward, monkeypatch)
        done = ward.heal()
        assert done.left == [], (step, done)
        assert rows(ward.file) == ward.whole, step
        assert await inspect(ward.file) == []
        assert not [each.name for each in ward.file.parent.iterdir() if "heal" in each.name or "ready" in each.name]
        if ended:
            break
    assert ended
    assert step > 8
