"""A process that has collected every test and forks a child for each change to the code: the child has the change in
memory and runs the tests of its lines, until one fails.

``python -m tests.faults.planting JOBS`` in a checkout reads what to plant, a line of JSON each, and prints what became
of it. What cannot be changed once it is loaded (a constant, a class, what is called as its module is imported) is not
planted here.
"""

import contextlib
import gc
import importlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from pydantic import TypeAdapter

from bot.base.garbage import spare_what_stays

CHILDREN = 2
HANGS = 60
"""So many seconds longer than all its tests may take, a child hangs."""
LONGEST_TEST = 100
SEED = 1


class Fate(StrEnum):
    """What became of a change."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    NOT_LOADED = "not loaded"
    """It is in no function that is there after the import."""


@dataclass(frozen=True)
class Job:
    """A change: the module as it becomes, and the tests, or files of tests, that are asked in their order, for so many
    seconds.
    """

    number: int
    path: str
    source: str
    tests: list[str]
    seconds: float


@dataclass(frozen=True)
class Outcome:
    """What became of a change; ``by`` is the test that noticed it, ``asked`` how many were. One that ``is_cut_short``
    survived those that there was time for.
    """

    number: int
    fate: Fate
    by: str = ""
    asked: int = 0
    is_cut_short: bool = False


Name = tuple[str, int]
"""A function within its module: its qualified name, and which of that name it is."""


def codes(code: CodeType) -> Mapping[Name, CodeType]:
    """Each function, lambda and comprehension of a module, by name."""
    found: dict[Name, CodeType] = {}
    counted = Counter[str]()

    def note(each: CodeType) -> None:
        found[each.co_qualname, counted[each.co_qualname]] = each
        counted[each.co_qualname] += 1
        for inner in each.co_consts:
            if isinstance(inner, CodeType):
                note(inner)

    note(code)
    return found


def does_the_same(one: CodeType, other: CodeType, *, within: bool = True) -> bool:
    """Whether two functions do the same wherever in their file they stand; ``within``, also the functions in them."""

    def of(code: CodeType) -> object:
        return code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags

    def constants(code: CodeType) -> list[object]:
        return [None if isinstance(each, CodeType) else (type(each), each) for each in code.co_consts]

    inner = zip(
        (each for each in one.co_consts if isinstance(each, CodeType)),
        (each for each in other.co_consts if isinstance(each, CodeType)),
        strict=False,
    )
    return (
        of(one) == of(other)
        and constants(one) == constants(other)
        and (not within or all(does_the_same(*pair) for pair in inner))
    )


class Loaded:
    """The functions of the program that are loaded, by the code that they run."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._functions = defaultdict[tuple[str, str, int], list[FunctionType]](list)
        gc.unfreeze()
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(f"{root}/"):
                code = each.__code__
                self._functions[code.co_filename, code.co_qualname, code.co_firstlineno].append(each)
        spare_what_stays()

    def plant(self, path: str, source: str) -> bool:
        """Give the loaded functions of a module what they become; whether all that changed is in such functions."""
        file = self._root / path
        before = codes(compile(file.read_text(encoding="utf-8"), str(file), "exec"))
        after = codes(compile(source, str(file), "exec"))
        planted = set[str]()
        for name, code in before.items():
            if name in after and not does_the_same(code, after[name]):
                for function in self._functions[str(file), code.co_qualname, code.co_firstlineno]:
                    try:
                        function.__code__ = after[name]
                    except ValueError:  # it closes over other names than before
                        return False
                    planted.add(code.co_qualname)
        changed = {
            after[name].co_qualname
            for name, code in after.items()
            if name not in before or not does_the_same(before[name], code, within=False)
        }
        return bool(planted) and all(
            any(each == outer or each.startswith(f"{outer}.<locals>.") for outer in planted) for each in changed
        )


class Planting:
    """The plugin: instead of the tests it runs the jobs."""

    def __init__(self, jobs: Sequence[Job], told: int) -> None:
        self._jobs = jobs
        self._told = told
        self._failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all jobs, so many at once, and tell what became of each."""
        for path in {job.path for job in self._jobs if job.path and not job.path.endswith("__main__.py")}:
            importlib.import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        loaded = Loaded(Path.cwd())
        items = dict[str, list[pytest.Item]]()
        for each in session.items:
            items[each.nodeid] = [each]
            items.setdefault(each.nodeid.partition("::")[0], []).append(each)
        running: dict[int, tuple[Job, float, Path]] = {}
        for job in self._jobs:
            while len(running) >= CHILDREN:
                self._wait(running)
            folder = Path(tempfile.mkdtemp())
            folder.chmod(0o755)  # a server of PostgreSQL runs as somebody else
            running[self._start(job, loaded, items, folder)] = (job, time.monotonic() + job.seconds + HANGS, folder)
        while running:
            self._wait(running)
        return True

    def _start(self, job: Job, loaded: Loaded, items: Mapping[str, Sequence[pytest.Item]], folder: Path) -> int:
        if child := os.fork():
            return child
        os.setsid()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
        outcome = Outcome(job.number, Fate.NOT_LOADED)
        try:
            if not job.source or loaded.plant(job.path, job.source):
                asked = chain.from_iterable(items.get(each, ()) for each in job.tests)
                outcome = self._ask(job, [*dict.fromkeys(asked)])
        except BaseException as error:  # noqa: BLE001  # the child of a fork ends here whatever the change did to it
            outcome = Outcome(job.number, Fate.NOTICED, f"{type(error).__name__}: {error}"[:200])
        (folder / "outcome").write_bytes(TypeAdapter(Outcome).dump_json(outcome))
        os._exit(0)

    def _ask(self, job: Job, tests: Sequence[pytest.Item]) -> Outcome:
        end = time.monotonic() + job.seconds
        for asked, (test, following) in enumerate(zip(tests, [*tests[1:], None], strict=True)):
            if time.monotonic() > end:
                return Outcome(job.number, Fate.SURVIVED, asked=asked, is_cut_short=True)
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
            if self._failed:
                return Outcome(job.number, Fate.NOTICED, self._failed, asked + 1)
        return Outcome(job.number, Fate.SURVIVED, asked=len(tests))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed = self._failed or report.nodeid

    def _wait(self, running: dict[int, tuple[Job, float, Path]]) -> None:
        """Wait for a child, and tell what became of its change."""
        while True:
            for child, (job, end, folder) in running.items():
                done, _ = os.waitpid(child, os.WNOHANG)
                if done or time.monotonic() > end:
                    with contextlib.suppress(ProcessLookupError):
                        os.killpg(child, signal.SIGKILL)
                    if not done:
                        os.waitpid(child, 0)
                    del running[child]
                    self._tell(job, folder)
                    return
            time.sleep(0.02)

    def _tell(self, job: Job, folder: Path) -> None:
        try:
            said = (folder / "outcome").read_bytes()
        except FileNotFoundError:
            said = TypeAdapter(Outcome).dump_json(Outcome(job.number, Fate.NOTICED, "it hung, or its process died"))
        os.write(self._told, said + b"\n")
        shutil.rmtree(folder, ignore_errors=True)


def main(jobs: str) -> int:
    """Collect all tests, then plant what is asked for."""
    told = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    words = ["-q", "-s", "-p", "no:cacheprovider", f"--randomly-seed={SEED}", "--randomly-dont-reorganize", "tests"]
    words += [f"--timeout={LONGEST_TEST}", "--ignore=tests/page"]
    given = [TypeAdapter(Job).validate_json(line) for line in Path(jobs).read_bytes().splitlines()]
    return int(pytest.main(words, plugins=[Planting(given, told)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
