"""Scripts as people play them, and what each of them reads.

``UPDATE_GOLDEN=1`` writes the transcripts anew; look at the difference before you commit it.
"""

from functools import partial
from pathlib import Path

import pytest

from bot.cli.command_line import start_local_bot
from bot.engine.service import CampaignService
from bot.storage import SqliteStore
from localdiscord import play
from tests.bot.log.test_snapshot import checked
from tests.bot.ui.pictures.drawing import check_all
from tests.games import SEED, catalog
from tests.goldens import check

GOLDEN = Path(__file__).parent / "golden"
SORRY = ("Sorry, the bot hit an error", "This button is from another version")
SCRIPTS = sorted(GOLDEN.glob("*.script"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
async def test_a_script_reads_as_it_did(
    script: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:  # fmt: skip
    database = tmp_path / "script.sqlite"
    code = await play([script], partial(start_local_bot, seed=SEED.hex()), database=database)
    said = capsys.readouterr()
    assert code == 0, said.err
    assert not [sorry for sorry in SORRY if sorry in said.out], "the bot itself failed"
    check(script.with_suffix(".txt"), said.out)
    store = await SqliteStore.open(database)
    assert await checked(CampaignService(store, catalog())) > 0, "its logs survive as snapshots"
    assert await check_all(CampaignService(store, catalog())) > 0, "every campaign has its pictures"
    await store.close()


def test_there_is_a_script_to_every_transcript() -> None:
    assert {golden.stem for golden in GOLDEN.glob("*.txt")} == {script.stem for script in SCRIPTS}
