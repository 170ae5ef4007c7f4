import gc
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from bot.base.catalog import Catalog, read_catalog
from bot.base.garbage import spare_what_stays
from bot.messages.pictures import gallery
from bot.storage import sqlite
from localdiscord import LocalDiscord
from localdiscord.script.player import play
from rules.game import AnyGame, Due, Whose
from rules.games.gathering_storm import GatheringStorm
from rules.seat import Seat
from tests import figures
from tests.bot.harness import Harness, harness
from tests.faults import rounds
from tests.faults.rounds import Report
from tests.games import catalog, shipped
from tests.high_card import HighCard
from tests.loaded import true_dice
from tests.night_watch import NightWatch
from tests.patience import PATIENCE
from tests.scripts import FOLDER

pytest_plugins = ["localdiscord.pytest_plugin", "pytester", "tests.seeded"]

# where Python is told to keep no bytecode, each process that a test starts would compile the bot anew
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# a test that hangs fails
os.environ.setdefault("PYTEST_TIMEOUT", str(10 * PATIENCE))

STATUS = pytest.StashKey[int]()
BEGAN = pytest.StashKey[float]()


def pytest_configure(config: pytest.Config) -> None:
    """When it began. While tests are collected, there is no garbage."""
    config.stash[BEGAN] = time.monotonic()
    gc.disable()


def pytest_collection_finish() -> None:
    """What was collected stays, and so does what was loaded for it."""
    spare_what_stays()
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """``-n auto``: one worker more than cores, as some tests wait for another process."""
    return 1 + (os.cpu_count() or 1)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """After a failure, how to run the tests again with the same order and draws. What a test of faults has counted is
    printed, and a run that is to be counted is noted.
    """
    for each in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", []):
        lines = [str(value) for name, value in getattr(each, "user_properties", []) if name == "faults"]
        if lines and each.when == "call":
            terminalreporter.write_line(f"{each.nodeid.rpartition('/')[2]} {each.duration:.1f} s: {'; '.join(lines)}")
    if kind := os.environ.get(figures.KIND):
        seconds = time.monotonic() - terminalreporter.config.stash[BEGAN]
        figures.note(kind, figures.of_run(terminalreporter.stats, seconds, datetime.now(UTC).date()))
    seed = config.getoption("randomly_seed", None)
    if seed is not None and terminalreporter.stats.get("failed", []) + terminalreporter.stats.get("error", []):
        again = "test-long" if rounds.IS_LONG else "test"
        terminalreporter.write_line(f"The same again: make {again} SEED={seed}, or --randomly-seed={seed}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Note how the run ended. One collection finds what was left open; the five of pytest itself then cost nothing."""
    session.config.stash[STATUS] = int(exitstatus)
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """A test that failed can leave a database open, and its thread waits for ever: the run ends all the same."""
    left = [each for each in threading.enumerate() if "_connection_worker_thread" in each.name and not each.daemon]
    if left and not hasattr(config, "workerinput"):
        sys.stdout.flush()
        os._exit(config.stash.get(STATUS, 1))


@pytest.fixture(scope="session", autouse=True)
def _scripts(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a script of a golden said is kept where all workers of the run find it."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "scripts"
    shared.mkdir(exist_ok=True)
    os.environ[FOLDER] = str(shared)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Harness]:
    """The local Discord with the real bot, and nothing founded yet."""
    async with harness(tmp_path) as started:
        yield started


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Report:
    """Notes a line for the end of the run."""

    def note(line: str) -> None:
        record_property("faults", line)
        print(line)

    return note


@pytest.fixture(scope="session", autouse=True)
def _patient() -> Iterator[None]:
    """An answer, an edit and a picture are waited for however busy the machine is: what a test reads does not depend on
    that. Nor does a database wait for the disk: ``tests/faults`` cuts the power of other processes alone.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "PRAGMAS", [each.replace("= FULL", "= OFF") for each in sqlite.PRAGMAS])
        patch.setattr("bot.messages.pictures.gallery.SOON", 2 * PATIENCE)
        patch.setattr("bot.messages.pictures.gallery.LONGEST_SECONDS", 2 * PATIENCE)
        patch.setattr("bot.chat.posting.step_message.EDIT_SECONDS", PATIENCE)
        patch.setattr(LocalDiscord.bot_online, "__defaults__", (PATIENCE,))
        for waiting in (LocalDiscord.__init__, play):
            patch.setitem(waiting.__kwdefaults__ or {}, "ack_timeout", PATIENCE)
        patch.setitem(play.__kwdefaults__ or {}, "expect_timeout", PATIENCE)
        yield


@pytest.fixture(scope="session", autouse=True)
def _read_once() -> Iterator[None]:
    """A bot that starts with the data it ships does not read that again, nor does it draw the same picture again. It is
    read before any test can plant in it.
    """
    catalog()

    def read(own: Path | None = None) -> Catalog:
        return read_catalog(own) if own else Catalog(shipped())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.cli.app.read_catalog", read)
        patch.setattr(gallery, "_run", lru_cache(maxsize=200)(gallery._run))
        yield


@pytest.fixture
def _only_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games wait for nobody to play on the board: a test is about requests and questions alone."""
    for game in (HighCard, NightWatch, GatheringStorm):

        def due(self: AnyGame, state: Any, whole: Any = game.due) -> Mapping[Seat, Due]:
            return {seat: each for seat, each in whole(self, state).items() if each.whose is Whose.MUST}

        monkeypatch.setattr(game, "due", due)


@pytest.fixture
def fair_dice() -> Iterator[None]:
    """The program's own dice, not loaded ones."""
    with true_dice():
        yield
