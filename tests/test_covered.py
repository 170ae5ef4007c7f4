"""The report of ``make coverage``."""

import pytest

from tests.covered import report


def found(total: float, **shares: float) -> dict[str, object]:
    files = {name: {"summary": {"percent_covered": share}} for name, share in shares.items()}
    return {"totals": {"percent_covered": total}, "files": files}


@pytest.mark.parametrize(("total", "enough"), [(94.99, False), (95.0, True)])
def test_below_95_percent_is_not_enough(total: float, enough: bool) -> None:
    assert report(found(total, a=total))[1] is enough


def test_every_file_below_85_percent_is_named_the_worst_first() -> None:
    said, _ = report(found(96, good=85.0, bad=84.9, worse=10.0))
    assert said.splitlines() == [
        " 10.0 %  worse",
        " 84.9 %  bad",
        "96.0 % of the lines and branches. Files: 3; below 85 %: 2.",
    ]
