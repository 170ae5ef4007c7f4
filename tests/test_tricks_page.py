"""The page of tricks: each stands there with a test that exists."""

import ast
import re
from pathlib import Path

import pytest

from tests.sources import tree_of

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/tricks.md").read_text(encoding="utf-8")
ROWS = [
    line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and "who tries" not in line
]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_each_trick_has_a_test_of_its_own(row: list[str]) -> None:
    trick, stands_in_the_way, test = row
    found = TEST.fullmatch(test)
    assert found, f"{trick}: {test}"
    assert stands_in_the_way
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    tree = tree_of((ROOT / found[1]).read_text(encoding="utf-8"))
    assert found[2] in {node.name for node in ast.walk(tree) if isinstance(node, functions)}


def test_no_trick_stands_there_twice() -> None:
    tricks = [row[0] for row in ROWS]
    assert len(tricks) == len({*tricks}) > 50
