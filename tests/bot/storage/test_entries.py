"""What is read of a log is what was written, or it is said that it is not."""

import itertools

import pytest

from bot.storage import Damaged, Store
from bot.storage import store as statements
from tests.bot.storage.rows import entry

CHANGED = {
    "entry_is_not_changed": "UPDATE entry SET events = '[7]' WHERE seq = 2",
    "campaign_is_not_changed": "UPDATE campaign SET name = 'y'",
    "document_is_not_changed": "UPDATE document SET body = '[7]'",
    "entry_is_not_erased": "DELETE FROM entry WHERE seq = 2",
}
BODY = '{"a":1}'
DIGEST = "015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862"


async def spoil(store: Store, trigger: str) -> None:
    """Change a row behind the back of the bot."""
    table, _, _ = trigger.partition("_is_")
    target = f" ON {table}" if store.is_shared else ""
    await store._change(f"DROP TRIGGER {trigger}{target}")
    await store._change(CHANGED[trigger])


async def played(store: Store) -> None:
    for seq in range(1, 5):
        await store.append(entry(seq))
    await store.keep_document(DIGEST, BODY)


async def test_a_changed_entry_is_found_by_whoever_reads_it(store: Store) -> None:
    await played(store)
    await spoil(store, "entry_is_not_changed")
    for reading in (store.entries(1), store.entries(1, after=1), store.newest(1, 9, 9), store.newest(1, 1, 3)):
        with pytest.raises(Damaged, match="entry 2 of its log is damaged"):
            await reading
    assert await store.entries(1, after=2) == [entry(3), entry(4)]
    assert await store.newest(1, 2, 9) == [entry(4), entry(3)]
    assert [each.row.seq for each in await store.chain(1)] == [1, 2, 3, 4]


async def test_the_newest_entries_are_limited(store: Store) -> None:
    await played(store)
    log = [entry(seq) for seq in (4, 3, 2, 1)]
    for before, number in itertools.product(range(1, 7), range(1, 6)):
        assert await store.newest(1, number, before) == [each for each in log if each.seq < before][:number]


async def test_a_changed_founding_is_found(store: Store) -> None:
    await played(store)
    await spoil(store, "campaign_is_not_changed")
    with pytest.raises(Damaged, match="its founding is damaged"):
        await store.entries(1)


async def test_a_changed_document_is_found(store: Store) -> None:
    await played(store)
    assert (await store.documents(), await store.document(DIGEST)) == ([DIGEST], BODY)
    await spoil(store, "document_is_not_changed")
    with pytest.raises(Damaged, match="the data that it is played with is damaged"):
        await store.document(DIGEST)


async def test_remembered_entries_must_exist(store: Store) -> None:
    """A database that was put back under a running bot."""
    await played(store)
    assert await store.entries(1, after=4) == []
    with pytest.raises(Damaged, match="entry 5"):
        await store.entries(1, after=5)


async def test_an_entry_that_is_gone_from_the_middle_is_missed(store: Store) -> None:
    await played(store)
    await spoil(store, "entry_is_not_erased")
    for after in (0, 1, 2):
        with pytest.raises(Damaged, match="entry 2 of its log is damaged"):
            await store.entries(1, after)
    assert await store.entries(1, after=3) == [entry(4)]


@pytest.mark.parametrize("page", [1, 2, 3, 4, 5])
async def test_a_long_log_is_read_page_by_page(store: Store, page: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statements, "PAGE", page)
    await played(store)
    for after in range(4):
        assert await store.entries(1, after) == [entry(seq) for seq in range(after + 1, 5)]


async def test_later_undos_of_an_entry_are_found(store: Store) -> None:
    for seq, undoes in ((1, None), (2, 1), (3, None), (4, 3)):
        await store.append(entry(seq, undoes=undoes))
    assert [[each.seq for each in await store.undoing(1, after)] for after in range(5)] == [
        [2, 4], [2, 4], [4], [4], [],
    ]  # fmt: skip
