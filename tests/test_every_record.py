"""What every script of the goldens leaves can be checked, as long as the game goes on and open. The scripts are played
for it with the program's own dice, which are the ones that a record proves: so some of what they ask for is refused.
"""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.log.export import export_campaign
from bot.log.verify import verify_file
from bot.storage.sqlite import SqliteStore
from tests.games import catalog
from tests.patience import MOMENT
from tests.scripts import SCRIPTS, perform


async def records(database: Path) -> list[bytes]:
    """The record of each campaign that a script left, closed and open."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        ids = [id_ for (id_,) in db.execute("SELECT id FROM campaign")]
    store = await SqliteStore.read(database)
    exported = [await export_campaign(store, id_, is_open=is_open) for id_ in ids for is_open in (False, True)]
    await store.close()
    return [each.data for each in exported if each is not None]


@pytest.mark.by_day(2)
@pytest.mark.usefixtures("fair_dice")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_every_record_is_what_it_says(script: Path, tmp_path: Path) -> None:
    perform(script, tmp_path / "a.sqlite", patience=20 * MOMENT)
    found = asyncio.run(records(tmp_path / "a.sqlite"))
    assert found
    for each in found:
        assert verify_file(each, catalog())[0].startswith("The chain is whole")
