"""A run of the tests ends, whatever a test that failed has left open."""

import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
LEFT_OPEN = """
from bot.storage import SqliteStore
from tests.patience import PATIENCE

async def test_leaves_a_database_open(tmp_path):
    assert await SqliteStore.open(tmp_path / "a.sqlite") is None
"""


def test_an_open_database_does_not_hang_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_left.py").write_text(LEFT_OPEN, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "tests.conftest", "--rootdir", str(tmp_path)]
    command += ["-o", "asyncio_mode=auto", "-p", "no:cacheprovider", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
    assert (done.returncode, "1 failed" in done.stdout) == (1, True), done.stdout + done.stderr
