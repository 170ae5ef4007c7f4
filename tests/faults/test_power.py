"""The power fails at any moment: what was acknowledged is on the disk."""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage import SqliteStore
from tests.bot.storage.rows import CAMPAIGN, entry
from tests.faults.disk import Step, build, cuts, read_trace, with_disk
from tests.faults.rounds import Report, many
from tests.faults.writer import CAMPAIGNS


def traced(folder: Path, checkpoint: int, synchronous: str = "", entries: int = 40) -> list[Step]:
    """Everything that a store does to its disk while it is written to."""
    environment = with_disk(build(folder), folder / "files", folder / "trace")
    files = [str(folder / "files" / name) for name in ("a.sqlite", "acknowledged")]
    command = [sys.executable, "-W", "ignore", "-m", "tests.faults.writer"]
    subprocess.run([*command, *files, str(entries), str(checkpoint), synchronous], env=environment, check=True)
    return read_trace(folder / "trace")


async def wrong_after(folder: Path, acknowledged: str, files: dict[str, bytes]) -> str:
    """What is wrong with a database after a cut, nothing if all is well."""
    folder.mkdir()  # noqa: ASYNC240 (nothing else runs)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    try:
        store = await SqliteStore.open(folder / "a.sqlite")
    except Exception as error:  # noqa: BLE001 (whatever it is, the database cannot be opened)
        return f"it does not open: {error}"
    try:
        return await wrong_in(store, [tuple(map(int, line.split())) for line in acknowledged.splitlines()])
    except Exception as error:  # noqa: BLE001 (whatever it is, the database cannot be read)
        return f"it cannot be read: {error}"
    finally:
        await store.close()


async def wrong_in(store: SqliteStore, acknowledged: list[tuple[int, ...]]) -> str:
    ((is_whole, *_),) = await store._db.execute_fetchall("PRAGMA integrity_check(1)")
    if is_whole != "ok":
        return "it is damaged"
    for id_ in range(1, CAMPAIGNS + 1):
        told = [seq for campaign, seq in acknowledged if campaign == id_]
        if await store.campaign(id_) is None:
            if told:
                return f"campaign {id_} is lost"
            continue
        rows = await store.entries(id_)
        if [row.seq for row in rows] != [*range(1, len(rows) + 1)] or len(rows) < max(told, default=0):
            return f"of campaign {id_} {len(rows)} entries are left, {max(told)} were acknowledged"
        if any(row.command != f'{{"n":{id_ * row.seq}}}' for row in rows):
            return f"entries of campaign {id_} were changed"
        posts = "SELECT count(*) FROM post WHERE campaign = ?"
        ((count,),) = await store._db.execute_fetchall(posts, (id_,))
        if count != len(rows) + 1:
            return f"campaign {id_} has entries without their posts"
    await store.found(CAMPAIGN._replace(interaction=99), 0)
    await store.append(entry(1, 99)._replace(campaign=(await store.campaigns_in(20))[0].id))
    return ""


async def lost(folder: Path, steps: list[Step], number: int, chance: random.Random) -> list[str]:
    """What was wrong after some cuts at random places."""
    places = sorted(chance.randrange(1, len(steps) + 1) for _ in range(number))
    found = []
    for count, (acknowledged, files) in enumerate(cuts(steps, places, chance)):
        if wrong := await wrong_after(folder / f"cut-{count}", acknowledged, files):
            found.append(f"cut at step {places[count]} of {len(steps)}: {wrong}")
    return found


@pytest.mark.parametrize("checkpoint", many([20], [5, 20, 100, 1000]))
async def test_acknowledged_data_survives(
    tmp_path: Path, chance: random.Random, report: Report, checkpoint: int
) -> None:
    steps = traced(tmp_path, checkpoint, entries=many(10, 40))
    number = many(30, 500)
    assert any(step.name == "acknowledged" for step in steps), "something was acknowledged that could be lost"
    assert await lost(tmp_path, steps, number, chance) == []
    report(f"{number} cuts of {len(steps)} steps: nothing lost")


@pytest.mark.parametrize("synchronous", many(["NORMAL"], ["OFF", "NORMAL"]))
async def test_a_disk_that_is_synced_less_is_caught(
    tmp_path: Path, chance: random.Random, report: Report, synchronous: str
) -> None:
    """What the test above would miss if it could not see a loss."""
    steps = traced(tmp_path, 20, synchronous, entries=many(10, 40))
    number = many(40, 200)
    found = await lost(tmp_path, steps, number, chance)
    report(f"synchronous = {synchronous}: {len(found)} of {number} cuts lost something")
    assert found
