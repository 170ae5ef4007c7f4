"""Mutants: small changes to the code that a test should notice. ``make mutants`` prints how many survive.

``python -m tests.faults.mutants [SEED [NUMBER [MINUTES]]]`` notes which tests execute which line, then plants mutants
one at a time in a copy of the last commit and runs the tests of that line. With ``near`` as a fourth word nothing is
noted, which takes as long as all tests: a mutant meets the test file of its module's own name, then those that name
the module, then those of its folder, until one notices it.
"""

import ast
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from coverage import CoverageData

from tests.sources import tree_of

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("bot", "rules", "localdiscord")
WORKERS = 2
MOST_TESTS = 1200
"""So many tests of a line are run; those of the module's own file come first."""
MOST_TRIES = 60
SLOWEST = 200
"""After so many seconds a test hangs."""
NOT_HERE = (
    "tests/faults",
    "tests/bot/cli/test_process.py",
    "tests/test_cluster.py",
    "tests/bench",
    "tests/page",
)
"""What starts processes that are not measured."""
LONG = 60_000
"""So many characters of tests are run at once where nothing was noted."""
Executed = Mapping[tuple[str, int], Sequence[str]]
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip
NO_TESTS = 5
QUIET = ("log.", "assert", "__slots__", "Docstring")


def mutant_of(source: str, chance: random.Random) -> tuple[int, str, str] | None:
    """The line of a mutant, what was changed, and the source with it; None where chance has found none."""
    for _ in range(MOST_TRIES):
        tree = tree_of(source)
        node = chance.choice([*behaviour(tree)])
        before = ast.unparse(node)
        if changed := change(node):
            what = changed if changed.startswith("dropped") else f"{before} -> {ast.unparse(node)}"
            return getattr(node, "lineno", 0), what.splitlines()[0][:100], ast.unparse(tree)
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


def executed(checkout: Path) -> Executed:
    """The tests that execute each line of the modules, by module and line."""
    ignored = [f"--ignore={each}" for each in NOT_HERE]
    measured = [*(f"--cov={package}" for package in PACKAGES), "--cov-context=test", "--cov-report="]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "auto",
        "-p",
        "no:cacheprovider",
        *measured,
        *ignored,
        "tests",
    ]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    # a test that fails by itself, as it is measured, tells nothing of a mutant
    failed = {line.split(" ")[1] for line in done.stdout.splitlines() if line.startswith("FAILED ")}
    print(f"{len(failed)} tests fail without a mutant: {', '.join(sorted(failed)) or 'none'}", flush=True)
    data = CoverageData(str(checkout / ".coverage"))
    data.read()
    found: dict[tuple[str, int], Sequence[str]] = {}
    for file in data.measured_files():
        module = str(Path(file).relative_to(checkout))
        for line, contexts in data.contexts_by_lineno(file).items():
            found[module, line] = sorted({each.partition("|")[0] for each in contexts if "::" in each} - failed)
    return found


def tests_of(module: Path, line: int, executed: Executed) -> list[str]:
    """The tests that should notice a change in a line: those that execute it, the module's own first.

    A line that is executed as its module is imported belongs to every test; those of its package stand for them.
    """
    own = f"tests/{module.parent}/test_{module.name}"
    tests = executed.get((str(module), line))
    if not tests:
        return [each for each in (own, f"tests/{module.parent}") if (ROOT / each).exists()]
    rest = [each for each in tests if not each.startswith(own)]
    random.Random(0).shuffle(rest)
    return [*(each for each in tests if each.startswith(own)), *rest][:MOST_TESTS]


def is_noticed(checkout: Path, tests: Sequence[str]) -> bool:
    """Whether one of some tests fails in a checkout; one that hangs fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        done = subprocess.run(command, cwd=checkout, capture_output=True, check=False, timeout=SLOWEST, env=environment)
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
    ):
        chosen, size = list[str](), 0
        for path in sorted((path for path in stage if path in left), key=lambda path: len(every[path])):
            size += len(left.pop(path))
            if not chosen or size <= LONG:
                chosen.append(str(path))
        if chosen:
            yield chosen


def copied(folder: Path) -> Path:
    """A copy of the last commit."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    return folder


def sample(seed: int, number: int, checkout: Path) -> list[tuple[Path, int, str, str]]:
    """Some mutants of all modules, by chance: a long module has more of them."""
    chance = random.Random(seed)
    files = sorted(
        file for package in PACKAGES for file in checkout.glob(f"{package}/**/*.py") if file.name != "__init__.py"
    )
    sources = {file: file.read_text(encoding="utf-8") for file in files}
    found: dict[tuple[Path, int], tuple[Path, int, str, str]] = {}
    while len(found) < number:
        (file,) = chance.choices(files, [len(source) for source in sources.values()])
        if mutant := mutant_of(sources[file], chance):
            found[file, mutant[0]] = (file.relative_to(checkout), *mutant)
    print(f"seed {seed}: {number} mutants of {len(files)} modules", flush=True)
    return [*found.values()]


def main(seed: int = 0, number: int = 60, minutes: float = 20, how: str = "") -> None:
    """Plant a sample of mutants and print those that survive."""
    seed = seed or random.SystemRandom().randrange(1, 10**6)
    deadline, survivors, tried = time.monotonic() + minutes * 60, [], 0
    with tempfile.TemporaryDirectory() as folder:
        free: Queue[Path] = Queue()
        for worker in range(WORKERS):
            free.put(copied(Path(folder) / str(worker)))

        lines = executed(Path(folder) / "0") if how != "near" else {}
        sampled = sample(seed, number, Path(folder) / "0")

        def noticed(mutant: tuple[Path, int, str, str]) -> bool | None:
            if time.monotonic() > deadline:
                return None
            module, line, _, source = mutant
            rounds = near(module) if how == "near" else [tests_of(module, line, lines)]
            checkout = free.get()
            before = (checkout / module).read_text(encoding="utf-8")
            try:
                (checkout / module).write_text(source, encoding="utf-8")
                return any(is_noticed(checkout, tests) for tests in rounds)
            finally:
                (checkout / module).write_text(before, encoding="utf-8")
                free.put(checkout)

        with ThreadPoolExecutor(WORKERS) as pool:
            for (module, line, what, _), was in zip(sampled, pool.map(noticed, sampled), strict=True):
                tried += was is not None
                if was is False:
                    survivors.append(what)
                    print(f"survived: {module}:{line}: {what}", flush=True)
    print(f"{len(survivors)} of {tried} survived: {100 * len(survivors) / max(tried, 1):.1f} %")


if __name__ == "__main__":
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    given = sys.argv[1:]
    main(*map(int, given[:3]), *given[3:])  # type: ignore[arg-type]
