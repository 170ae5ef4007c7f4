"""A minute to midnight on New Year's Eve in Tokyo: the day, the month and the year of most dates are about to end."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.engine.test_called_players import called, offered
from tests.bot.harness import Harness, choose, harness, text
from tests.start import NEW_YEARS_EVE, SteppingClock


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path, clock=SteppingClock(NEW_YEARS_EVE)) as started:
        await started.bert.slash(started.marne, "me settings", {"zone": "Asia/Tokyo"})
        yield started


async def test_a_sleeper_is_called_after_new_year(here: Harness) -> None:
    await here.bert.slash(here.marne, "me settings", {"quiet": "22-7"})
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert called(here.newest(here.carla)) == []
    await here.settle(after=timedelta(hours=7))
    assert called(here.newest(here.carla)) == [], "a minute before the end of the night"
    await here.settle(after=timedelta(minutes=2))
    assert called(here.newest(here.carla)) == ["bert"]


async def test_the_next_day_is_one_of_the_next_year(here: Harness) -> None:
    await here.bert.slash(here.marne, "me away", {"until": "2027-12-31"})
    assert "That day has begun already." in text(here.private(here.bert)[-1])
    await here.bert.slash(here.marne, "me away", {"until": "2028-01-01"})
    assert "You are away until" in text(here.private(here.bert)[-1])
    await here.settle(after=timedelta(minutes=1))
    await choose(here.bert, here.marne, "me more back")
    assert "You are not away." in text(here.private(here.bert)[-1])
