"""Where campaigns are: the newest of a channel, what moved away, what lies in the trash, what was taken in."""

import pytest

from bot.storage import DoneBefore, HomeRow, Store
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

THERE = HomeRow(1, 2000, 10, 21)


async def test_a_campaign_is_where_it_was_founded(store: Store) -> None:
    assert await store.homes(1) == [HomeRow(1, 1000, 10, 20)]
    assert await store.head(20) == (1, 0)


async def test_one_that_moves_is_found_in_its_new_place_alone(store: Store) -> None:
    await store.append(entry(1), home=THERE)
    assert await store.homes(1) == [HomeRow(1, 1000, 10, 20, until=2000), THERE]
    assert (await store.head(20), await store.head(21)) == (None, (1, 1))
    assert [row.channel for row in await store.campaigns_in(21)] == [21]
    assert await store.campaigns_in(20) == []
    assert (await store.moved_from(20), await store.moved_from(21)) == (1, None)
    assert await store.channels(5) == [(10, 21)]


async def test_it_moves_back(store: Store) -> None:
    await store.append(entry(1), home=THERE)
    await store.append(entry(2), home=HomeRow(1, 3000, 10, 20))
    assert await store.head(20) == (1, 2)
    assert await store.head(21) is None
    assert len(await store.homes(1)) == 3


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


async def test_a_campaign_founded_later_is_the_newest_of_its_channel(store: Store) -> None:
    id_ = await store.found(CAMPAIGN._replace(interaction=2), DUE)
    assert await store.head(20) == (id_, 0)


async def test_a_channels_campaigns_are_listed_newest_first(store: Store) -> None:
    other = await store.found(CAMPAIGN._replace(interaction=2), DUE)
    third = await store.found(CAMPAIGN._replace(interaction=3), DUE)
    assert [row.id for row in await store.campaigns_in(20)] == [third, other, 1]
    assert [row.id for row in await store.campaigns_on(10, 2)] == [third, other]
    for campaign, since in ((other, 4000), (1, 2000), (third, 3000)):
        moved = HomeRow(campaign, since, 10, 21)
        await store.append(entry(1, interaction=900 + campaign)._replace(campaign=campaign), home=moved)
    assert await store.moved_from(20) == other, "it left last"
