"""The daily look at the database: a campaign that is damaged is closed for play, and the log says what to do."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import SqliteStore
from bot.storage.inspection import Inspections
from rules.campaign.decider.unknown import UnknownGame
from tests.bot.desk import ANNA, CHANNEL, Desk
from tests.bot.storage.damage import ROLL, change, played, rows
from tests.patience import until

SPOIL = "UPDATE entry SET dice = '[[6,6,6]]' WHERE campaign = 1 AND seq = 2"


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """A bot that has two campaigns in memory, and one of them is damaged on the disk."""
    await played(tmp_path / "a.sqlite", campaigns=2)
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    desk = Desk(store)
    desk._interaction = 5000
    for number in range(2):
        await desk.act(ANNA, ROLL, channel=CHANNEL + number)
    change(tmp_path / "a.sqlite", SPOIL)
    yield desk
    await store.close()


@pytest.mark.parametrize("more", [(), ("UPDATE document SET body = '{}'",)], ids=["alone", "beside a document"])
async def test_it_closes_the_campaign_that_is_damaged_and_no_other(
    desk: Desk, tmp_path: Path, caplog: pytest.LogCaptureFixture, more: tuple[str, ...]
) -> None:
    for damage in more:
        change(tmp_path / "a.sqlite", damage)
    found = await Inspections(tmp_path / "a.sqlite", desk.service.sessions.look_again).look()
    assert [each.campaign for each in found if each.campaign is not None] == [1]
    assert len(found) == 1 + len(rows(tmp_path / "a.sqlite")["document"]) * len(more)
    assert "Campaign 1: entry 2 of its log is damaged. Stop the bot and run `adjutant restore BACKUP --" in caplog.text
    assert all(f"{each}. Stop the bot" in caplog.text for each in found)
    closed, other = [(await desk.service.session(id_)).campaign.game for id_ in (1, 2)]
    assert (isinstance(closed, UnknownGame), isinstance(other, UnknownGame)) == (True, False)
    await desk.act(ANNA, ROLL, channel=CHANNEL + 1)


@pytest.mark.usefixtures("desk")
async def test_it_looks_again_and_again_beside_the_bot(tmp_path: Path) -> None:
    closed = list[int]()

    async def note(id_: int) -> None:
        closed.append(id_)

    running = asyncio.create_task(Inspections(tmp_path / "a.sqlite", note).run(0.0, 0.01))
    await until(lambda: len(closed) >= 2)
    running.cancel()
    assert {*closed} == {1}


async def test_a_temporarily_unreadable_database_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def nothing(_: int) -> None:
        raise AssertionError

    with caplog.at_level(logging.WARNING):
        running = asyncio.create_task(Inspections(tmp_path / "none.sqlite", nothing).run(0.0, 0.01))
        await until(lambda: caplog.text.count("could not be inspected") >= 2)
    assert not running.done()
    running.cancel()
