"""A table whose Discord loses answers, and a library that does not wait before it tries again."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest

from tests.bot.harness import Harness


class Hasty:
    """asyncio for a library that waits before it tries again: here it does not."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    monkeypatch.setattr("discord.webhook.async_.asyncio", Hasty())


@pytest.fixture
async def table(here: Harness) -> AsyncIterator[Harness]:
    """High Card: Anna is Red, Bert is Blue, everything so far is posted and marked, and people give up."""
    await here.found_high_card()
    await here.settle(after=timedelta(minutes=1))
    with here.impatient():
        yield here
