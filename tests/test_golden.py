"""Scripts as people play them, and what each of them reads.

``UPDATE_GOLDEN=1`` writes the transcripts anew; look at the difference before you commit it.
"""

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from bot.engine.service import CampaignService
from bot.storage import SqliteStore
from tests.bot.log.test_snapshot import checked
from tests.bot.messages.pictures.drawing import check_all
from tests.games import catalog
from tests.goldens import check
from tests.scripts import GOLDEN, SCRIPTS, database_of, played

DIGEST = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}")
"""A hash or a seal: another one with each letter of the games' data. What it is of, other tests work out."""
SORRY = ("Sorry, the bot hit an error", "This button is from another version")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_reads_as_it_did(script: Path) -> None:
    told = played(script)
    assert told.code == 0, told.wrong
    assert not [sorry for sorry in SORRY if sorry in told.said], "the bot itself failed"
    check(script.with_suffix(".txt"), DIGEST.sub("(digest)", told.said))


@pytest.mark.by_day(6)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
async def test_a_scripts_database_can_be_kept_and_drawn(script: Path, tmp_path: Path) -> None:
    await asyncio.to_thread(played, script)
    database = shutil.copy(database_of(script), tmp_path)
    store = await SqliteStore.open(Path(database))
    assert await checked(CampaignService(store, catalog())) > 0, "its logs survive as snapshots"
    assert await check_all(CampaignService(store, catalog())) > 0, "every campaign has its pictures"
    await store.close()


def test_there_is_a_script_to_every_transcript() -> None:
    assert {golden.stem for golden in GOLDEN.glob("*.txt")} == {script.stem for script in SCRIPTS}
