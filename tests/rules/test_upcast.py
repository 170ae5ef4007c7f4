"""Fields of an earlier schema version become those of today."""

from typing import Any

import pytest

from rules.command import Upcasters, upcast

STEPS: Upcasters = {
    ("bet", 1): lambda given: {**given, "type": "bidden", "v": 1, "points": int(given["points"])},
    ("bidden", 1): lambda given: {**given, "v": 2, "points": given["points"] * 10},
    ("unversioned", 0): lambda given: {**given, "v": 1, "seat": "Red"},
}


@pytest.mark.parametrize(
    ("given", "today"),
    [
        ({"type": "bet", "v": 1, "seat": "Red", "points": "3"}, {"type": "bidden", "seat": "Red", "points": 30}),
        ({"type": "bidden", "v": 2, "points": 5}, {"type": "bidden", "points": 5}),
        ({"type": "other", "v": 1, "points": 5}, {"type": "other", "points": 5}),
        ({"type": "unversioned"}, {"type": "unversioned", "seat": "Red"}),
        ({}, {}),
    ],
)
def test_the_steps_are_taken_one_after_the_other(given: dict[str, Any], today: dict[str, Any]) -> None:
    before = dict(given)
    assert upcast(given, STEPS) == today
    assert given == before
