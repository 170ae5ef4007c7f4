"""Worlds by chance, in which nothing may go wrong; a seed plays its world again; what is planted is found."""

import os
import subprocess
import sys
from collections import Counter

import pytest

from tests.faults.rounds import Report, many, new_seed
from tests.simulation.planted import FAULTS
from tests.simulation.world import simulate

PARTS = many(4, 100)
WORLDS = int(os.environ.get("ADJUTANT_SIMULATIONS") or many(24, 100_000))
FOUND_WITHIN = 1000


@pytest.mark.parametrize("_part", range(PARTS))
def test_nothing_goes_wrong_in_any_world(report: Report, _part: int) -> None:
    first, number, done = new_seed(), max(WORLDS // PARTS, 1), Counter[str]()
    for seed in range(first, first + number):
        outcome = simulate(seed)
        assert not outcome.found, str(outcome)
        done += outcome.done
    report(f"{number} worlds from seed {first} on: {', '.join(f'{count} {what}' for what, count in done.items())}")


def test_a_seed_plays_its_world_again() -> None:
    """In another process, where sets of words come in another order."""
    seed = new_seed()
    program = f"from tests.simulation.world import simulate; print(*simulate({seed}).trace, sep='\\n')"
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == [*simulate(seed).trace], done.stderr
    assert done.stdout.splitlines() != [*simulate(seed + 1).trace]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("fault", FAULTS)
def test_planted_faults_are_found(monkeypatch: pytest.MonkeyPatch, report: Report, fault: str) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    first = new_seed()
    found = (number for number in range(1, FOUND_WITHIN) if simulate(first + number).found)
    number = next(found, None)
    assert number is not None, f"no world from seed {first} on finds it"
    report(f"{fault}: found by world {number} after seed {first}")
