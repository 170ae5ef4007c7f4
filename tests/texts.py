"""Every string that a player can read, once, with the places where it stands: ``make texts``.

It reads the source as text: templates of notices, refusals, titles, labels of buttons and fields, descriptions of slash
commands, and the sentences of the data files. So the English can be proof-read whole.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.sources import tree_of

ROOT = Path(__file__).parent.parent
NOTICES = {
    "label": 0,
    "tell_all": 0,
    "tell_board": 0,
    "tell_rule": 0,
    "tell_title": 0,
    "tell_next": 0,
    "tell_proof": 0,
    "tell_section": 1,
    "tell_seat": 1,
    "tell_unseen": 1,
}
REFUSALS = {"BadRecord", "NotNow", "NotYours", "NotThere", "WrongDice", "RuleError", "InvalidAction"}
FIELDS = {"title", "label", "description", "placeholder", "name", "section", "detail"}


@dataclass(frozen=True, order=True)
class Text:
    """A string of a kind, and where it stands."""

    kind: str
    text: str
    place: str


def texts() -> list[Text]:
    """All of them, sorted by kind and text."""
    files = [*(ROOT / "rules").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]
    found = [text for file in files for text in of_source(file)]
    return sorted([*found, *(text for file in (ROOT / "data").glob("*.toml") for text in of_data(file))])


def of_source(file: Path) -> Iterator[Text]:
    """The strings of a source file."""
    tree = tree_of(file.read_text(encoding="utf-8"))
    where = str(file.relative_to(ROOT))
    for statement in tree.body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield from _constants(statement.value, where)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, where)
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.target.id in ("title", "wish")
        ):
            yield from _text("title", node.value, where)
        if isinstance(node, ast.FunctionDef) and node.name == "heading":
            for part in ast.walk(node):
                yield from _text("title", part.value if isinstance(part, ast.Return) else None, where)
        if isinstance(node, ast.AsyncFunctionDef) and _is_slash_command(node):
            yield Text("slash command", ast.get_docstring(node) or "", f"{where}:{node.lineno}")


def _constants(value: ast.expr, where: str) -> Iterator[Text]:
    """Sentences that stand in a constant of a module, or in a table of them."""
    for node in [value, *(value.values if isinstance(value, ast.Dict) else [])]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"[a-z] [a-z{]", node.value):
            yield Text("constant", node.value, f"{where}:{node.lineno}")


def _of_call(node: ast.Call, where: str) -> Iterator[Text]:
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name in NOTICES and len(node.args) > NOTICES[name]:
        yield from _text("notice", node.args[NOTICES[name]], where)
        if name == "tell_section":
            yield from _text("section", node.args[0], where)
    elif name in REFUSALS and node.args:
        yield from _text("refusal", node.args[0], where)
    elif name == "Offer" and len(node.args) > 1:
        yield from _text("button", node.args[1], where)
    elif name == "describe":
        for keyword in node.keywords:
            yield from _text("option", keyword.value, where)
    for keyword in node.keywords:
        if keyword.arg in FIELDS and name in {"Offer", "Field", "Group", "Button", "Select", "TextInput", "Label"}:
            yield from _text("button" if name in {"Offer", "Button"} else "field", keyword.value, where)


def _text(kind: str, node: ast.expr | None, where: str) -> Iterator[Text]:
    """The text of a literal, with a blank for each value in it."""
    if isinstance(node, ast.IfExp):
        yield from _text(kind, node.body, where)
        yield from _text(kind, node.orelse, where)
        return
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{}" if isinstance(part, ast.FormattedValue) else ""
        for part in parts
    )
    if text and isinstance(node, ast.Constant | ast.JoinedStr) and not isinstance(getattr(node, "value", ""), int):
        yield Text(kind, text, f"{where}:{node.lineno}")


def _is_slash_command(node: ast.AsyncFunctionDef) -> bool:
    calls = (each.func for each in node.decorator_list if isinstance(each, ast.Call))
    return any(isinstance(call, ast.Attribute) and call.attr == "command" for call in calls)


def of_data(file: Path) -> Iterator[Text]:
    """The sentences of a data file: strings with a space in them."""

    def walk(path: str, value: object) -> Iterator[Text]:
        if isinstance(value, dict):
            for name, inside in value.items():
                yield from walk(f"{path}.{name}", inside)
        elif isinstance(value, list):
            for number, inside in enumerate(value):
                known = inside.get("id") or inside.get("name") if isinstance(inside, dict) else None
                yield from walk(f"{path}.{known or number}", inside)
        elif isinstance(value, str) and re.search(r"[a-z] [A-Za-z]", value):
            yield Text("data", value, path)

    yield from walk(file.stem, tomllib.loads(file.read_text(encoding="utf-8")))


def main() -> None:
    last = ""
    for text in texts():
        if text.kind != last:
            print(f"\n== {text.kind}")
            last = text.kind
        print(f"{text.text}    [{text.place}]")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
