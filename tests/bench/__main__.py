"""Measure, print a table, and write ``bench.json``. Names of parts as arguments measure only those."""

import asyncio
import inspect
import json
import logging
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench import answers, load, long_logs, memory, odds, processes, starts, writes
from tests.bench.figure import Figure

PARTS: dict[str, Callable[[], Any]] = {
    "answers": answers.measure,
    "load": load.measure,
    "writes": writes.measure,
    "processes": processes.measure,
    "long_logs": long_logs.measure,
    "memory": memory.measure,
    "odds": odds.measure,
    "starts": starts.measure,
}


def measured(parts: list[str]) -> list[Figure]:
    """The figures of the parts, one after the other, printed as they come."""
    figures: list[Figure] = []
    for part in parts:
        found = PARTS[part]()
        for figure in asyncio.run(found) if inspect.iscoroutine(found) else found:
            figures.append(figure)
            print(figure, flush=True)
    return figures


def main(parts: list[str]) -> None:
    """Measure the parts, and write the file if they are all."""
    logging.disable(logging.WARNING)
    figures = measured(parts)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"\n{sum(figure.holds for figure in figures)} of {len(figures)} aims hold, on {machine}")
    if parts == [*PARTS]:
        written = {"machine": machine, "figures": [figure.as_json() for figure in figures]}
        Path("bench.json").write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")


main(sys.argv[1:] or [*PARTS])
