"""A store of each kind with one campaign in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import SqliteStore, Store
from tests.bot.store.rows import CAMPAIGN, DUE


@pytest.fixture(params=["sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    assert request.param == "sqlite"
    opened = await SqliteStore.open(tmp_path / "a.sqlite")
    await opened.found(CAMPAIGN, DUE)
    yield opened
    await opened.close()
