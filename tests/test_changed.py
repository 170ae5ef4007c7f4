"""Which tests run for a change."""

from pathlib import Path

import pytest
from coverage import CoverageData

from tests.changed import ROOT, changed_lines, chosen, own_test

DIFF = """\
diff --git a/bot/base/clock.py b/bot/base/clock.py
@@ -10,2 +10 @@ def f():
-a
-b
+c
@@ -20,0 +20,3 @@
+d
diff --git a/docs/x.md b/docs/x.md
@@ -1 +1 @@
-x
+y
"""


def test_added_lines_count_for_their_neighbours() -> None:
    assert changed_lines(DIFF) == {"bot/base/clock.py": {10, 11, 20, 21}, "docs/x.md": {1}}


def test_without_a_map_the_tests_of_the_changed_modules_run() -> None:
    assert chosen(changed_lines(DIFF), None) == ["tests/bot/base/test_clock.py"]
    assert chosen({"tests/test_changed.py": frozenset({1})}, None) == ["tests/test_changed.py"]
    assert chosen({"bot/base/gone.py": frozenset({1}), "data/x.toml": frozenset({1})}, None) == []


@pytest.mark.parametrize("file", ["rules/games/marne_1918/hand.py", "data/marne_1918.toml"])
def test_a_game_has_its_own_tests_and_goldens(file: str, tmp_path: Path) -> None:
    kept = CoverageData(str(tmp_path / "map"))
    kept.set_context("tests/bot/chat/test_client.py::test_that_plays_marne|run")
    kept.add_lines({str(ROOT / file): [1]})
    told = chosen({file: frozenset({1})}, kept)
    assert "tests/rules/games/marne_1918" in told
    assert "tests/test_golden.py::test_a_script_reads_as_it_did[marne_turn]" in told
    assert not [each for each in told if "bot" in each or "storm" in each]


def test_with_a_map_so_do_those_that_run_a_changed_line(tmp_path: Path) -> None:
    kept = CoverageData(str(tmp_path / "map"))
    clock = str(ROOT / "bot/base/clock.py")
    for name, line in (("tests/test_plays.py::test_one", 11), ("tests/test_plays.py::test_two", 12)):
        kept.set_context(f"{name}|run")
        kept.add_lines({clock: [line]})
    assert chosen(changed_lines(DIFF), kept) == ["tests/bot/base/test_clock.py", "tests/test_plays.py::test_one"]


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("rules/pool.py", "tests/rules/test_pool.py"),
        ("rules/games/fields_of_despair/log_events/combat.py", "tests/rules/games/fields_of_despair/test_combat.py"),
        ("bot/engine/nowhere.py", "tests/bot/engine/test_nowhere.py"),
    ],
)
def test_the_tests_of_a_room_can_stand_above_it(module: str, test: str) -> None:
    assert own_test(module) == test
