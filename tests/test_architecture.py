"""The borders of the house, and what its pages say of it."""

import ast
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from discord import app_commands

from rules.games import GAMES
from tests.bot.harness import Harness, harness

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


def test_the_borders_between_the_packages_hold() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "0 broken" in done.stdout, done.stdout + done.stderr


def test_every_game_has_its_folder_and_its_data() -> None:
    for game in GAMES:
        name = game.id.replace("-", "_")
        assert (ROOT / "rules/games" / name / "__init__.py").exists()
        assert (ROOT / "data" / f"{name}.toml").exists()


@pytest.mark.parametrize("page", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"], ids=lambda p: p.name)
def test_the_pages_name_files_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / target).exists(), target
    for named in re.findall(r"`((?:bot|rules|data|tests|docs)/[\w./-]+?)`", text):
        assert (ROOT / named).exists() or "your_game" in named, named


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Harness]:
    async with harness(tmp_path) as table:
        yield table


def leaves(here: Harness) -> list[app_commands.Command]:  # type: ignore[type-arg]
    return [each for each in here.bot.client.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def test_the_readme_names_every_command(here: Harness) -> None:
    rows = [line for line in (ROOT / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("| `/")]
    named = set()
    for row in rows:
        words = re.findall(r"`([^`]+)`", row.split("|")[1])
        group = ""
        for word in words:
            group = word.rsplit(" ", 1)[0] if word.startswith("/") and " " in word else group
            named.add(word.removeprefix("/") if word.startswith("/") else f"{group} {word}".removeprefix("/"))
    assert named == {command.qualified_name for command in leaves(here)}


async def test_the_commands_keep_within_discords_limits(here: Harness) -> None:
    """100 commands, 25 options or subcommands each, 8000 characters of names, descriptions and values a command."""
    commands = here.bot.client.tree.get_commands()
    assert len(commands) <= 100
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
