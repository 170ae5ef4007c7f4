"""Campaigns: by which rules they were decided, and where they are."""

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
