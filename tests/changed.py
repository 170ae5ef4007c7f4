"""The tests that run the lines that were changed: ``make test-changed``, from the map that ``make test-map`` keeps.

The map is the data of coverage.py with a context for each test, and the commit that it was made at. Without a map, or
where a line is new, the test file of the changed module's own name stands for it. For the rules and data of a game its
own tests and goldens run, not the many that play it to see something else: that takes a minute.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from coverage import CoverageData

ROOT = Path(__file__).parent.parent
MAP = ROOT / ".coverage.map"
MADE_AT = ROOT / ".coverage.map-commit"
MEASURED = ("bot", "localdiscord", "rules")
STORIES = {"marne_1918": "marne", "fields_of_despair": "fields", "gathering_storm": "storm"}
"""What the goldens of a game have in their names."""
Lines = Mapping[str, frozenset[int]]
"""Changed lines by file, numbered as they were before the change."""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def changed_lines(diff: str) -> Lines:
    """The lines that a diff without context changes; what it only adds is about the lines around it."""
    found: dict[str, set[int]] = {}
    file = ""
    for line in diff.splitlines():
        if line.startswith("diff --git"):
            file = line.rpartition(" b/")[2]
            found[file] = set()
        elif hunk := re.match(r"@@ -(\d+)(?:,(\d+))? ", line):
            first, number = int(hunk[1]), int(hunk[2] or 1)
            found[file] |= set(range(first, first + number)) if number else {first, first + 1}
    return {file: frozenset(lines) for file, lines in found.items()}


def own_test(file: str) -> str:
    """The test file of a module's own name: in its folder, or above, where the tests of several rooms stand."""
    module = Path(file)
    files = [f"tests/{folder}/test_{module.name}" for folder in module.parents if folder.parts]
    return next((each for each in files if (ROOT / each).exists()), files[0])


def game_of(file: str) -> str | None:
    """The folder of the game whose rules or data a file holds."""
    return next((game for game in STORIES if file.startswith((f"rules/games/{game}/", f"data/{game}"))), None)


def of_game(game: str) -> set[str]:
    """The tests and goldens of a game."""
    stories = (each.stem for each in (ROOT / "tests/golden").glob(f"*{STORIES[game]}*.script"))
    goldens = {f"tests/test_golden.py::test_a_script_reads_as_it_did[{story}]" for story in stories}
    same = f"tests/test_same_play.py::test_the_same_play_leads_to_the_same_campaign[{STORIES[game]}]"
    return {f"tests/rules/games/{game}", same, *goldens}


def chosen(changes: Lines, map_: CoverageData | None) -> list[str]:
    """The tests of the changed games, the test files that changed, those of the changed modules' names, and the tests
    that run a changed line.
    """
    games = {file: game for file in changes if (game := game_of(file))}
    files = [file for file in changes if file.endswith(".py") and file not in games]
    tests = {file for file in files if Path(file).name.startswith("test_")}
    tests |= {own_test(file) for file in files if file.startswith(MEASURED)}
    found = {each for each in tests if (ROOT / each).exists()}.union(*map(of_game, games.values()))
    for file in files if map_ is not None else ():
        assert map_ is not None
        by_line = map_.contexts_by_lineno(str(ROOT / file))
        contexts = (each for line in changes[file] for each in by_line.get(line, ()) if "::" in each)
        ran = {each.partition("|")[0] for each in contexts}
        found |= {each for each in ran if each.partition("::")[0] not in found}
    return sorted(each for each in found if (ROOT / each.partition("::")[0]).exists())


def make_map() -> int:
    """Run every test once and keep which lines each runs."""
    MADE_AT.write_text(git("rev-parse", "HEAD"), encoding="utf-8")
    with TemporaryDirectory() as folder:
        # lines without branches, which keeps the map small
        (settings := Path(folder, "coveragerc")).write_text(f"[run]\nsource = {','.join(MEASURED)}\n", encoding="utf-8")
        measured = ["--cov", f"--cov-config={settings}", "--cov-context=test", "--cov-report=", "--ignore=tests/page"]
        words = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal", *measured]
        return subprocess.run(words, cwd=ROOT, check=False, env={**os.environ, "COVERAGE_FILE": str(MAP)}).returncode


def main() -> int:
    """Make the map, or run the tests that matter for what was changed since it was made."""
    if sys.argv[1:] == ["map"]:
        return make_map()
    since, map_ = "HEAD", None
    if MAP.exists() and MADE_AT.exists():
        since, map_ = MADE_AT.read_text(encoding="utf-8").strip(), CoverageData(str(MAP))
        map_.read()
    else:
        print("There is no map yet (`make test-map`), so only the test files of the changed modules run.")
    tests = chosen(changed_lines(git("diff", "-U0", since)), map_)
    print(f"Tests that run what was changed: {len(tests)}", flush=True)
    words = [sys.executable, "-m", "pytest", "-q", "-n", "2" if len(tests) > 20 else "0", *tests]
    return subprocess.run(words, cwd=ROOT, check=False).returncode if tests else 0


if __name__ == "__main__":
    sys.exit(main())
