"""The health check: what it reads, and how little it needs for that."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.base import heartbeat
from bot.base.heartbeat import DEAD_AFTER_SECONDS, alive_file, is_alive
from bot.base.settings import Settings

ROOT = Path(__file__).parents[3]


def test_nothing_is_alive_where_no_bot_ever_ran(tmp_path: Path) -> None:
    assert not is_alive(tmp_path / "a.sqlite")
    assert DEAD_AFTER_SECONDS < 120


@pytest.mark.parametrize(("ahead", "alive"), [(0, True), (2, True), (60, False), (1e8, False)])
def test_a_file_from_the_future_says_nothing(tmp_path: Path, ahead: float, alive: bool) -> None:
    database = tmp_path / "a.sqlite"
    alive_file(database).touch()
    os.utime(alive_file(database), (time.time() + ahead,) * 2)
    assert is_alive(database) is alive


@pytest.mark.parametrize("given", [None, "", "a/b.sqlite", "postgresql://host/name", "postgres://host/name"])
def test_it_looks_where_the_bot_of_the_same_settings_writes(given: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    monkeypatch.setattr(heartbeat, "is_alive", looked.append)
    monkeypatch.delenv("ADJUTANT_DATABASE", raising=False)
    if given is not None:
        monkeypatch.setenv("ADJUTANT_DATABASE", given)
    assert heartbeat.health() == 1
    if given == "":  # with which no bot starts
        assert looked == [Path(heartbeat.DATABASE)]
    else:
        assert alive_file(looked[0]) == alive_file(Settings().database)


@pytest.mark.parametrize("module", ["bot", "adjutant_bot"])
def test_it_imports_next_to_nothing(module: str, tmp_path: Path) -> None:
    """A container asks every minute. The whole bot took most of a second to import."""
    database = tmp_path / "a.sqlite"
    alive_file(database).touch()
    watched = (
        "import atexit, runpy, sys; atexit.register(lambda: print(*sys.modules)); sys.argv = ['adjutant', 'health'];"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{watched} runpy.run_module({module!r}, run_name='__main__')"],
        cwd=ROOT, env={**os.environ, "ADJUTANT_DATABASE": str(database)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    imported = set(done.stdout.split())
    assert "bot.base.heartbeat" in imported
    assert not imported & {
        "asyncio", "discord", "pydantic", "rules", "sqlite3", "typer", "bot.base.settings", "bot.storage",
    }  # fmt: skip
    assert len(imported) < 200
