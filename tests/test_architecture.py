"""The borders of the house, and what its pages say of it."""

import ast
import re
import shutil
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from discord import AppCommandType, app_commands

from rules.games import GAMES
from tests.bot.harness import Harness

ROOT = Path(__file__).parent.parent
RULES = sorted((ROOT / "rules").rglob("*.py"))
PURE = {
    "abc", "collections", "contextlib", "dataclasses", "datetime", "enum", "fractions", "functools", "hashlib", "hmac",
    "itertools", "math", "operator", "re", "types", "typing", "typing_extensions", "unicodedata", "pydantic",
    "pydantic_core", "rules", "bisect", "heapq", "json", "string", "textwrap", "decimal", "__future__", "statistics",
}  # fmt: skip


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_rules_import_only_what_is_pure(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        assert {name.split(".")[0] for name in names} <= PURE


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_rules_do_nothing_to_the_world(file: Path) -> None:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"open", "print", "input", "eval", "exec", "__import__"}
    assert not any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(tree))
    clocks = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr in ("now", "today", "utcnow")]
    assert not [n for n in clocks if isinstance(n.value, ast.Name) and n.value.id in ("datetime", "date")]


def lint_imports(root: Path) -> str:
    """What the contracts in ``pyproject.toml`` say of a tree."""
    run = "from importlinter.cli import lint_imports_command as run"
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, '.'); {run}; sys.exit(run())"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_borders_between_the_packages_hold() -> None:
    said = lint_imports(ROOT)
    assert "0 broken" in said, said


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
        ("bot/storage/store.py", "import discord", "Only chat, journal and ui know Discord"),
        ("bot/engine/request.py", "import bot.ui.forms", "The bot is built in layers"),
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
    "bot/storage/rows.py": "tests/bot/storage/test_store.py",
    "bot/chat/answering/move_check.py": "tests/bot/chat/commands/test_campaign_places.py",
    "bot/storage/inserts.py": "tests/bot/storage/test_sqlite.py",
    "bot/log/record_schema.py": "tests/bot/log/test_chain.py",
}


def modules() -> list[Path]:
    """The modules of the bot and of the rules' core; a package's own file holds no behaviour."""
    every = (file.relative_to(ROOT) for package in ("bot", "rules") for file in (ROOT / package).rglob("*.py"))
    return sorted(file for file in every if file.name != "__init__.py" and not file.is_relative_to("rules/games"))


@pytest.mark.parametrize("module", modules(), ids=str)
def test_every_module_has_a_test_file_of_its_name(module: Path) -> None:
    own = ROOT / "tests" / module.with_name(f"test_{module.name}")
    elsewhere = TESTED_ELSEWHERE.get(str(module))
    assert own.exists() is (elsewhere is None), "an exception goes once the file is there"
    assert elsewhere is None or (ROOT / elsewhere).exists()


@pytest.mark.parametrize("test", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda test: test.stem)
def test_no_test_reads_beside_the_checkout(test: Path) -> None:
    """``make test`` needs nothing that is not in the repository."""
    source = test.read_text(encoding="utf-8")
    parents = [int(number) for number in re.findall(r"parents\[(\d+)\]", source)]
    assert all(number < len(test.relative_to(ROOT).parts) for number in parents)


def circles(package: str) -> list[tuple[str, ...]]:
    """The import circles of a package, ``TYPE_CHECKING`` imports among them."""
    files = {".".join(file.relative_to(ROOT).with_suffix("").parts): file for file in (ROOT / package).rglob("*.py")}
    names = {name.removesuffix(".__init__") for name in files}
    graph = {}
    for name, file in files.items():
        imported = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
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


@pytest.mark.parametrize("page", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"], ids=lambda p: p.name)
def test_the_pages_name_files_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / target).exists(), target
    for named in re.findall(r"`((?:bot|rules|data|tests|docs)/[\w./-]+?)`", text):
        assert (ROOT / named).exists() or "your_game" in named, named


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


def characters(part: object) -> int:
    if isinstance(part, dict):
        counted = sum(len(str(part[key])) for key in ("name", "description", "value") if key in part)
        return counted + sum(characters(part[key]) for key in ("options", "choices") if part.get(key))
    return sum(map(characters, part)) if isinstance(part, list) else 0
