"""The figures of ``docs/testing.md``, as the runs of the tests counted them: ``make figures`` writes them there.

``make test``, ``make test-page`` and ``make coverage`` note what they count. ``python -m tests.figures check`` fails if
the last full run skipped more tests than are known to be skipped, or if the page is far from what was counted.
"""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
COUNTED = ROOT / ".counted.json"
PAGE = ROOT / "docs" / "testing.md"
KIND = "ADJUTANT_COUNTED"
"""The variable that names what a run counts: ``tests``, ``page``, ``sources``."""
MOST_SKIPPED = 1
"""How many tests are skipped on a machine that has PostgreSQL, a compiler, node and the right to be somebody else: that
of the site, whose libraries stand apart.
"""
NEAR = 0.05
"""By how much of itself the number of tests on the page may differ from what was counted."""

Counted = Mapping[str, Any]


def note(kind: str, counted: Counted, file: Path = COUNTED) -> None:
    """Keep what was counted beside what was counted before."""
    file.write_text(json.dumps({**read(file), kind: counted}, indent=1), encoding="utf-8")


def read(file: Path = COUNTED) -> dict[str, Any]:
    """What was counted so far."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def of_run(stats: Mapping[str, Sequence[Any]], seconds: float, today: date) -> Counted:
    """What a run of pytest counted."""
    skipped = [[each.nodeid, each.longrepr[2]] for each in stats.get("skipped", ())]
    files = Counter[str]()
    for each in chain.from_iterable(stats.values()):  # setup and teardown have reports of their own
        files[getattr(each, "nodeid", "").partition("::")[0]] += getattr(each, "duration", 0)
    return {
        "passed": len(stats.get("passed", ())),
        "skipped": sorted(skipped),
        "seconds": round(seconds),
        "files": {file: round(each, 1) for file, each in sorted(files.items()) if each >= 0.1},
        "cores": os.cpu_count(),
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "date": today.isoformat(),
    }


def rows(counted: Mapping[str, Any]) -> dict[str, str]:
    """The rows of the page that can be written, by their names."""
    found = {}
    if tests := counted.get("tests"):
        day = date.fromisoformat(tests["date"])
        found["date"] = f"{day.day} {day:%B %Y}"
        minutes = f"{tests['seconds'] // 60} min {tests['seconds'] % 60:02} s"
        cores = f"{tests['cores']} cores with Python {tests['python']}"
        found["tests"] = f"{tests['passed']:,} in {minutes} on {cores}, {len(tests['skipped'])} skipped"
    if page := counted.get("page"):
        found["tests in browsers"] = f"{page['passed']:,}"
    if sources := counted.get("sources"):
        found["tests against the sources of the games"] = f"{sources['passed']:,}"
    if lines := counted.get("lines"):
        found["lines and branches that were run"] = f"{lines['share']:.1f} %"
        found["files below 85 %"] = ", ".join(f"`{name}` ({share:.1f} %)" for share, name in lines["low"]) or "none"
    return found


def written(page: str, found: Mapping[str, str]) -> str:
    """The page with these rows."""
    for name, said in found.items():
        line = f"| {name} | {said} |"
        page, number = re.subn(rf"^\| {re.escape(name)} \|.*\|$", line.replace("\\", r"\\"), page, flags=re.MULTILINE)
        assert number == 1, f"the page has {number} rows of “{name}”"
    return page


def problems(counted: Mapping[str, Any], page: str) -> list[str]:
    """What is wrong with the last full run, or with what the page says of it."""
    tests = counted["tests"]
    found = []
    if len(tests["skipped"]) > MOST_SKIPPED:
        each = "".join(f"\n  {name}: {why}" for name, why in tests["skipped"])
        found.append(f"{len(tests['skipped'])} tests were skipped, {MOST_SKIPPED} may be:{each}")
    told = re.search(r"^\| tests \| ([\d,]+) ", page, flags=re.MULTILINE)
    number = int(told[1].replace(",", "")) if told else 0
    if abs(number - tests["passed"]) > NEAR * tests["passed"]:
        found.append(
            f"docs/testing.md says {number:,} tests, {tests['passed']:,} passed: `make figures` writes it anew."
        )
    return found


def main(command: str = "") -> None:
    """Write the page, or check it."""
    page = PAGE.read_text(encoding="utf-8")
    if command == "check":
        sys.exit("\n".join(problems(read(), page)) or None)
    PAGE.write_text(written(page, rows(read())), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
