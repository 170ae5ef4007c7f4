"""A table whose Discord loses answers, and a library that does not wait before it tries again."""

import asyncio
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
async def table(here: Harness) -> Harness:
    """High Card: Anna is Red, Bert is Blue, and everything so far is posted and marked."""
    await here.found_high_card()
    here.server.hub.interactions.ack_timeout = 0.5
    await here.settle(after=timedelta(minutes=1))
    return here
