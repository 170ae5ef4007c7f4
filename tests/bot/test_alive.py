"""The sign of life: it follows the connection, survives a disk that fails, and believes no future."""

import asyncio
import logging
import os
import time
from pathlib import Path

import pytest

from bot import alive
from bot.alive import DEAD_AFTER_SECONDS, alive_file, beat, is_alive
from tests.bot.harness import Harness, until


class Connected:
    is_connected = True


async def test_the_health_check_follows_the_connection(here: Harness) -> None:
    await until(lambda: is_alive(here.database))
    os.utime(alive_file(here.database), (1, 1))
    assert not is_alive(here.database)


def test_nothing_is_alive_where_no_bot_ever_ran(tmp_path: Path) -> None:
    assert not is_alive(tmp_path / "a.sqlite")
    assert DEAD_AFTER_SECONDS < 120


@pytest.mark.parametrize(("ahead", "alive"), [(0, True), (2, True), (60, False), (1e8, False)])
def test_a_file_from_the_future_says_nothing(tmp_path: Path, ahead: float, alive: bool) -> None:
    database = tmp_path / "a.sqlite"
    alive_file(database).touch()
    os.utime(alive_file(database), (time.time() + ahead,) * 2)
    assert is_alive(database) is alive


async def test_it_goes_on_after_a_disk_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(alive, "HEARTBEAT_SECONDS", 0.01)
    folder = tmp_path / "gone"
    with caplog.at_level(logging.WARNING):
        beating = asyncio.create_task(beat(Connected(), alive_file(folder / "a.sqlite")))
        await asyncio.sleep(1.2)
        folder.mkdir()
        await until(lambda: is_alive(folder / "a.sqlite"))
    beating.cancel()
    assert len(caplog.records) == 1
    assert "No such file" in caplog.text
