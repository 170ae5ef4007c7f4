"""How much of the code the tests run: ``make coverage``. It fails below 95 %, and names every file below 85 %."""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
    total = float(found["totals"]["percent_covered"])
    shares = {name: float(each["summary"]["percent_covered"]) for name, each in found["files"].items()}
    low = sorted((share, name) for name, share in shares.items() if share < NAMED)
    lines = [f"{share:5.1f} %  {name}" for share, name in low]
    lines.append(f"{total:.1f} % of the lines and branches. Files: {len(shares)}; below {NAMED:.0f} %: {len(low)}.")
    return "\n".join(lines), total >= LEAST


if __name__ == "__main__":
    said, is_enough = report(measured())
    print(said)
    sys.exit(None if is_enough else f"That is less than {LEAST:.0f} %.")
