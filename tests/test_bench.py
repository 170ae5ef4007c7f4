"""What the benchmark writes past the store is what the store reads."""

from pathlib import Path

from bot.engine.service import CampaignService
from bot.storage import SqliteStore
from tests.bench.long_logs import fill
from tests.bench.writes import raw
from tests.bot.desk import Desk
from tests.bot.storage.rows import CAMPAIGN
from tests.games import catalog


async def test_a_long_log_is_one_that_can_be_folded(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    await fill(store, await Desk(store).found("marne-1918", "Allies"), 3)
    assert (await CampaignService(store, catalog()).session(1)).campaign.seq == 3
    await store.close()


async def test_the_raw_writes_are_those_of_the_store(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    await store.found(CAMPAIGN, 0)
    assert raw(tmp_path / "a.sqlite", 1, 2) > 0
    assert [row.seq for row in await store.entries(1)] == [1, 2]
    await store.close()
