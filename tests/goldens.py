"""What was read and approved once, and must stay as it is: ``UPDATE_GOLDEN=1`` writes it anew.

Read the difference before you commit it. A failure says what ``make golden-diff`` says: which decisions moved, and
which words became which.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from tests.golden_diff import Found

BRIEF = 60
"""So much of a line that is gone is told."""


def check(golden: Path, text: str) -> None:
    """A text is what it was."""
    check_texts({golden: text})


def check_lines(golden: Path, lines: Sequence[str]) -> None:
    """Lines are what they were."""
    check_all({golden: lines})


def check_all(each: Mapping[Path, Sequence[str]]) -> None:
    """The lines of some goldens are what they were."""
    check_texts({golden: "\n".join(lines) + "\n" for golden, lines in each.items()})


def check_texts(each: Mapping[Path, str], why: Callable[[str, str], Iterable[str]] | None = None) -> None:
    """Some texts are what they were; what became of all of them is told together, or ``why`` tells it."""
    found, reasons = Found(), list[str]()
    for golden, text in each.items():
        before = golden.read_text(encoding="utf-8") if golden.exists() else ""
        if text == before:
            continue
        if os.environ.get("UPDATE_GOLDEN"):
            golden.parent.mkdir(exist_ok=True)
            golden.write_text(text, encoding="utf-8")
        elif why:
            reasons += [*why(before, text)] or [f"{golden.name} is not as long as it was"]
        else:
            found.compare(golden.name, before, text)
    if told := [*reasons, *(found.report() if found else ())]:
        raise AssertionError("\n".join(told))


def changed(usual: Sequence[str], now: Sequence[str], why: str) -> list[str]:
    """What is other than usual, and why. A heading, which begins with ``==`` or on a new line, says what it is in."""
    lines = [f"\n== other with {why} =="]
    heading = told = ""
    for kind, first, last, begin, end in SequenceMatcher(None, usual, now, autojunk=False).get_opcodes():
        if kind == "equal":
            heading = next((line for line in reversed(usual[first:last]) if line.startswith(("==", "\n"))), heading)
            continue
        if heading != told:
            lines.append(heading.strip())
            told = heading
        lines += [*(f"-{brief(line)}" for line in usual[first:last]), *(f"+{line}" for line in now[begin:end])]
    return lines


def brief(line: str) -> str:
    """As much as names a line that stands in full elsewhere."""
    return line if len(line) <= BRIEF else f"{line[:BRIEF]}…"


def listed(asked: Iterable[str]) -> str:
    """Some commands; of each only what differs from the one before."""
    told, before = list[str](), list[str]()
    for each in asked:
        fields = re.split(r" (?=\w+=)", each)
        alike = next((at for at, (old, new) in enumerate(zip(before, fields, strict=False)) if old != new), len(before))
        told.append(" ".join(["…", *fields[alike:]]) if 0 < alike < len(fields) else each)
        before = fields
    return " | ".join(told)
