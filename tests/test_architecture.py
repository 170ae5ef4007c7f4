"""The borders of the house, and what its pages say of it."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from discord import AppCommandType, app_commands

from rules.campaign import features
from rules.games import GAMES
from tests.bot.harness import Harness
from tests.sources import tree_of

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "rules").rglob("*.py"))
PURE = {
    "abc", "collections", "contextlib", "dataclasses", "datetime", "enum", "fractions", "functools", "hashlib", "hmac",
    "itertools", "math", "operator", "re", "types", "typing", "typing_extensions", "unicodedata", "pydantic",
    "pydantic_core", "rules", "bisect", "heapq", "json", "string", "textwrap", "decimal", "__future__",
}  # fmt: skip


def read(file: Path) -> ast.Module:
    return tree_of(file.read_text(encoding="utf-8"))


def impure(node: ast.AST) -> bool:
    """Whether a part of the source imports what is not pure, does I/O, waits, or looks at a clock."""
    match node:
        case ast.Import():
            return not {alias.name.split(".")[0] for alias in node.names} <= PURE
        case ast.ImportFrom():
            return (node.module or "").split(".")[0] not in PURE
        case ast.Call(func=ast.Name(id=name)):
            return name in ("open", "print", "input", "eval", "exec", "__import__")
        case ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=name):
            return name in ("now", "today", "utcnow")
    return isinstance(node, ast.AsyncFunctionDef | ast.Await)


def test_the_rules_are_pure_and_do_nothing_to_the_world() -> None:
    assert RULES
    assert [(file, ast.unparse(node)) for file in RULES for node in ast.walk(read(file)) if impure(node)] == []


@pytest.mark.parametrize(
    "line", ["import os", "from time import sleep", "open('x')", "datetime.now()", "async def f(): ..."]
)
def test_impure_modules_are_found(line: str) -> None:
    assert any(map(impure, ast.walk(tree_of(line))))


def lint_imports(root: Path) -> str:
    """What the contracts in ``pyproject.toml`` say of a tree."""
    run = "from importlinter.cli import lint_imports_command as run"
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, '.'); {run}; sys.exit(run())"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_borders_between_the_packages_hold() -> None:
    said = lint_imports(ROOT)
    assert "0 broken" in said, said


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("file", "line", "broken"),
    [
        ("rules/games/fourth.py", "import rules.games.marne_1918", "A game knows the core and no other game"),
        ("rules/pool.py", "import random", "The rules do no I/O"),
        ("rules/notice.py", "import rules.games.marne_1918", "The core knows no game"),
        (
            "bot/chat/answering/responder.py",
            "import rules.games.marne_1918.hand",
            "What serves every game imports none",
        ),
        (
            "bot/chat/commands/fields_of_despair.py",
            "import rules.games.marne_1918.hand",
            "What serves every game imports none",
        ),
        ("localdiscord/hub.py", "import rules", "The local Discord stands alone"),
        ("bot/storage/store.py", "import discord", "Only chat, journal and messages know Discord"),
        ("bot/engine/request.py", "import bot.messages.forms", "The bot is built in layers"),
        ("bot/cousin.py", "import typing", "The bot is built in layers"),
        ("bot/chat/posting/poster.py", "import bot.chat.commands.me", "The chat is built in layers"),
        ("rules/campaign/state/state.py", "import rules.campaign.time.undo", "A campaign is built in layers"),
        ("bot/engine/request.py", "import localdiscord", "The bot does not know the local Discord"),
    ],
)
def test_an_import_across_a_border_is_refused(tmp_path: Path, file: str, line: str, broken: str) -> None:
    for package in ("rules", "bot", "localdiscord"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    shutil.copytree(ROOT / "localdiscord" / "web", tmp_path / "localdiscord" / "web")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    planted = tmp_path / file
    before = planted.read_text(encoding="utf-8") if planted.exists() else ""
    planted.write_text(f"{before}\n{line}\n", encoding="utf-8")
    said = lint_imports(tmp_path)
    assert re.search(rf"{broken}.* BROKEN", said), said


# modules without a test file of their name, and where they are tested instead
TESTED_ELSEWHERE = {
    "bot/__main__.py": "tests/bot/base/test_heartbeat.py",  # one cannot see in `test___main__` what it is about
    "bot/cli/terminal.py": "tests/bot/cli/test_command_line.py",
    "bot/base/lines.py": "tests/bot/base/test_catalog.py",
    "bot/storage/rows.py": "tests/bot/storage/test_store.py",
    "bot/chat/answering/move_check.py": "tests/bot/chat/commands/test_campaign_places.py",
    "bot/log/record_schema.py": "tests/bot/log/test_chain.py",
    "rules/campaign/state/wait.py": "tests/rules/campaign/decider/test_waiting.py",
}


def modules() -> list[Path]:
    """The modules of the bot and of the rules' core; a package's own file holds no behaviour."""
    every = (file.relative_to(ROOT) for package in ("bot", "rules") for file in (ROOT / package).rglob("*.py"))
    return sorted(file for file in every if file.name != "__init__.py" and not file.is_relative_to("rules/games"))


def test_every_module_has_a_test_file_of_its_name() -> None:
    """An exception goes once the file is there."""
    assert modules()
    own = {module: (ROOT / "tests" / module.with_name(f"test_{module.name}")).exists() for module in modules()}
    assert [module for module, is_there in own.items() if is_there is (str(module) in TESTED_ELSEWHERE)] == []
    assert [file for file in TESTED_ELSEWHERE.values() if not (ROOT / file).exists()] == []


def test_no_test_reads_beside_the_checkout() -> None:
    """``make test`` needs nothing that is not in the repository."""
    outside = [
        test
        for test in (ROOT / "tests").rglob("test_*.py")
        for number in re.findall(r"parents\[(\d+)\]", test.read_text(encoding="utf-8"))
        if int(number) >= len(test.relative_to(ROOT).parts)
    ]
    assert outside == []


GAMES_OF_THE_TESTS = [ROOT / "tests" / name / "__init__.py" for name in ("high_card", "bridges", "night_watch")]


def methods() -> Iterator[tuple[str, type, ast.FunctionDef, object]]:
    """Each method of the rules with its class and what it takes the place of, if anything."""
    for file in (*RULES, *GAMES_OF_THE_TESTS):
        module = import_module(".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        for node in (each for each in read(file).body if isinstance(each, ast.ClassDef)):
            cls = getattr(module, node.name)
            for method in (each for each in node.body if isinstance(each, ast.FunctionDef)):
                found = (vars(base)[method.name] for base in cls.__mro__[1:] if method.name in vars(base))
                yield f"{cls.__name__}.{method.name}", cls, method, next(found, None)


def is_unfinished(method: ast.FunctionDef, before: object, *, is_replaced: bool) -> bool:
    """Whether a method replaces one that works and does not say so, or is new and neither says what it does nor uses
    all that it is handed. What others replace need not use it.
    """
    name, marks = method.name, {ast.unparse(each).split(".")[-1] for each in method.decorator_list}
    is_stub = ast.unparse(method.body[-1]) == "..."
    if is_stub or name.startswith("__") or "setter" in marks or getattr(before, "__isabstractmethod__", False):
        return False
    if before is not None:
        return "override" not in marks
    used = {each.id for part in method.body for each in ast.walk(part) if isinstance(each, ast.Name)}
    handed = {each.arg for each in (*method.args.args[1:], *method.args.kwonlyargs) if not each.arg.startswith("_")}
    is_told = name.startswith("_") or ast.get_docstring(method) is not None
    return not is_told or not (handed <= used or is_replaced)


def test_every_method_is_whole_or_says_what_it_replaces() -> None:
    every = [*methods()]
    replaced = {(base, each.name) for _, cls, each, _ in every for base in cls.__mro__[1:]}
    found = [
        name
        for name, cls, each, before in every
        if is_unfinished(each, before, is_replaced=(cls, each.name) in replaced)
    ]
    assert found == []


LONGEST_NAME = 60


def test_no_test_name_is_longer_than_60_characters() -> None:
    longer = [
        f"{file.relative_to(ROOT)} {name}"
        for file in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"def (test_\w+)", file.read_text(encoding="utf-8"))
        if len(name) > LONGEST_NAME
    ]
    assert longer == []


def circles(package: str) -> list[tuple[str, ...]]:
    """The import circles of a package, ``TYPE_CHECKING`` imports among them."""
    files = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in (ROOT / package).rglob("*.py")}
    names = {name.removesuffix(".__init__") for name in files}
    graph = {}
    for name, file in files.items():
        imported = set()
        for node in ast.walk(tree_of(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
        own = name.removesuffix(".__init__")
        graph[own] = {each for each in imported & names if each != own and not own.startswith(f"{each}.")}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return [tuple(error.args[1])]
    return []


@pytest.mark.parametrize("package", ["rules", "bot", "localdiscord"])
def test_no_import_goes_in_a_circle(package: str) -> None:
    assert circles(package) == []


def test_every_game_has_its_code_and_its_data() -> None:
    for game in GAMES:
        name = game.id.replace("-", "_")
        assert game.__module__ == f"rules.games.{name}"
        assert (ROOT / "data" / f"{name}.toml").exists()


def missing(page: Path) -> list[str]:
    """The files that a page names and that are not there."""
    text = page.read_text(encoding="utf-8")
    targets = [target for target in re.findall(r"\]\(([^)#:]+)\)", text) if not (page.parent / target).exists()]
    named = re.findall(r"`((?:bot|rules|data|tests|docs)/[\w./-]+?)`", text)
    return [*targets, *(name for name in named if not (ROOT / name).exists() and "your_game" not in name)]


def test_the_pages_name_files_that_exist() -> None:
    pages = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("README*.md")]
    assert {page.name: gone for page in pages if (gone := missing(page))} == {}


def leaves(here: Harness) -> list[app_commands.Command]:  # type: ignore[type-arg]
    return [each for each in here.bot.client.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_the_page_of_commands_names_every_command(here: Harness) -> None:
    rows = [
        line
        for line in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `/")
    ]
    named = set()
    for row in rows:
        words = re.findall(r"`([^`]+)`", row.split("|")[1])
        group = ""
        for word in words:
            group = word.rsplit(" ", 1)[0] if word.startswith("/") and " " in word else group
            named.add(word.removeprefix("/") if word.startswith("/") else f"{group} {word}".removeprefix("/"))
    assert named == {command.qualified_name for command in leaves(here)}


async def test_the_commands_keep_within_discords_limits(here: Harness) -> None:
    """100 slash commands and 15 in the Apps menu of messages, 25 options or subcommands each, 8000 characters of names,
    descriptions and values a command.
    """
    commands = here.bot.client.tree.get_commands(type=AppCommandType.chat_input)
    assert len(commands) <= 100
    assert len(here.bot.client.tree.get_commands(type=AppCommandType.message)) <= 15
    for command in commands:
        payload = command.to_dict(here.bot.client.tree)
        assert characters(payload) <= 8000
        for options in (payload["options"], *(option.get("options", []) for option in payload["options"])):
            assert len(options) <= 25


WRITTEN = (".py", ".script", ".txt")
NAMES_FEATURES = ("rules/campaign/features/__init__.py", "tests/rules/games/gathering_storm/test_crises.py")
"""What registers them, and the test of a chapter that asks by one."""


async def test_a_feature_is_named_in_its_own_places_alone(here: Harness) -> None:
    """So it can leave with what is called after it, its line and such chapters."""
    files = [file for folder in ("bot", "rules", "data", "tests") for file in (ROOT / folder).rglob("*.*")]
    texts = {file.relative_to(ROOT): file.read_text(encoding="utf-8") for file in files if file.suffix in WRITTEN}
    for name in (each.name for each in iter_modules(features.__path__)):
        own = [each.qualified_name for each in leaves(here) if each.module == f"bot.chat.commands.{name}"]
        named = re.compile(rf"""features(\.| import ){name}\b|["/]({"|".join(own)})\b""")
        found = [str(file) for file, text in texts.items() if named.search(text) and name not in str(file)]
        assert own
        assert {*found} <= {*NAMES_FEATURES}


def characters(part: object) -> int:
    if isinstance(part, dict):
        counted = sum(len(str(part[key])) for key in ("name", "description", "value") if key in part)
        return counted + sum(characters(part[key]) for key in ("options", "choices") if part.get(key))
    return sum(map(characters, part)) if isinstance(part, list) else 0
