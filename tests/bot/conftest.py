from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from tests.bot.desk import Desk


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "a.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
async def desk(store: Store) -> Desk:
    return Desk(store)
