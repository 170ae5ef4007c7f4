"""What is kept of servers, whatever is below it: their settings, and that they were welcomed."""

import asyncio

from bot.storage import Store


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
