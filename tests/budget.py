"""What share of the time of ``make test`` each test file takes, and what it may take.

``tests/budget.toml`` names the shares in hundredths. ``python -m tests.budget`` writes it from the last run of
``make test``; ``python -m tests.budget check`` fails where a file has grown by half, and by more than chance does.
Shares are compared, so that a slow machine is no fault.
"""

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.figures import read

BUDGET = Path(__file__).parent / "budget.toml"
LEAST = 0.3
"""A file that takes less of the whole, in hundredths, is not named."""
NOISE = 2.0
"""So many hundredths a share differs from run to run, according to what ran beside it."""
GROWTH = 1.5
GOLDEN = "tests/test_golden.py"
READERS = ("tests/test_words.py", "tests/test_always_waits.py")
"""Who comes first plays a script for all that read it, so what these take counts as that of the goldens."""
HEAD = """\
# Of 100 seconds that all tests take together, so many are those of each file; files not named here take less than 0.3.
# `python -m tests.budget` writes this from the last `make test`, and CI fails where a file has grown by half
# and by more than two hundredths, which is what chance does.
"""


def shares(seconds: Mapping[str, float]) -> Mapping[str, float]:
    """Return the share of each file in hundredths of the whole, the largest first."""
    whole, taken = sum(seconds.values()), defaultdict[str, float](float)
    for file, each in seconds.items():
        taken[GOLDEN if file in READERS else file] += each
    return {file: 100 * each / whole for file, each in sorted(taken.items(), key=lambda pair: -pair[1])}


def written(seconds: Mapping[str, float]) -> str:
    """Return the table of the files that take a share worth naming."""
    return HEAD + "".join(f'"{file}" = {each:.1f}\n' for file, each in shares(seconds).items() if each >= LEAST)


def grown(seconds: Mapping[str, float], budget: Mapping[str, float]) -> Iterator[str]:
    """Yield the files that take half as much again as their share, and more than that by chance."""
    for file, share in shares(seconds).items():
        may = budget.get(file, LEAST)
        if share > GROWTH * may and share > may + NOISE:
            yield f"{file} takes {share:.1f} hundredths of the time of all tests, {may:.1f} in tests/budget.toml"


def budget() -> Mapping[str, float]:
    return tomllib.loads(BUDGET.read_text(encoding="utf-8"))


def main(command: str = "") -> None:
    seconds: Mapping[str, float] = read()["tests"]["files"]
    if command == "check":
        sys.exit("\n".join(grown(seconds, budget())) or None)
    BUDGET.write_text(written(seconds), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
