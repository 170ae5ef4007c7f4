"""A start that is a fork is the command as an interpreter of its own runs it."""

import signal
from pathlib import Path
from typing import Any

import pytest

from localdiscord import LocalDiscord
from tests.bot import command
from tests.bot.command import Ended, Fork, adjutant, begin, on


async def of_both(monkeypatch: pytest.MonkeyPatch, *words: str, **settings: Any) -> tuple[Ended, Ended]:
    """How a command ends as a fork, and as an interpreter."""
    ends = []
    for forks in (True, False):
        monkeypatch.setattr(command, "FORKS", forks)
        ends.append(await adjutant(*words, **settings))
    return ends[0], ends[1]


@pytest.mark.parametrize("words", [("--version",), ("no-such",), ("run", "--help"), ("backup",), ("verify", "1")])
async def test_it_says_what_an_interpreter_says(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fork, interpreter = await of_both(monkeypatch, *words, database=tmp_path / "none.sqlite")
    assert fork == interpreter


async def test_it_ends_by_a_signal_as_an_interpreter_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(command, "FORKS", True)
    async with LocalDiscord() as server:
        bot = await begin("run", **on(server, tmp_path / "a.sqlite"))
        assert isinstance(bot, Fork)
        await server.bot_online()
        assert bot.returncode is None
        bot.kill()
        assert await bot.wait() == -signal.SIGKILL
        assert bot.returncode == -signal.SIGKILL
        bot.kill()
