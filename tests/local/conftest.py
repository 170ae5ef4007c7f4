from collections.abc import AsyncIterator

import pytest

from bot.local import LocalDiscord
from tests.local.little_bot import LittleBot, connected


@pytest.fixture
async def table() -> AsyncIterator[LocalDiscord]:
    table = LocalDiscord(patience=0.3)
    await table.start()
    yield table
    await table.stop()


@pytest.fixture
async def bot(table: LocalDiscord) -> AsyncIterator[LittleBot]:
    little = LittleBot()
    async with connected(table, little):
        yield little
