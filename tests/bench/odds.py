"""The odds of a whole action phase of the Central Powers."""

import time

from rules.games.fields_of_despair import odds
from tests.bench.figure import Figure, median
from tests.games import fields

ROUNDS = 300


def measure() -> list[Figure]:
    """Milliseconds for the exact distribution of a phase."""
    data, took = fields().data, []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        odds.whole_phase(data, odds.offensive_counts(data, 8, 1, 96, in_france=True), 78)
        took.append((time.perf_counter() - began) * 1000)
    return [median("/odds of a whole phase", took, "ms", 0.3)]
