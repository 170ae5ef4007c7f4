"""Mutants: small changes to the code that a test should notice. ``make mutants`` prints how many survive.

``python -m tests.faults.mutants [SEED [NUMBER [MINUTES]]]`` plants mutants that chance chooses; with the name of a file
instead, those that somebody wrote down: a list of ``{"path", "old", "new", "effect"}`` in JSON. Each meets the tests
that run its lines, by the map of ``make test-map``, the module's own first; what lives meets them once more, for
longer. What cannot be changed once it is loaded, or survives where few tests run its lines, is written into a copy of
the last commit and meets those near its module.
"""

import ast
import difflib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from queue import Queue

from coverage import CoverageData
from pydantic import TypeAdapter

from tests import changed
from tests.faults.planting import CHILDREN, Fate, Job, Outcome
from tests.sources import tree_of

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("bot", "rules", "localdiscord")
MOST_TESTS = 3000
MOST_SECONDS = 50.0
"""The tests of a mutant are asked so many, and for so long."""
MORE_SECONDS = 300.0
"""What lives is asked once more, the last test first, for so long: of thousands that run a line few are about it."""
FEW = 100
"""A line that so few tests run is run by other processes, too, which a change in memory does not reach."""
MOST_TRIES = 60
SLOWEST = 200
"""After so many seconds a test hangs."""
NOT_HERE = ("tests/faults", "tests/bot/cli/test_process.py", "tests/test_cluster.py", "tests/bench", "tests/page")
"""What starts processes, or takes long: left out where a mutant is written into a copy."""
LONG = 60_000
"""So many characters of tests are run at once where a mutant is written into a copy."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
NO_TESTS = 5
WHOLE = ("test_same_play.py", "test_by_chance.py", "test_golden.py", "test_changed_data.py", "test_shapes.py")
"""They play the whole, near whatever it is."""
QUIET = ("log.", "assert", "__slots__", "Docstring")


@dataclass(frozen=True)
class Mutant:
    """A change: its module, the lines of today that it touches, what it does, and the module as it becomes."""

    path: str
    lines: range
    what: str
    source: str


def mutant_of(path: str, source: str, chance: random.Random) -> Mutant | None:
    """A change to a module by chance; None where chance has found none."""
    for _ in range(MOST_TRIES):
        tree = tree_of(source)
        node = chance.choice([*behaviour(tree)])
        before = ast.unparse(node)
        if changed := change(node):
            what = changed if changed.startswith("dropped") else f"{before} -> {ast.unparse(node)}"
            line = getattr(node, "lineno", 0)
            return Mutant(path, range(line, line + 1), what.splitlines()[0][:100], ast.unparse(tree))
    return None


def behaviour(tree: ast.AST) -> Iterator[ast.AST]:
    """Everything but what says how a class is made (frozen, without repr): there the type checker sees a change."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        is_making = isinstance(child, ast.Call) and ast.unparse(child.func) in ("dataclass", "field")
        if not is_making:
            yield from behaviour(child)


