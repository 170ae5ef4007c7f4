"""A plugin of pytest: the seed of the order is also that of the moment, of the examples of Hypothesis, of the cases
that are run by day, and of all else that a test draws.
"""

from typing import Any

import pytest
from hypothesis import core, settings

from tests import start
from tests.by_day import left_to_the_night
from tests.faults import rounds

START = pytest.StashKey[str]()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Draw the moment. No example is held against a clock."""
    settings.register_profile("without a clock", deadline=None)
    settings.load_profile("without a clock")
    seed: Any = config.getoption("randomly_seed", 0)
    rounds.of_run[:] = [seed]
    core.global_force_seed = seed
    config.stash[START] = start.choose(seed)


def pytest_report_header(config: pytest.Config) -> str:
    """The moment, beside the seed that chooses it."""
    return config.stash[START]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By day, some cases of the tests that say so."""
    left = {*left_to_the_night(items, config.getoption("randomly_seed", 0) or 0)}
    if left:
        config.hook.pytest_deselected(items=[*left])
        items[:] = [each for each in items if each not in left]
