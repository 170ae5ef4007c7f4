"""No test file takes half as much again as its share of the time."""

import tomllib
from pathlib import Path

from tests.budget import budget, grown, shares, written
from tests.changed import of_game

ROOT = Path(__file__).parent.parent
SECONDS = {"tests/test_a.py": 60.0, "tests/test_b.py": 39.9, "tests/test_c.py": 0.1}
WHOLE, MINUTE = 100, 17  # a full run takes six minutes on two cores


def test_the_table_is_what_was_measured() -> None:
    assert tomllib.loads(written(SECONDS)) == {"tests/test_a.py": 60.0, "tests/test_b.py": 39.9}
    assert [*grown(SECONDS, tomllib.loads(written(SECONDS)))] == []


def test_a_file_that_grew_by_half_is_named() -> None:
    before = tomllib.loads(written(SECONDS))
    (named,) = grown({**SECONDS, "tests/test_c.py": 3.0}, before)
    assert named == "tests/test_c.py takes 2.9 hundredths of the time of all tests, 0.3 in tests/budget.toml"
    assert [each[:15] for each in grown({**SECONDS, "tests/test_b.py": 100.0}, before)] == ["tests/test_b.py"]
    assert [*grown({name: 3 * each for name, each in SECONDS.items()}, before)] == [], "a slow machine is no fault"
    assert [*grown({**SECONDS, "tests/test_c.py": 0.5}, before)] == [], "a little more by chance is no growth"


def test_the_scripts_count_once_whoever_plays_them() -> None:
    one = shares({**SECONDS, "tests/test_golden.py": 9.0, "tests/test_words.py": 1.0})
    other = shares({**SECONDS, "tests/test_golden.py": 2.0, "tests/test_always_waits.py": 8.0})
    assert one == other


def test_the_table_names_files_that_are_there() -> None:
    assert sum(budget().values()) <= WHOLE
    assert [file for file in budget() if not (ROOT / file).exists()] == []


def test_a_game_is_tested_in_a_minute() -> None:
    """`make test-changed` after a change in the folder of one game."""
    for game in ("marne_1918", "fields_of_despair", "gathering_storm"):
        files = {each.partition("::")[0] for each in of_game(game)}
        folder = sum(share for file, share in budget().items() if any(file.startswith(each) for each in files))
        assert folder <= MINUTE, game
