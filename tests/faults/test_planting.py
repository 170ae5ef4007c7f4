"""Changes are planted in memory: what a test notices, what survives, and what has to be written down."""

import os
import random
import subprocess
import sys
from pathlib import Path

from pydantic import TypeAdapter

from tests.faults.mutants import PACKAGES, ROOT, mutant_of, sample, stood_before
from tests.faults.planting import Fate, Job, Outcome, codes, does_the_same

MODULE = """\
from functools import cache

LEAST = 3


@cache
def most(values):
    return max(values, key=lambda value: value + 0)


class Order:
    def is_in_time(self, hour, last=LEAST):
        return hour <= last

    def names(self):
        return [each.upper() for each in ("a", "b")]
"""
TESTS = """\
from module import Order, most


def test_most():
    assert most((1, 2)) == 2


def test_in_time():
    assert Order().is_in_time(3)


def test_late():
    assert not Order().is_in_time(5)


def test_names():
    assert Order().names() == ["A", "B"]


def test_that_fails_by_itself():
    raise AssertionError
"""


FILE = "tests/test_module.py"


def planted(folder: Path, *changes: tuple[str, str], tests: list[str], seconds: float = 60) -> list[Outcome]:
    """What becomes of changes to the small module, each by itself."""
    (folder / "tests").mkdir()
    (folder / "module.py").write_text(MODULE, encoding="utf-8")
    (folder / FILE).write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    named = [f"{FILE}::{each}" if each else FILE for each in tests]
    jobs = [Job(n, "module.py", MODULE.replace(*change), named, seconds) for n, change in enumerate(changes)]
    assert all(job.source != MODULE for job in jobs)
    jobs.append(Job(len(jobs), "", "", named, seconds))
    (folder / "jobs").write_bytes(b"\n".join(TypeAdapter(Job).dump_json(job) for job in jobs))
    words = [sys.executable, "-m", "tests.faults.planting", "jobs"]
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    outcomes = [TypeAdapter(Outcome).validate_json(line) for line in done.stdout.splitlines()]
    assert len(outcomes) == len(jobs), done.stderr
    return sorted(outcomes, key=lambda each: each.number)


def test_a_change_is_noticed_survives_or_is_unplantable(tmp_path: Path) -> None:
    found = planted(
        tmp_path,
        ("hour <= last", "hour < last"),
        ("hour <= last", "hour <= last + 1"),
        ("each.upper()", "each.lower()"),
        ("value + 0", "-value"),
        ("return max(", "return  max("),
        ("LEAST = 3", "LEAST = 2"),
        ("last=LEAST", "last=2"),
        tests=["test_gone", "test_most", "test_in_time", "test_late", "test_names"],
    )
    assert [(each.fate, each.by.rpartition("::")[2], each.asked) for each in found] == [
        (Fate.NOTICED, "test_in_time", 2), (Fate.SURVIVED, "", 4), (Fate.NOTICED, "test_names", 4),
        (Fate.NOTICED, "test_most", 1), (Fate.NOT_LOADED, "", 0), (Fate.NOT_LOADED, "", 0),
        (Fate.NOT_LOADED, "", 0), (Fate.SURVIVED, "", 4),
    ]  # fmt: skip


def test_skipped_changes_are_reported(tmp_path: Path) -> None:
    found = planted(tmp_path, ("hour <= last", "False"), tests=["test_in_time", "test_late"], seconds=0)
    assert [(each.fate, each.asked, each.is_cut_short) for each in found] == [(Fate.SURVIVED, 0, True)] * 2


def test_one_change_does_not_reach_the_next(tmp_path: Path) -> None:
    changes = [("hour <= last", "False")] * 2 + [("each.upper()", "each")]
    found = planted(tmp_path, *changes, tests=["test_in_time", "test_that_fails_by_itself"])
    assert [each.by.rpartition("::")[2] for each in found] == [
        *("test_in_time", "test_in_time"),
        *("test_that_fails_by_itself", "test_that_fails_by_itself"),
    ]


def test_of_a_file_all_tests_are_asked_each_once(tmp_path: Path) -> None:
    found = planted(tmp_path, ("return max(", "return min("), ("each.upper()", "each"), tests=["test_names", ""])
    assert [(each.by.rpartition("::")[2], each.asked) for each in found[1:]] == [
        ("test_names", 1),
        ("test_that_fails_by_itself", 5),
    ]
    assert found[0].by.rpartition("::")[2] == "test_most"


def test_a_function_that_only_moved_does_the_same() -> None:
    before = codes(compile(MODULE, "module.py", "exec"))
    after = codes(compile("\n\n" + MODULE.replace("each.upper()", "each"), "module.py", "exec"))
    other = [name for name, code in after.items() if not does_the_same(code, before[name], within=False)]
    assert [name for name, _ in other] == [
        "Order.names.<locals>.<listcomp>" if sys.version_info < (3, 12) else "Order.names"
    ]
    assert not does_the_same(before["Order.names", 0], after["Order.names", 0])
    assert does_the_same(before["most", 0], after["most", 0])


def test_a_line_is_found_where_it_stood() -> None:
    before, now = "abcde", "aXbceYf"
    found = stood_before(before, now)
    assert [(now[line - 1], before[old.start - 1 : old.stop - 1]) for line, old in found.items()] == [
        *(("a", "a"), ("X", "b"), ("b", "b"), ("c", "c"), ("e", "e"), ("Y", ""), ("f", ""))
    ]


def test_mutants_are_of_all_packages_and_each_can_be_compiled() -> None:
    found = sample(7, 10, ROOT)
    assert {each.path.partition("/")[0] for each in found} == {*PACKAGES}
    for mutant in found:
        compile(mutant.source, mutant.path, "exec")


def test_a_module_without_behaviour_has_no_mutant() -> None:
    assert mutant_of("rules/x.py", "NAME = 'x'\n", random.Random(1)) is None
    assert mutant_of("rules/x.py", "NUMBER = 1\n", random.Random(1)) is not None
