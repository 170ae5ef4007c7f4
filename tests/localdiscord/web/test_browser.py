"""The tests in a browser say so where there is none."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_without_a_browser_each_test_is_skipped_and_says_why() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/page"],
        cwd=ROOT,
        env=os.environ | {"ADJUTANT_BROWSER": "no-such-browser"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no browser: set ADJUTANT_BROWSER" in done.stdout
    assert " skipped" in done.stdout
    assert "passed" not in done.stdout
