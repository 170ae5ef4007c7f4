from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.sitting import Sitting, sitting


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    """A table with the real bot, and nothing founded yet."""
    async with sitting(tmp_path) as table:
        yield table
