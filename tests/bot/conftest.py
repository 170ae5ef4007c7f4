from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import SqliteStore
from tests.bot.desk import Desk


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "a.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
async def desk(store: SqliteStore) -> Desk:
    return Desk(store)
