from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.harness import Harness, harness


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Harness]:
    """The local Discord with the real bot, and nothing founded yet."""
    async with harness(tmp_path) as started:
        yield started
