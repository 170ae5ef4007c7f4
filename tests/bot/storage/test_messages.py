"""What people and servers have set, and who sat where."""

import asyncio

import pytest

from bot.storage import Store
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

ANNA, BERT, CARLA = 30, 31, 32


async def test_the_settings_of_a_person_are_the_last_that_were_kept(store: Store) -> None:
    assert await store.people([ANNA, BERT]) == {}
    await store.keep_person(ANNA, '{"zone":"UTC"}')
    await store.keep_person(ANNA, '{"zone":"Europe/Berlin"}')
    await store.keep_person(BERT, "{}")
    assert await store.people([ANNA, CARLA]) == {ANNA: '{"zone":"Europe/Berlin"}'}
    assert await store.people([]) == {}


async def test_seat_holders_are_written_once_per_entry(store: Store) -> None:
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


async def test_the_settings_of_a_server_are_the_last_that_were_kept(store: Store) -> None:
    assert await store.server(10) is None
    await store.keep_server(10, '{"language":"fr"}')
    await store.keep_server(10, '{"move":3}')
    await store.keep_server(11, "{}")
    assert await store.server(10) == '{"move":3}'


async def test_a_server_is_welcomed_once_each_time_that_the_bot_comes(store: Store) -> None:
    await store.keep_server(10, '{"move":3}')
    assert [await store.welcome(10, joined) for joined in (1000, 1000, 2000, 1000)] == [True, False, True, False]
    assert await store.server(10) == '{"move":3}', "its settings stay"
    asked = await asyncio.gather(*(store.welcome(12, 1000) for _ in range(5)))
    assert sorted(asked) == [False] * 4 + [True]
