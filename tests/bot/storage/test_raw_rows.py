"""The rows of a database as they are: the same statements for both kinds."""

from pathlib import Path

import pytest

from bot.storage import Place, Post, Store, StoreFault, open_store
from bot.storage.raw_rows import TABLES, kept_still, reading, writing
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

DOCUMENT = 'INSERT INTO document ("digest", "body") VALUES ($1, $2)'
ONE, TWO = ("a" * 64, "{}"), ("b" * 64, "[]")


async def test_every_table_and_column_is_copied(place: Place) -> None:
    """But for what the kinds note of themselves, and who runs just now."""
    await (await open_store(place)).close()
    schema = (
        "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table'"
        if isinstance(place, Path)
        else "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    )
    async with reading(place) as tables:
        found = {(table, column) for table, column in await tables.fetch(schema)}
    copied = {(table.name, column) for table in TABLES for column in table.columns}
    assert {table for table, _ in found - copied} <= {"migration", "process", "sqlite_sequence"}
    assert copied <= found


async def test_a_copy_is_of_one_moment(place: Place, store: Store) -> None:
    sql = "SELECT count(*) FROM entry WHERE campaign = $1"
    async with reading(place) as tables:
        assert await tables.fetch(sql, 1) == [(0,)]
        await store.append(entry(1))
        assert await tables.fetch(sql, 1) == [(0,)]
    async with reading(place) as tables:
        assert await tables.fetch(sql, 1) == [(1,)]


async def test_rows_are_written_together_or_not_at_all(place: Place) -> None:
    async with writing(place) as tables:
        await tables.write(DOCUMENT, [ONE])
        with pytest.raises(StoreFault, match="A row cannot be written there"):
            await tables.write(DOCUMENT, [TWO, ONE])
        assert await tables.fetch("SELECT digest, body FROM document") == [ONE]


async def test_one_copies_at_a_time(place: Place) -> None:
    async with writing(place):
        with pytest.raises(StoreFault, match="Another process"):
            async with writing(place):
                pass


async def test_founding_after_a_copy_gets_a_new_id(place: Place) -> None:
    columns = "id, interaction, at, guild, channel, founder, game, name, seat, dice, seed, hash"
    marks = ", ".join(f"${number}" for number in range(1, 13))
    async with writing(place) as tables:
        await tables.finish()
        row = (*CAMPAIGN._replace(id=7)[:11], "a" * 64)
        await tables.write(f"INSERT INTO campaign ({columns}) VALUES ({marks})", [row])
        await tables.finish()
    store = await open_store(place)
    assert await store.found(CAMPAIGN._replace(interaction=2), DUE) == 8
    await store.schedule([Post(8, "deadline", 0, DUE)])
    await store.close()


async def test_a_database_is_still_while_no_bot_has_it(place: Place) -> None:
    store = await open_store(place)
    async with kept_still(place) as is_still:
        assert await store.length(1) == 0
    async with kept_still(place) as is_still:
        assert not is_still
    await store.close()
    async with kept_still(place) as is_still:
        assert is_still


async def test_a_file_that_nobody_can_lock_is_not_said_to_be_written(tmp_path: Path) -> None:
    """As on a disk that can only be read: the host would be told to stop a bot that does not run."""
    await (await open_store(tmp_path / "a.sqlite")).close()
    (tmp_path / "a.sqlite.lock").unlink(missing_ok=True)
    (tmp_path / "a.sqlite.lock").mkdir()
    with pytest.raises(StoreFault, match="cannot be opened"):
        async with kept_still(tmp_path / "a.sqlite"):
            pass


async def test_no_bot_opens_a_file_that_is_kept_still(tmp_path: Path) -> None:
    await (await open_store(tmp_path / "a.sqlite")).close()
    async with kept_still(tmp_path / "a.sqlite"):
        with pytest.raises(StoreFault, match="Another process"):
            await open_store(tmp_path / "a.sqlite")
    with pytest.raises(StoreFault, match="There is no database"):
        async with kept_still(tmp_path / "b.sqlite"):
            pass
