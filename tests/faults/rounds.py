"""How long a round is, what chance decides in it, and what it counted."""

import os
import random
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

IS_LONG = os.environ.get("ADJUTANT_LONG") == "1"
SEED = os.environ.get("FAULTS_SEED")
Report = Callable[[str], None]


def many(short: T, long: T) -> T:
    """How many: in the short round of ``make test``, or in the long one (``make test-long``, ``make test-faults``)."""
    return long if IS_LONG else short


def new_seed() -> int:
    """The seed of a test: a new one, unless ``FAULTS_SEED`` names that of a run that failed."""
    return int(SEED) if SEED else random.SystemRandom().randrange(10**9)
