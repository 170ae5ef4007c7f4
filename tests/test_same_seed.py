"""One seed gives the same cases and the same data, however many workers share the tests."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
DRAWS = """
import random
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from tests.faults.rounds import new_seed
from tests.start import moment

file = Path(__file__).with_suffix(".drawn").open("a", buffering=1)

@pytest.mark.by_day(2)
@pytest.mark.parametrize("case", range(9))
def test_a_case(case):
    print(case, new_seed(), random.random(), moment(), file=file)

@settings(max_examples=9, database=None)
@given(strategies.text())
def test_examples(text):
    print(repr(text), file=file)
"""


def drawn(folder: Path, workers: int, seed: int) -> list[str]:
    """What a run drew with so many workers, whoever was first."""
    folder.mkdir()
    (folder / "test_draws.py").write_text(DRAWS, encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-q", "-n", str(workers), f"--randomly-seed={seed}", "-p", "tests.seeded"]
    words += ["--rootdir", str(folder), "-p", "no:cacheprovider", "-o", "markers=by_day(number)", str(folder)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "ADJUTANT_"))}
    done = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=8 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return sorted((folder / "test_draws.drawn").read_text(encoding="utf-8").splitlines())


def test_a_seed_draws_the_same_with_any_workers(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        alone, shared = pool.map(lambda workers: drawn(tmp_path / str(workers), workers, seed=7), (0, 2))
    assert alone == shared
    assert len(alone) == 2 + 9
