"""Two processes on one PostgreSQL, one of which is killed; ``python -m tests.cluster 1000 4 8`` plays more."""

import pytest

from tests.cluster import run
from tests.postgres import NoServer


@pytest.mark.by_day(0)  # `make cluster`, which CI runs, kills a process as well
@pytest.mark.parametrize("shards", [2, 1], ids=["a shard each", "the same shard"])
async def test_killed_processes_lose_and_repeat_nothing(shards: int) -> None:
    """With the same shard, as in a rolling restart, both get every interaction, and both write."""
    try:
        tally = await run(campaigns=8, processes=2, kills=1, shards=shards)
    except NoServer as error:
        pytest.skip(f"no PostgreSQL: {error}")
    assert tally.faults == []
    assert (tally.campaigns, tally.kills) == (8, 1)
    assert tally.entries >= 32
