"""What is run by day of a test marked ``by_day(3)``: three cases by the seed; at night, and to write goldens, all."""

import os
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

import pytest

from tests.faults.rounds import IS_LONG


def left_to_the_night(items: Sequence[pytest.Item], seed: int) -> Iterator[pytest.Item]:
    """The cases that this run leaves out."""
    tests = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("by_day") and not (IS_LONG or os.environ.get("UPDATE_GOLDEN")):
            tests[item.nodeid.partition("[")[0]].append(item)
    for name, cases in tests.items():
        (number,) = next(each.args for each in cases[0].iter_markers("by_day"))
        cases.sort(key=lambda case: case.nodeid)
        kept = random.Random(f"{seed} {name}").sample(cases, min(number, len(cases)))
        yield from (case for case in cases if case not in kept)
