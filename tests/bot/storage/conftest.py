"""A store of each kind with one campaign in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Place, Store, open_store
from tests.bot.storage.rows import CAMPAIGN, DUE


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    found: Place = tmp_path / "a.sqlite" if request.param == "sqlite" else request.getfixturevalue("address")
    return found


@pytest.fixture
async def store(place: Place) -> AsyncIterator[Store]:
    opened = await open_store(place)
    await opened.found(CAMPAIGN, DUE)
    yield opened
    await opened.close()
