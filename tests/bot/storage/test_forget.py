"""Forgetting in the database: all of it or nothing, in both kinds."""

import pytest

from bot.storage import Behind, Erasure, Post, Store
from tests.bot.storage.rows import CAMPAIGN, entry

SEAL, START = "a" * 64, "b" * 64
FORMER = 2**62 + 1


def erasure(seq: int = 3) -> Erasure:
    """Player 30 goes: they gave entry 1, and founded the campaign."""
    changed = entry(1)._replace(user=FORMER, command='{"type":"y"}', events="[1]", seal=SEAL)
    campaign = CAMPAIGN._replace(id=1, founder=FORMER, name="y", start=START)
    return Erasure(30, FORMER, entry(seq)._replace(user=FORMER), [changed], campaign, b"s" * 16, b"h" * 32)


async def played(store: Store) -> None:
    await store.append(entry(1), [Post(1, "remind 30 1", 1, 9), Post(1, "remind 301 1", 1, 9)], [30, 31])
    await store.append(entry(2)._replace(user=31))
    await store.keep_person(30, "{}")
    await store.keep_person(31, '{"stand_in":30}')


async def test_the_log_forgets_who_it_was_and_keeps_the_seal(store: Store) -> None:
    await played(store)
    await store.forget(erasure(), [Post(1, "result", 3, 9)])
    first, second, last = await store.entries(1)
    assert (first.user, first.command, first.events, first.seal) == (FORMER, '{"type":"y"}', "[1]", SEAL)
    assert second == entry(2)._replace(user=31)
    assert last == entry(3)._replace(user=FORMER)
    row = await store.campaign(1)
    assert row is not None
    assert (row.founder, row.name, row.start) == (FORMER, "y", START)
    assert await store.campaigns_of(30) == []
    assert await store.strangers(1) == [(b"s" * 16, b"h" * 32)]


async def test_a_seal_that_was_kept_before_stays(store: Store) -> None:
    await played(store)
    await store.forget(erasure(), [])
    again = erasure(4)
    later = again._replace(changed=[again.changed[0]._replace(seal="c" * 64)], salt=b"t" * 16)
    await store.forget(later, [])
    assert (await store.entries(1))[0].seal == SEAL


async def test_a_second_forgetting_changes_nothing(store: Store) -> None:
    """Another process wrote an entry in between."""
    await played(store)
    before = await store.entries(1)
    with pytest.raises(Behind):
        await store.forget(erasure(2), [])
    assert await store.entries(1) == before
    assert await store.campaigns_of(30) == [1]


async def test_every_log_with_somebody_is_found(store: Store) -> None:
    await played(store)
    second = await store.found(CAMPAIGN._replace(interaction=2, founder=40), 5)
    named = entry(1, 500)._replace(campaign=second, user=40, events='[{"type":"joined","player":32}]')
    await store.append(named, seated=[33])
    assert [await store.campaigns_with(user) for user in (30, 31, 40, 33)] == [[1], [1], [2], [2]]
    assert second in await store.campaigns_with(32)


async def test_only_their_own_settings_are_erased(store: Store) -> None:
    await played(store)
    await store.erase_person(30)
    assert await store.people([30, 31]) == {31: '{"stand_in":30}'}
    assert [*await store.people_with("30")] == [31]
