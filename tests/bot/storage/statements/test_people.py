"""What is kept of people, whatever is below it: their settings, where they sat, their notes."""

import pytest

from bot.storage import Store
from bot.storage.rows import NoteRow
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

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


async def test_who_watches_is_kept_with_the_turn_that_they_know_of(store: Store) -> None:
    await store.keep_watcher(1, 40, 3)
    await store.keep_watcher(1, 41, 3)
    await store.keep_watcher(1, 40, 4)
    await store.keep_watcher(1, 41, None)
    assert await store.watchers_of(1) == {40: 4}
    await store.keep_watcher(1, 41, 5)
    assert await store.watchers_of(1) == {40: 4, 41: 5}
