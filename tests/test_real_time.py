"""No test depends on how fast the machine is: what comes is waited for with the one patience of all tests, and what
never comes with a moment that is sure to run out.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import tree_of

TESTS = Path(__file__).parent
FREE = (
    "bench", "page", "simulation", "soak.py", "cluster.py", "pictures.py", "conftest.py", "postgres.py",
    "faults/mutants.py", "faults/planting.py", "faults/test_flood.py",
)  # fmt: skip
"""What measures on purpose, by night, or has a browser or a clock of its own."""
CLOCKS = ("monotonic", "perf_counter", "process_time", "thread_time", "ru_maxrss", "getrusage")
WAITS = ("sleep", "timeout", "wait_for", "wait")


def real_time(source: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that read a real clock, or that wait for a number of seconds of their own."""
    for node in ast.walk(tree_of(source)):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in CLOCKS:
                yield node.lineno, name
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
                places = node.args if name in WAITS else []
                given = [(name, each) for each in places]
                given += [(each.arg, each.value) for each in node.keywords if each.arg and "timeout" in each.arg]
                given = [each for each in given if each[0] != "guild_ready_timeout"]  # discord.py waits for servers
                yield from ((node.lineno, word) for word, value in given if _is_seconds(value))
            case ast.Assign(targets=[ast.Attribute(attr=of)], value=time) if "timeout" in of and _is_seconds(time):
                yield node.lineno, of


def _is_seconds(value: ast.expr) -> bool:
    """Return whether a number of seconds is written out. None and 0 are no time."""
    words = [*ast.walk(value)]
    if any(isinstance(each, ast.Name) and each.id in ("PATIENCE", "MOMENT", "TURN") for each in words):
        return False
    return any(isinstance(each, ast.Constant) and type(each.value) in (int, float) and each.value for each in words)


def test_no_test_has_a_time_of_its_own() -> None:
    files = [each for each in TESTS.rglob("*.py") if not each.relative_to(TESTS).as_posix().startswith(FREE)]
    found = {str(file.relative_to(TESTS)): [*real_time(file.read_text(encoding="utf-8"))] for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "planted",
    [
        "await asyncio.sleep(0.5)",
        "time.sleep(1)",
        "async with asyncio.timeout(5): pass",
        "await asyncio.wait_for(answer, 3)",
        "await socket.receive(timeout=2)",
        "server.hub.interactions.ack_timeout = 0.4",
        "assert time.monotonic() - began < 1",
        "assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 80",
        "before = process_time()",
    ],
)
def test_a_real_time_wait_is_refused(planted: str) -> None:
    assert [*real_time(f"async def test_a() -> None:\n    {planted}")]


def test_patience_is_no_time() -> None:
    waits = "asyncio.sleep(0)", "asyncio.wait_for(answer, 2 * PATIENCE)", "a_moment(3)", "until(lambda: True)"
    assert [*real_time("".join(f"async def f(): await {each}\n" for each in waits))] == []
