"""How long a round is, what chance decides in it, and what it counted."""

import os
import random
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

IS_LONG = os.environ.get("ADJUTANT_LONG") == "1"
SEED = os.environ.get("FAULTS_SEED")
of_run = [0]
"""The seed of the run; `make test` has the same one each time."""
Report = Callable[[str], None]


def many(short: T, long: T) -> T:
    """How many: in the short round of ``make test``, or in the long one (``make test-long``, ``make test-faults``)."""
    return long if IS_LONG else short


def new_seed() -> int:
    """The seed of this test in this run, unless ``FAULTS_SEED`` names that of one that failed."""
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
    return int(SEED or random.Random(f"{of_run} {test}").randrange(10**9))
