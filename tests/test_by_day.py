"""Of the cases of a test only some are run by day: which, the seed of the run draws, and at night all are."""

import pytest

from tests import by_day

CASES = """
import pytest

@pytest.mark.by_day(2)
@pytest.mark.parametrize("number", range(5))
def test_some(number): ...

@pytest.mark.parametrize("number", range(3))
def test_all(number): ...
"""


def drawn(pytester: pytest.Pytester, seed: int) -> tuple[str, ...]:
    """What is left to run, by name."""
    items, _ = pytester.inline_genitems("-p", "no:randomly")
    left = {*by_day.left_to_the_night(items, seed)}
    return tuple(item.name for item in items if item not in left)


def test_so_many_by_day_and_all_in_the_end(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_day, "IS_LONG", False)
    monkeypatch.delenv("UPDATE_GOLDEN", raising=False)
    pytester.makeini("[pytest]\nmarkers = by_day(number)\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile(CASES)
    runs = [drawn(pytester, seed) for seed in range(12)]
    assert {len(run) for run in runs} == {2 + 3}
    assert drawn(pytester, 3) == runs[3]
    assert {name for run in runs for name in run} == {*(f"test_some[{n}]" for n in range(5)), *runs[0][-3:]}
    for at_night, update in ((True, ""), (False, "1")):
        monkeypatch.setattr(by_day, "IS_LONG", at_night)
        monkeypatch.setenv("UPDATE_GOLDEN", update)
        assert len(drawn(pytester, 0)) == 5 + 3
