"""The sign of life: it follows the connection, survives a disk that fails, and believes no future."""

import asyncio
import logging
import os
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.base.heartbeat import alive_file, is_alive
from bot.cli.app import beat, folder_of
from tests.bot.harness import Harness
from tests.patience import until


async def test_the_health_check_follows_the_connection(here: Harness) -> None:
    await until(lambda: is_alive(here.database))
    os.utime(alive_file(here.database), (1, 1))
    assert not is_alive(here.database)


async def test_it_goes_on_after_a_disk_that_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It looks again soon, and says once what is wrong."""
    folder, slept = tmp_path / "gone", list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            folder.mkdir()
        if len(slept) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr("bot.cli.app.asyncio.sleep", sleep)
    with caplog.at_level(logging.WARNING), pytest.raises(asyncio.CancelledError):
        await beat(lambda: True, alive_file(folder / "a.sqlite"))
    assert (slept, is_alive(folder / "a.sqlite")) == ([1, 1, 1, 20], True)
    (record,) = caplog.records
    assert "No such file" in record.getMessage()


async def test_without_a_connection_there_is_no_heartbeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    seen: list[bool] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        seen.append((tmp_path / "alive").exists())
        if len(slept) == 4:
            raise asyncio.CancelledError

    monkeypatch.setattr("bot.cli.app.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await beat(iter((False, False, True, True)).__next__, tmp_path / "alive")
    assert (slept, seen) == ([1, 1, 20, 20], [False, False, True, True])


def test_beside_a_file_or_where_the_bot_works(tmp_path: Path) -> None:
    assert folder_of(tmp_path / "a.sqlite") == tmp_path
    assert folder_of(Path("a.sqlite")) == Path.cwd()
    assert folder_of(SecretStr("postgresql://x")) == Path.cwd()