def change(node: ast.AST) -> str:
    """Change a node in its place; what was done, nothing where nothing can be."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPS:
            node.ops = [SWAPS[type(op)]()]  # type: ignore[list-item]
        case ast.BoolOp(op=op):
            node.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.BinOp(op=ast.Add() | ast.Sub() as op, right=ast.Constant()):
            node.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.Constant(value=False)
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            node.value = ast.Constant(value=None)
        case ast.FunctionDef(body=body) | ast.AsyncFunctionDef(body=body):
            return drop_last(body)
        case _:
            return ""
    return "changed"


def drop_last(body: list[ast.stmt]) -> str:
    """Drop the last statement of a function that does something by itself."""
    droppable = [each for each in body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call | ast.Await)]
    if not droppable or ast.unparse(droppable[-1]).startswith(QUIET):
        return ""
    body[body.index(droppable[-1])] = ast.Pass()
    return f"dropped: {ast.unparse(droppable[-1])}"


def sample(seed: int, number: int, checkout: Path) -> list[Mutant]:
    """Some mutants of all modules, by chance: a long module has more of them."""
    chance = random.Random(seed)
    files = sorted(
        file for package in PACKAGES for file in checkout.glob(f"{package}/**/*.py") if file.name != "__init__.py"
    )
    sources = {str(file.relative_to(checkout)): file.read_text(encoding="utf-8") for file in files}
    found: dict[tuple[str, range], Mutant] = {}
    while len(found) < number:
        (path,) = chance.choices([*sources], [len(source) for source in sources.values()])
        if mutant := mutant_of(path, sources[path], chance):
            found[path, mutant.lines] = mutant
    print(f"seed {seed}: {number} mutants of {len(files)} modules", flush=True)
    return [*found.values()]


def written_down(file: Path, checkout: Path) -> Iterator[Mutant]:
    """The mutants of a file in JSON. Raises ValueError where the old text does not stand exactly once in its module."""
    for each in json.loads(file.read_text(encoding="utf-8")):
        source = (checkout / each["path"]).read_text(encoding="utf-8")
        if source.count(each["old"]) != 1:
            raise ValueError(f"{each['path']} has {source.count(each['old'])} times: {each['old']}")
        first = source[: source.index(each["old"])].count("\n") + 1
        lines = range(first, first + each["old"].count("\n") + 1)
        yield Mutant(each["path"], lines, each["effect"], source.replace(each["old"], each["new"]))


class Map:
    """Which tests run which lines, as ``make test-map`` has noted it; the lines may have moved since."""

    def __init__(self) -> None:
        if not changed.MAP.exists():
            sys.exit("There is no map of the tests yet: `make test-map` makes it, and takes as long as all tests.")
        self._data = CoverageData(str(changed.MAP))
        self._data.read()
        self._since = changed.MADE_AT.read_text(encoding="utf-8").strip()
        self._sizes = Counter[str]()
        for file in self._data.measured_files():
            for contexts in self._data.contexts_by_lineno(file).values():
                self._sizes.update(contexts)

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests of the module's own file, then those that run a mutant's lines: by turns one that runs little
        besides, which is about these lines, and any other.
        """
        by_line = self._data.contexts_by_lineno(str(ROOT / mutant.path))
        lines = self._lines_before(mutant)
        run = {context for line in lines for context in by_line.get(line, ()) if "::" in context}
        own = changed.own_test(mutant.path)
        others = sorted({each for each in run if not each.startswith(f"{own}::")}, key=lambda each: self._sizes[each])
        mixed = random.Random(0).sample(sorted(others), len(others))
        turns = chain.from_iterable(zip(others, mixed, strict=True))
        return [own, *dict.fromkeys(each.partition("|")[0] for each in turns)][:MOST_TESTS]

    def _lines_before(self, mutant: Mutant) -> Collection[int]:
        """A mutant's lines as they were numbered when the map was made; of new lines those around them."""
        try:
            before = changed.git("show", f"{self._since}:{mutant.path}").splitlines()
        except subprocess.CalledProcessError:  # the module is new
            return ()
        now = (ROOT / mutant.path).read_text(encoding="utf-8").splitlines()
        stood = stood_before(before, now)
        return {old for line in mutant.lines for old in stood.get(line, ())}


def stood_before(before: Sequence[str], now: Sequence[str]) -> Mapping[int, range]:
    """The numbers that each line had; of a line that is new or was changed, those of what stood in its place."""
    found = dict[int, range]()
    for what, first, last, new_first, new_last in difflib.SequenceMatcher(
        None, before, now, autojunk=False
    ).get_opcodes():
        for place, line in enumerate(range(new_first + 1, new_last + 1)):
            old = first + 1 + place
            found[line] = range(old, old + 1) if what == "equal" else range(first + 1, max(last, first + 1) + 1)
    return found


