import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import SqliteStore
from tests.bot.desk import Desk
from tests.faults.rounds import Report, new_seed


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """The service on a database, without Discord."""
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    yield Desk(store)
    await store.close()


@pytest.fixture
def chance(report: Report) -> random.Random:
    """What decides in a test by chance; its seed is printed."""
    seed = new_seed()
    report(f"FAULTS_SEED={seed}")
    return random.Random(seed)
