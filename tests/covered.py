"""How much of the code the tests run: ``make coverage``. It fails below 95 %, and names every file below 85 %."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import figures

LEAST, NAMED = 95.0, 85.0


def measured() -> dict[str, Any]:
    """What the last run of the tests has measured, lines and branches together."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "coverage.json")
        subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", file], check=True)
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return found


def report(found: dict[str, Any]) -> tuple[str, bool]:
    """What is said of it, and whether it is enough."""
    total, low = shares(found)
    lines = [f"{share:5.1f} %  {name}" for share, name in low]
    lines.append(
        f"{total:.1f} % of the lines and branches. Files: {len(found['files'])}; below {NAMED:.0f} %: {len(low)}."
    )
    return "\n".join(lines), total >= LEAST


def shares(found: dict[str, Any]) -> tuple[float, list[tuple[float, str]]]:
    """The share of all that was run, and that of each file of which too little was."""
    files = ((float(each["summary"]["percent_covered"]), name) for name, each in found["files"].items())
    return float(found["totals"]["percent_covered"]), sorted(each for each in files if each[0] < NAMED)


if __name__ == "__main__":
    counted = measured()
    share, low = shares(counted)
    figures.note("lines", {"share": share, "low": low})
    said, is_enough = report(counted)
    print(said)
    sys.exit(None if is_enough else f"That is less than {LEAST:.0f} %.")
