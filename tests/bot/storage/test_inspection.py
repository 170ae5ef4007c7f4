"""The inspection of a database: whatever a fault has changed is named, and nothing else is."""

import asyncio
from pathlib import Path

import pytest

from bot.storage import SqliteStore, StoreFault, inspection
from bot.storage.inspection import Unsound, inspect
from tests.bot.desk import ANNA, Desk
from tests.bot.storage.damage import ROLL, change, played, rows


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """Two campaigns of three entries each."""
    await played(tmp_path / "a.sqlite", campaigns=2)
    return tmp_path / "a.sqlite"


async def test_nothing_is_said_of_a_whole_database_and_nothing_changed(file: Path) -> None:
    before = rows(file)
    assert await inspect(file) == []
    assert rows(file) == before


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE entry SET dice = '[[6,6,6]]' WHERE seq = 2 AND campaign = 2", "Campaign 2: entry 2 of its log"),
        ("UPDATE entry SET user = 9 WHERE seq = 3 AND campaign = 2", "Campaign 2: entry 3 of its log"),
        ("DELETE FROM entry WHERE seq = 1 AND campaign = 2", "Campaign 2: entry 1 of its log"),
        ("UPDATE campaign SET name = 'The short war' WHERE id = 2", "Campaign 2: "),
        ("UPDATE campaign SET seed = zeroblob(32) WHERE id = 2", "Campaign 2: "),
        ("DELETE FROM home WHERE campaign = 2", "Campaign 2: where it is played is damaged"),
    ],
)
async def test_only_the_changed_campaign_is_named(file: Path, sql: str, said: str) -> None:
    change(file, sql)
    (found,) = await inspect(file)
    assert (str(found).startswith(said), found.campaign) == (True, 2), found


async def test_a_document_that_is_not_what_it_is_called(file: Path) -> None:
    ((digest, _), *_) = rows(file)["document"]
    change(file, "UPDATE document SET body = '{}' WHERE digest = ?", digest)
    assert Unsound(f"the document {digest} is damaged") in await inspect(file)


async def test_a_document_whose_digest_is_no_text_any_more(file: Path) -> None:
    change(file, "UPDATE document SET digest = CAST(x'ff' || substr(CAST(digest AS BLOB), 2) AS TEXT)")
    assert any("the document" in str(each) and "is damaged" in str(each) for each in await inspect(file))


async def test_a_row_of_a_campaign_that_is_not_there(file: Path) -> None:
    change(file, "INSERT INTO seated VALUES (30, 77)")
    assert [each.said for each in await inspect(file)] == [
        "the row None of the table seated names a row of campaign that is not there"
    ]


async def test_a_disk_that_fails_is_no_damage(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise StoreFault("The disk cannot be read or written")

    monkeypatch.setattr(SqliteStore, "entries", fail)
    with pytest.raises(StoreFault, match="The disk cannot be read"):
        await inspect(file)


async def test_once_it_can_be_read_again_all_is_well(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inspections, told = inspection.Inspections(file, None), list[str | None]()  # type: ignore[arg-type]

    async def look() -> None:
        told.append(inspections.trouble())
        if len(told) == 1:
            raise StoreFault("The disk cannot be read")
        if len(told) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(inspections, "look", look)
    with pytest.raises(asyncio.CancelledError):
        await inspections.run(0, 0)
    assert [bool(each) for each in told] == [False, True, False]


async def test_it_reads_beside_a_bot_that_plays(file: Path) -> None:
    store = await SqliteStore.open(file)
    desk = Desk(store)
    desk._interaction = 5000
    await desk.act(ANNA, ROLL)
    assert await inspect(file) == []
    await desk.act(ANNA, ROLL)
    await store.close()
    assert await inspect(file) == []


async def test_an_unreadable_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.sqlite").write_bytes(b"x" * 8192)
    with pytest.raises(StoreFault):
        await inspect(tmp_path / "a.sqlite")
    assert ["cannot be read" in each.said for each in inspection.in_file(tmp_path / "a.sqlite")] == [True]
