"""Printed tables."""

from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from rules.errors import NotThere
from rules.printed.table import Band, Table


def table(**changes: Any) -> Table[int]:
    printed = {
        "source": "7.5-S",
        "dice": "3d6",
        "columns": ["21-30", "31+"],
        "rows": {"..5": [4, 6], "6-9": [6, 9], "10": [8, 12], "11+": [10, 15]},
    }
    return Table[int].model_validate(printed | changes)


@pytest.mark.parametrize(
    ("printed", "band"),
    [
        ("8", (8, 8)), ("3-5", (3, 5)), ("3–5", (3, 5)), ("3..5", (3, 5)), ("18+", (18, None)), ("≥ 18", (18, None)),
        ("..1", (None, 1)), ("≤1", (None, 1)), ("-4", (-4, -4)), ("−1", (-1, -1)), ("-3 to -1", (-3, -1)),
        ("-7--1", (-7, -1)), ("-3-1", (-3, 1)),
    ],
)  # fmt: skip
def test_bands_are_read_as_printed(printed: str, band: tuple[int | None, int | None]) -> None:
    assert Band.read(printed) == band


@pytest.mark.parametrize("printed", ["", "x", "3-", "3 or 5", "+", "1 2", "٣"])
def test_other_bands_are_refused(printed: str) -> None:
    with pytest.raises(ValueError, match="no band"):
        Band.read(printed)


@pytest.mark.parametrize(
    ("total", "column", "cell"),
    [(-3, 21, 4), (5, 30, 4), (6, 31, 9), (9, 400, 9), (10, 21, 8), (11, 31, 15), (99, 99, 15)],
)
def test_every_edge_finds_its_cell(total: int, column: int, cell: int) -> None:
    assert table().at(total, column) == cell


def test_unprinted_rows_are_missing() -> None:
    with pytest.raises(NotThere, match=r"7\.5-S.*no column for 20"):
        table().at(10, 20)
    with pytest.raises(NotThere, match="no row for 2"):
        table(rows={"3-9": [1, 2], "10+": [3, 4]}).at(2, 21)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rows": {"3-5": [1, 2], "7+": [3, 4]}}, "hole or overlap"),
        ({"rows": {"3-5": [1, 2], "5+": [3, 4]}}, "hole or overlap"),
        ({"rows": {"3+": [1, 2], "5+": [3, 4]}}, "hole or overlap"),
        ({"rows": {"5-3": [1, 2]}}, "backwards"),
        ({"rows": {"3-5": [1]}}, "1 cell for 2 columns"),
        ({"rows": {"3-5": [1, 2, 3]}}, "3 cells for 2 columns"),
        ({"rows": {}}, "without rows"),
        ({"columns": []}, "without rows or columns"),
        ({"columns": ["1-2", "4+"]}, "hole or overlap"),
        ({"rows": {"3+": ["x", 2]}}, "integer"),
        ({"source": ""}, "at least 1"),
        ({"dice": "d6"}, "pattern"),
        ({"colour": "red"}, "Extra inputs"),
    ],
)
def test_a_wrong_table_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        table(**changes)


def test_odds_count_every_fall_of_the_dice() -> None:
    odds = table().odds(21)
    assert odds == Counter({4: 10, 6: 71, 8: 27, 10: 108})
    assert odds.total() == 216
    assert table().odds(21, modifier=20) == Counter({10: 216})
