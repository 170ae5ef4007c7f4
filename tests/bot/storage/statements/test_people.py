"""What is kept of people, whatever is below it: their settings, where they sat, their notes."""

import shutil
from pathlib import Path

import pytest

from bot.storage import Place, Store, migrate, open_store
from bot.storage.rows import NoteRow
from tests.bot.storage.rows import CAMPAIGN, DUE, entry
from tests.postgres import PostgresServer

ANNA, BERT, CARLA = 30, 31, 32


async def test_the_settings_of_a_person_are_the_last_that_were_kept(store: Store) -> None:
    assert await store.people([ANNA, BERT]) == {}
    await store.keep_person(ANNA, '{"zone":"UTC"}')
    await store.keep_person(ANNA, '{"zone":"Europe/Berlin"}')
    await store.keep_person(BERT, "{}")
    assert await store.people([ANNA, CARLA]) == {ANNA: '{"zone":"Europe/Berlin"}'}
    assert await store.people([]) == {}


async def test_who_sat_where_is_written_with_the_entry_and_once(store: Store) -> None:
    assert await store.campaigns_of(CAMPAIGN.founder) == [1]
    second = await store.found(CAMPAIGN._replace(interaction=2, founder=BERT), DUE)
    await store.append(entry(1), seated=[BERT, CARLA])
    await store.append(entry(2), seated=[BERT])
    assert await store.campaigns_of(BERT) == [second, 1]
    assert await store.campaigns_of(CARLA) == [1]


async def test_nobody_sits_by_an_entry_that_was_not_written(store: Store) -> None:
    await store.append(entry(1))
    for again in (entry(1, 7), entry(2, 101)):
        with pytest.raises(Exception, match=r"^$"):
            await store.append(again, seated=[CARLA])
    assert await store.campaigns_of(CARLA) == []


async def test_a_note_is_due_with_its_turn_and_told_once(store: Store) -> None:
    await store.keep_note(1, ANNA, 5, "the bridge ▮ 'x'")
    await store.keep_note(1, BERT, 3, "rail")
    first, second = NoteRow(1, 1, ANNA, 5, "the bridge ▮ 'x'", 0), NoteRow(2, 1, BERT, 3, "rail", 0)
    assert await store.notes_of(ANNA) == [first]
    assert await store.notes_due(1, 2) == []
    assert await store.notes_due(1, 4) == [second]
    await store.note_told([second.id])
    await store.note_told([])
    assert await store.notes_due(1, 9) == [first]
    assert await store.notes_of(BERT) == [second._replace(told=1)]


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place in which there is nothing yet."""
    if request.param == "sqlite":
        return tmp_path / "old.sqlite"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.address(server.database())


async def test_a_database_of_before_knows_who_ever_took_a_seat(
    empty: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By founding it, by joining, or by being given the seat: whoever it was that acted."""
    before = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, before)
    for script in before.rglob("000[5-9]_*"):
        script.unlink()
    given = '[{"v":1,"type":"left","player":30},{"v":1,"type":"joined","player":32,"seat":"Allies"}]'
    with monkeypatch.context() as patched:
        patched.setattr(migrate, "MIGRATIONS", before)
        store = await open_store(empty)
        await _write(store, given)
        await store.close()
    store = await open_store(empty)
    assert [await store.campaigns_of(user) for user in (CAMPAIGN.founder, CARLA, BERT)] == [[1], [1], []]
    await store.close()


async def _write(store: Store, events: str) -> None:
    """A campaign and an entry, as the version before wrote them."""
    fields = ", ".join(f'"{name}"' for name in CAMPAIGN._fields[1:13])
    marks = ", ".join(f"${number}" for number in range(1, 13))
    await store._change(f"INSERT INTO campaign ({fields}) VALUES ({marks})", *CAMPAIGN[1:13])  # type: ignore[attr-defined]
    row = entry(1)._replace(events=events)
    fields = ", ".join(f'"{name}"' for name in row._fields[:11])
    marks = ", ".join(f"${number}" for number in range(1, 12))
    await store._change(f"INSERT INTO entry ({fields}) VALUES ({marks})", *row[:11])  # type: ignore[attr-defined]


async def test_who_watches_is_kept_with_the_turn_that_they_know_of(store: Store) -> None:
    await store.keep_watcher(1, 40, 3)
    await store.keep_watcher(1, 41, 3)
    await store.keep_watcher(1, 40, 4)
    await store.keep_watcher(1, 41, None)
    assert await store.watchers_of(1) == {40: 4}
    await store.keep_watcher(1, 41, 5)
    assert await store.watchers_of(1) == {40: 4, 41: 5}
