"""After a restored backup each campaign reads once that its log went back; what stands there of it counts no more."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.storage import backups
from tests.bot.chat.posting.test_poster import results, roll
from tests.bot.harness import Harness, choose, labels, text

TITLE, OLD = "The log has gone back", "This message counts no more: a backup was restored."


def told(here: Harness) -> list[str]:
    return [text(each) for each in here.carla.messages(here.marne) if TITLE in text(each)]


async def go_back(here: Harness, backup: Path, *, alone: bool = False, is_broken: bool = False) -> None:
    """The host puts a backup in place, over a database that cannot be read any more if it ``is_broken``."""
    await here.bot.stop()
    if is_broken:
        here.database.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40)
    if alone:
        backups.restore_campaign(backup, here.database, 1, here.server.clock.now())
    else:
        backups.restore(backup, here.database, here.server.clock.now())
    here.history.said.clear()
    await here.start_bot()
    await here.settle()


@pytest.fixture
async def backup(table: Harness) -> Path:
    """A backup, after which Anna rolls two dice, each in a message of its own."""
    whole = table.database.with_name("whole.sqlite")
    await backups.copy(table.database, whole)
    for _ in range(2):
        await roll(table)
        await table.settle(after=timedelta(days=1))
    assert len(results(table)) == 3
    return whole


@pytest.mark.parametrize("alone", [False, True])
async def test_a_table_is_told_what_is_lost_once(table: Harness, backup: Path, *, alone: bool) -> None:
    await go_back(table, backup, alone=alone)
    (said,) = told(table)
    assert "the log ends with entry 1." in said
    assert "Lost: 2 entries" in said
    await table.restart()
    await go_back(table, backup)
    await table.settle(after=timedelta(days=1))
    assert len(told(table)) == 1, "nothing is lost by that"


async def test_what_cannot_be_counted_is_told_too(table: Harness, backup: Path) -> None:
    await go_back(table, backup, is_broken=True)
    (said,) = told(table)
    assert "the log ends with entry 1." in said
    assert "Whatever was done after that is lost." in said


async def test_an_ended_campaign_is_told_of_no_doubt(table: Harness, backup: Path) -> None:
    await choose(table.anna, table.marne, "campaign manage end")
    await table.bert.press(table.newest(table.bert), "Blue: Agree")
    await table.settle(after=timedelta(minutes=1))
    assert (await table.campaign()).campaign.is_ended
    await backups.copy(table.database, backup.with_name("end.sqlite"))
    await go_back(table, backup.with_name("end.sqlite"), is_broken=True)
    assert told(table) == []


async def test_a_message_of_the_lost_time_counts_no_more(table: Harness, backup: Path) -> None:
    ghost = next(each for each in reversed(table.anna.messages(table.marne)) if "Why?" in labels(each))
    await go_back(table, backup)
    await table.anna.press(ghost, "Why?")
    assert OLD in text(table.private(table.anna)[-1])
