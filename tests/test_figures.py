"""The figures of the page on testing are those that were counted."""

from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.figures import MOST_SKIPPED, PAGE, note, of_run, problems, read, rows, written

SKIPPED = [SimpleNamespace(nodeid=f"tests/test_{n}.py::test", longrepr=("", 1, "Skipped: no gcc")) for n in range(9)]
LINES = {"share": 98.26, "low": [[84.92, "bot/cli/process.py"]]}


def counted(passed: int, skipped: int) -> dict[str, Any]:
    stats: dict[str, Any] = {"passed": [None] * passed, "skipped": SKIPPED[:skipped], "failed": [None]}
    return {"tests": {**of_run(stats, 187.4, date(2027, 1, 2)), "cores": 2, "python": "3.11"}}


def test_the_page_has_a_row_for_each_figure() -> None:
    every = {**counted(7849, 1), "page": {"passed": 58}, "sources": {"passed": 12}, "lines": LINES}
    page = written(PAGE.read_text(encoding="utf-8"), rows(every))
    assert "| date | 2 January 2027 |" in page
    assert "| tests | 7,849 in 3 min 07 s on 2 cores with Python 3.11, 1 skipped |" in page
    assert "| tests in browsers | 58 |" in page
    assert "| lines and branches that were run | 98.3 % |" in page
    assert "| files below 85 % | `bot/cli/process.py` (84.9 %) |" in page


def test_uncounted_figures_stay() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page, rows({})) == page
    with pytest.raises(AssertionError, match="0 rows"):
        written("", rows(counted(1, 0)))


def test_more_skips_than_are_known_are_a_fault_and_each_is_named() -> None:
    page = written(PAGE.read_text(encoding="utf-8"), rows(counted(1000, 0)))
    assert problems(counted(1000, MOST_SKIPPED), page) == []
    (said,) = problems(counted(1000, MOST_SKIPPED + 1), page)
    assert "tests/test_0.py::test: Skipped: no gcc" in said


@pytest.mark.parametrize(("passed", "is_near"), [(1000, True), (1040, True), (960, True), (1100, False), (900, False)])
def test_a_page_that_is_far_from_what_was_counted_is_a_fault(passed: int, is_near: bool) -> None:
    page = written(PAGE.read_text(encoding="utf-8"), rows(counted(1000, 0)))
    assert (problems(counted(passed, 0), page) == []) is is_near


def test_each_kind_of_run_is_kept_beside_the_others(tmp_path: Path) -> None:
    for kind, number in (("tests", 1), ("page", 2), ("tests", 3)):
        note(kind, {"passed": number}, tmp_path / "counted.json")
    assert read(tmp_path / "counted.json") == {"tests": {"passed": 3}, "page": {"passed": 2}}