def cloned(folder: Path) -> Path:
    """A clone of the last commit."""
    subprocess.run(["git", "clone", "-q", str(ROOT), str(folder)], check=True)
    return folder


def environment(checkout: Path) -> Mapping[str, str]:
    """What a process that runs a checkout's code is told."""
    return {**os.environ, "PYTHONPATH": str(checkout), "PYTHONDONTWRITEBYTECODE": "1"}


def planted(jobs: Iterable[Job], checkout: Path) -> Iterator[Outcome]:
    """What becomes of changes that are made in memory, as it becomes known."""
    lines = checkout.parent / "jobs"
    lines.write_bytes(b"".join(TypeAdapter(Job).dump_json(each) + b"\n" for each in jobs))
    words = [sys.executable, "-m", "tests.faults.planting", str(lines)]
    with subprocess.Popen(words, cwd=checkout, stdout=subprocess.PIPE, env=environment(checkout)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield TypeAdapter(Outcome).validate_json(line)


def is_noticed(checkout: Path, tests: Sequence[str]) -> bool:
    """Whether one of some tests fails in a checkout; one that hangs fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=checkout, capture_output=True, check=False, timeout=SLOWEST, env=environment(checkout)
        )
        return done.returncode not in (0, NO_TESTS)
    except subprocess.TimeoutExpired:
        print(f"hung: {tests[0]} …", flush=True)
        return True


def near(module: Path) -> Iterator[list[str]]:
    """The tests that stand near a module, in the order in which they are run: each is likelier than the next."""
    own = Path("tests") / module.parent / f"test_{module.name}"
    package, _, name = ".".join(module.with_suffix("").parts).rpartition(".")
    naming = re.compile(rf"from {re.escape(package)} import [^\n]*\b{name}\b|{re.escape(package)}\.{name}\b")
    every = {each.relative_to(ROOT): each.read_text(encoding="utf-8") for each in ROOT.glob("tests/**/test_*.py")}
    left = {path: text for path, text in every.items() if not str(path).startswith(NOT_HERE)}
    folder = next(each for each in own.parents if any(path.parent == each for path in left))
    for stage in (
        [path for path in left if path == own],
        [path for path, text in left.items() if naming.search(text)],
        [path for path in left if path.parent == folder],
        [path for path in left if path.name in WHOLE],
    ):
        chosen, size = list[str](), 0
        for path in sorted((path for path in stage if path in left), key=lambda path: len(every[path])):
            size += len(left.pop(path))
            if not chosen or size <= LONG:
                chosen.append(str(path))
        if chosen:
            yield chosen


class Round:
    """Mutants, and what becomes of each."""

    def __init__(self, mutants: Sequence[Mutant], minutes: float, folder: Path) -> None:
        self._mutants = mutants
        self._deadline = time.monotonic() + minutes * 60
        self._folder = folder
        self._free: Queue[Path] = Queue()
        for worker in range(CHILDREN):
            self._free.put(cloned(folder / str(worker)))

    def survivors(self) -> Iterator[Mutant]:
        """Those that no test notices, first in memory and then, where that may not be all, written down."""
        doubtful = list[Mutant]()
        for mutant, (job, outcome) in zip(self._mutants, self._in_memory(), strict=True):
            if outcome.fate is Fate.NOT_LOADED or (outcome.fate is Fate.SURVIVED and len(job.tests) < FEW):
                doubtful.append(mutant)
            elif outcome.fate is Fate.SURVIVED:
                yield mutant
        print(f"{len(doubtful)} are written down.", flush=True)
        with ThreadPoolExecutor(CHILDREN) as pool:
            for mutant, noticed in zip(doubtful, pool.map(self._is_noticed_written, doubtful), strict=True):
                if noticed is None:
                    print(f"not tried: {mutant.path}:{mutant.lines.start}: {mutant.what}", flush=True)
                elif not noticed:
                    yield mutant

    def _in_memory(self) -> list[tuple[Job, Outcome]]:
        """What becomes of each in memory. A test has noticed a change if, alone, it fails with it and not without."""
        map_ = Map()
        jobs = [
            Job(number, mutant.path, mutant.source, map_.tests_of(mutant), MOST_SECONDS)
            for number, mutant in enumerate(self._mutants)
        ]
        outcomes = {number: Outcome(number, Fate.SURVIVED) for number in range(len(jobs))}
        outcomes |= self._tried(jobs)
        again = [
            replace(job, tests=job.tests[::-1], seconds=MORE_SECONDS)
            for job in jobs
            if outcomes[job.number].is_cut_short
        ]
        print(f"{len(again)} are asked for longer.", flush=True)
        outcomes |= self._tried(again)
        by = {job.number: outcomes[job.number].by for job in jobs if "::" in outcomes[job.number].by}
        without = [Job(number, "", "", [test], MOST_SECONDS) for number, test in enumerate(sorted({*by.values()}))]
        failing = {each.by for each in planted(without, self._folder / "0") if each.fate is Fate.NOTICED}
        alone = [replace(jobs[number], tests=[test], seconds=MOST_SECONDS) for number, test in by.items()]
        passing = {each.number for each in planted(alone, self._folder / "0") if each.fate is Fate.SURVIVED}
        for number in sorted(passing | {number for number, test in by.items() if test in failing}):
            print(f"fails without the change, or only behind other tests: {by[number]}", flush=True)
            outcomes[number] = replace(outcomes[number], fate=Fate.SURVIVED)
        return [(job, outcomes[job.number]) for job in jobs]

    def _tried(self, jobs: Sequence[Job]) -> dict[int, Outcome]:
        """What becomes of some changes in memory, by their numbers."""
        of, found = {job.number: len(job.tests) for job in jobs}, dict[int, Outcome]()
        for outcome in planted(jobs, self._folder / "0"):
            found[outcome.number] = outcome
            mutant = self._mutants[outcome.number]
            said = f"{outcome.fate}, {outcome.asked} of {of[outcome.number]} tests: {outcome.by}"
            print(f"{mutant.path}:{mutant.lines.start}: {said}", flush=True)
        return found

    def _is_noticed_written(self, mutant: Mutant) -> bool | None:
        if time.monotonic() > self._deadline:
            return None
        checkout = self._free.get()
        before = (checkout / mutant.path).read_text(encoding="utf-8")
        try:
            (checkout / mutant.path).write_text(mutant.source, encoding="utf-8")
            return any(is_noticed(checkout, tests) for tests in near(Path(mutant.path)))
        finally:
            (checkout / mutant.path).write_text(before, encoding="utf-8")
            self._free.put(checkout)


def asked(given: Sequence[str]) -> tuple[int, ...]:
    """The seed, 0 for a new one, the number of mutants and the most minutes, as far as they were given."""
    return (*map(int, given), *(0, 60, 30)[len(given) :])


def main(given: Sequence[str]) -> None:
    """Plant some mutants and print those that survive."""
    written = Path(given[0]) if given and given[0].endswith(".json") else None
    seed, number, minutes = asked([] if written else given)
    with tempfile.TemporaryDirectory() as folder:
        mutants = (
            [*written_down(written, ROOT)]
            if written
            else sample(seed or random.SystemRandom().randrange(1, 10**6), number, ROOT)
        )
        survived = 0
        for mutant in Round(mutants, minutes, Path(folder)).survivors():
            survived += 1
            print(f"survived: {mutant.path}:{mutant.lines.start}: {mutant.what}", flush=True)
    print(f"{survived} of {len(mutants)} survived: {100 * survived / max(len(mutants), 1):.1f} %")


if __name__ == "__main__":
    main(sys.argv[1:])
