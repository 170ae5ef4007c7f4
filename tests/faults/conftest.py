import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.storage import SqliteStore
from tests.bot.desk import Desk
from tests.faults.rounds import Report, new_seed


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """The service on a database, without Discord."""
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    yield Desk(store)
    await store.close()


@pytest.fixture
def chance(report: Report) -> random.Random:
    """What decides in a test by chance; its seed is printed."""
    seed = new_seed()
    report(f"FAULTS_SEED={seed}")
    return random.Random(seed)


@pytest.fixture
def report(record_property: Callable[[str, object], None]) -> Report:
    """Notes a line for the end of the run."""

    def note(line: str) -> None:
        record_property("faults", line)
        print(line)

    return note


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints what each test counted."""
    reports = [each for kind in ("passed", "failed") for each in terminalreporter.stats.get(kind, [])]
    for each in reports:
        lines = [str(value) for name, value in getattr(each, "user_properties", []) if name == "faults"]
        if lines and each.when == "call":
            terminalreporter.write_line(f"{each.nodeid.rpartition('/')[2]} {each.duration:.1f} s: {'; '.join(lines)}")
