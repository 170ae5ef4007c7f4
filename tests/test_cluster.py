"""Two processes on one PostgreSQL, one of which is killed; ``python -m tests.cluster 1000 4 8`` plays more."""

import pytest

from tests.cluster import run
from tests.postgres import NoServer


async def test_processes_that_are_killed_lose_nothing_and_say_nothing_twice() -> None:
    try:
        tally = await run(campaigns=8, processes=2, kills=1)
    except NoServer as error:
        pytest.skip(f"no PostgreSQL: {error}")
    assert tally.faults == []
    assert (tally.campaigns, tally.kills) == (8, 1)
    assert tally.entries >= 32
