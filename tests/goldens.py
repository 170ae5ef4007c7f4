"""What was read and approved once, and must stay as it is: ``UPDATE_GOLDEN=1`` writes it anew.

Read the difference before you commit it.
"""

import os
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

FIRST = 40
"""So many lines of a difference are shown."""


def check(golden: Path, text: str) -> None:
    """A text is what it was."""
    if os.environ.get("UPDATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    before = golden.read_text(encoding="utf-8")
    if text != before:
        raise AssertionError(
            "\n".join([*unified_diff(before.splitlines(), text.splitlines(), n=0, lineterm="")][:FIRST])
        )


def check_lines(golden: Path, lines: Sequence[str]) -> None:
    """Lines are what they were."""
    check(golden, "\n".join(lines) + "\n")


def changed(usual: Sequence[str], now: Sequence[str], why: str) -> list[str]:
    """What is other than usual, and why."""
    lines = [*unified_diff(usual, now, n=0, lineterm="")]
    return [f"\n== other with {why} ==", *(line for line in lines[2:] if line[0] in "+-")]
