"""The sign of life: it follows the connection, survives a disk that fails, and believes no future."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from bot import alive
from bot.alive import beat
from bot.pulse import alive_file, is_alive
from tests.bot.harness import Harness, until


class Connected:
    is_connected = True


async def test_the_health_check_follows_the_connection(here: Harness) -> None:
    await until(lambda: is_alive(here.database))
    os.utime(alive_file(here.database), (1, 1))
    assert not is_alive(here.database)


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
