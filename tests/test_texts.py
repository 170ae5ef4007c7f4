"""What players read: whole sentences with words in them, and names that exist."""

import ast
import re
from pathlib import Path

import pytest
from discord import app_commands

from tests.bot.harness import Harness
from tests.sources import tree_of
from tests.texts import NOTICES, ROOT, texts

SOURCES = sorted([*(ROOT / "rules").rglob("*.py"), *(ROOT / "bot").rglob("*.py")])
# rows of a list, in which nothing is to be translated: a slash command with its description, an entry of the log
ALLOWED = {
    "{title}: {dice}", "{command}: {what}", "`{seq}` {player}: {title}", "{name}: {value}",
    "{name}: {before} → {after}", "{title}: {count}", "{phase}: {time}", "{day}, {name} {change}",
    "**{day}**: {what}. {held}.", "{question} **{answer}**", "{day}, {seat}: {order}", "{power}: {account}",
    "{seq} {when} {who}: {text}", "{seq} {when} {who}: ~~{text}~~",
}  # fmt: skip
NO_COMMANDS = {"healthz", "metrics", "data"}
WORD = re.compile(r"[^\W\d_]{2}")


def calls(source: str, names: set[str]) -> list[ast.Call]:
    """The calls of some functions in a source."""
    every = (node for node in ast.walk(tree_of(source)) if isinstance(node, ast.Call))
    return [node for node in every if isinstance(node.func, ast.Name) and node.func.id in names]


def templates_without_words(source: str) -> list[str]:
    """The templates of notices that are no literal, or in which nothing but values stands."""
    wrong = []
    for call in calls(source, set(NOTICES)):
        template = call.args[NOTICES[call.func.id]]  # type: ignore[attr-defined]
        literal = str(template.value) if isinstance(template, ast.Constant) else "{}"
        # a literal without values, such as the number of a rule, needs no words
        words = re.sub(r"\{[^}]*\}", "", literal)
        if words != literal and not WORD.search(words) and not is_handed_on(call) and literal not in ALLOWED:
            wrong.append(ast.unparse(call))
    return wrong


def is_handed_on(call: ast.Call) -> bool:
    """Whether the template comes from the caller, as in ``tell_section``, or is a constant or a declaration's."""
    template = call.args[NOTICES[call.func.id]]  # type: ignore[attr-defined]
    is_constant = isinstance(template, ast.Name) and (template.id == "template" or template.id.isupper())
    return isinstance(template, ast.Subscript | ast.Attribute) or is_constant


def glued(source: str) -> list[str]:
    """The values of notices that are parts of a sentence."""
    return [ast.unparse(call) for call in calls(source, {"Shown", "Hidden"}) if any(map(has_words, call.args))]


def has_words(value: ast.expr) -> bool:
    """Whether words are written into a value."""
    for node in ast.walk(value):
        parts = [node.body, node.orelse] if isinstance(node, ast.IfExp) else []
        parts += node.values if isinstance(node, ast.JoinedStr) else []
        literals = (part.value for part in parts if isinstance(part, ast.Constant))
        if any(isinstance(each, str) and WORD.search(each) for each in literals):
            return True
    return False


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_template_is_a_sentence(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    assert templates_without_words(source) == []
    assert glued(source) == []


@pytest.mark.parametrize(
    "planted",
    ['tell_all("{text}", text=x)', 'tell_seat(seat, "**{card}**: {n}", n=1)', "tell_all(text)", 'tell_rule("{a} {b}")'],
)
def test_a_sentence_without_a_template_is_found(planted: str) -> None:
    assert templates_without_words(planted)


@pytest.mark.parametrize(
    "planted", ['Shown("capture" if x else "retake")', 'Shown(f"{n} markers")', 'Hidden(" — to be kept" if x else "")']
)
def test_a_sentence_glued_from_parts_is_found(planted: str) -> None:
    assert glued(planted)


@pytest.fixture
def commands(here: Harness) -> set[str]:
    """The slash commands and their groups."""
    return {command.qualified_name for command in here.bot.client.tree.walk_commands()}


async def test_every_slash_command_that_a_text_names_exists(commands: set[str]) -> None:
    """Rules, data, bot and pages name commands: `/campaign join`, `/act`."""
    pages = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", *(ROOT / "data").glob("*.toml")]
    unknown = {}
    for file in [*SOURCES, *pages]:
        for named in re.findall(r"`/([a-z][a-z -]*?)(?: [a-z_]+:[^`]*)?`", file.read_text(encoding="utf-8")):
            if named.strip() not in commands | NO_COMMANDS:
                unknown[named] = file.name
    assert unknown == {}


async def test_titles_and_buttons_fit_their_places(here: Harness) -> None:
    """Discord's own limits: 45 characters for the title of a form, 80 for a button, 100 for a description."""
    longest = {"title": 45, "button": 80, "slash command": 100, "option": 100}
    assert [text for text in texts() if len(text.text) > longest.get(text.kind, 10**6)] == []
    for command in here.bot.client.tree.walk_commands():
        assert isinstance(command, app_commands.Command | app_commands.Group)
        assert command.description[0].isupper()
        assert not command.description.endswith(".")
