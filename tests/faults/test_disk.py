"""The disk is full, or fails: the player reads so, nothing is half done, and play goes on once it recovers."""

import errno
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.disk import build, with_disk
from tests.faults.rounds import Report, many


@pytest.mark.parametrize("times", many([1], [1, 3, 1000]))
@pytest.mark.parametrize("error", many(["ENOSPC"], ["ENOSPC", "EIO"]))
def test_a_failing_disk_is_named_and_nothing_half_done(tmp_path: Path, report: Report, error: str, times: int) -> None:
    environment = with_disk(build(tmp_path), tmp_path / "files")
    command = [sys.executable, "-W", "ignore", "-m", "tests.faults.player", str(tmp_path / "files")]
    given = [str(getattr(errno, error)), str(times), str(many(2, 100))]
    done = subprocess.run([*command, *given], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == []
    assert found["count"] >= 2
    report(f"{found['count']} writes and syncs of a command failed, {times} at a time")
