"""Campaigns: by which rules they were decided, and what a fork takes over."""

import pytest

from bot.storage import DoneBefore, HomeRow, Store
from tests.bot.storage.rows import CAMPAIGN, entry

THERE = HomeRow(1, 2000, 10, 21)


async def test_the_rules_of_the_newest_entries_and_of_foundings(store: Store) -> None:
    assert await store.rules() == {CAMPAIGN.rules}
    await store.append(entry(1)._replace(rules="0.7"))
    await store.append(entry(2)._replace(rules="0.8"))
    assert await store.rules() == {CAMPAIGN.rules, "0.8"}


async def test_an_entry_that_is_not_written_moves_nothing(store: Store) -> None:
    await store.append(entry(1))
    with pytest.raises(DoneBefore):
        await store.append(entry(2, interaction=101), home=THERE)
    assert await store.homes(1) == [HomeRow(1, 1000, 10, 20)]


async def test_a_log_is_taken_in_whole_with_interactions_of_its_own(store: Store) -> None:
    log = [entry(1), entry(2), entry(3, undoes=2)]
    row = CAMPAIGN._replace(interaction=2, channel=30)
    id_ = await store.take_in(row, 5000, log, [30, 31])
    rows = await store.entries(id_)
    assert [each._replace(campaign=1, interaction=0) for each in rows] == [each._replace(interaction=0) for each in log]
    assert all(each.interaction < 0 for each in rows)
    assert await store.homes(id_) == [HomeRow(id_, 5000, 10, 30)]
    assert await store.campaigns_of(31) == [id_]
    again = await store.take_in(row._replace(interaction=3), 5000, log, [])
    assert again == id_ + 1
    with pytest.raises(DoneBefore):
        await store.take_in(row, 5000, log, [])
