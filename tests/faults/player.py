"""Plays on a disk that fails at each write and each sync of a command in turn, and notes what went wrong.

``python -m tests.faults.player FOLDER ERRNO TIMES MOST`` with the disk preloaded; one JSON object at the end.
"""

import asyncio
import ctypes
import json
import os
import shutil
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from bot.engine.service import CampaignService
from bot.storage import SqliteStore
from rules.campaign import Campaign
from tests.bot.harness import Harness, harness, text
from tests.faults.lives import entries_of
from tests.games import catalog
from tests.patience import a_moment

DISK = ctypes.CDLL(None)
COPY = Path(sys.argv[1]).parent / "copy"


def fail(nth: int, times: int, error: int) -> None:
    """Let writes and syncs fail from the nth on."""
    DISK.disk_fail(ctypes.c_long(nth), ctypes.c_long(times), error)


async def read_by_another(database: Path, channel: int) -> Campaign:
    """The campaign as another bot finds it."""
    store = await SqliteStore.read(database)
    try:
        return (await CampaignService(store, catalog()).session_in(channel)).campaign
    finally:
        await store.close()


async def wrong_on_the_disk(here: Harness, *, copied: bool) -> list[str]:
    """Whether the disk, or a copy of its files, has another campaign than the memory."""
    database = here.database
    if copied:
        shutil.rmtree(COPY, ignore_errors=True)
        shutil.copytree(database.parent, COPY)
        database = COPY / database.name
    campaign = (await here.campaign()).campaign
    same = campaign == await read_by_another(database, int(here.marne["id"]))
    return [] if same else [f"the campaign in memory is not the one on the disk (a copy: {copied})"]


async def try_once(here: Harness, nth: int, times: int, error: int) -> Iterator[str]:
    """Roll while the disk fails; everything that is wrong then, and after it has recovered."""
    before, said = (await here.campaign()).campaign.seq, len(here.private(here.anna))
    fail(nth, times, error)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    told = [text(each) for each in here.private(here.anna)[said:]]
    await a_moment(5)  # what was posted is marked
    fail(-1, 0, 0)
    campaign, found = (await here.campaign()).campaign, await wrong_on_the_disk(here, copied=False)
    if campaign.seq == before and not (told and told[0].startswith("The disk ") and "nothing was done" in told[0]):
        found.append(f"nothing was written, and the player reads {told}")
    if campaign.seq > before and told:
        found.append(f"it was written, and the player reads {told}")
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    if (await here.campaign()).campaign.seq != campaign.seq + 1:
        found.append("play does not go on")
    found += await wrong_on_the_disk(here, copied=True)
    await here.settle(after=timedelta(minutes=3))
    await here.settle(after=timedelta(hours=2))
    results = [seq for each in here.carla.messages(here.marne) for seq in entries_of(each)]
    if results != [*range(1, campaign.seq + 2)]:
        found.append(f"the channel reads {results[-5:]} after {campaign.seq} entries")
    return (f"write or sync {nth}: {each}" for each in found)


async def play(folder: Path, error: int, times: int, most: int) -> dict[str, object]:
    """Let each write and each sync fail in turn, until a command has fewer."""
    async with harness(folder) as here:
        await here.found_high_card()
        await here.settle(after=timedelta(minutes=1))
        wrong: list[str] = []
        fail(-1, 0, 0)
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
        await a_moment(5)
        count = min(DISK.disk_count(), most)
        for nth in range(1, count + 1):
            wrong += await try_once(here, nth, times, error)
        return {"count": count, "wrong": wrong}


if __name__ == "__main__":
    place, *numbers = sys.argv[1:]
    os.environ.pop("LD_PRELOAD")
    print(json.dumps(asyncio.run(play(Path(place), *map(int, numbers)))))
