"""A session, and a server with two shards."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from localdiscord import LocalDiscord


@pytest.fixture
async def two_shards() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(shards=2, max_concurrency=4) as server:
        server.user("anna")
        server.guild("second").user("anna")
        yield server


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
