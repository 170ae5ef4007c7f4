"""``python -m tests.simulation SEED`` plays one world again and prints all that happened in it; with two numbers, so
many worlds from the first seed on, and what went wrong in them.
"""

import sys
import time
from collections import Counter

from tests.simulation.world import simulate


def main(first: int, number: int) -> int:
    """Play worlds; 1 if anything went wrong."""
    began, done, wrong = time.monotonic(), Counter[str](), 0
    for seed in range(first, first + number):
        outcome = simulate(seed)
        done += outcome.done
        wrong += bool(outcome.found)
        if number == 1:
            print("\n".join(outcome.trace))
        if outcome.found or number == 1:
            print(outcome, flush=True)
    print(f"{number} worlds in {time.monotonic() - began:.1f} s, {wrong} of them wrong: {dict(done)}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, [*sys.argv[1:], "1"][:2])))
