"""The message ids of the catalogues: every text that a reader can meet, once. ``make messages`` brings the catalogues
up to date with them.

Most stand in the source, where a call says that somebody reads them; names and sentences of the games stand in their
data; labels and choices of forms belong to the fields of the commands.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.base.language import CATALOGUE, LOCALE, languages
from bot.messages.entry_form import field_label
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS
from rules.command import Command, label_of
from rules.games import GAMES, OWN
from rules.games.gathering_storm.effects import KINDS
from rules.seat import REFEREE
from tests.clicks import MENUS
from tests.games import all_games
from tests.sources import tree_of

ROOT = Path(__file__).parent.parent
SAID_BY = {
    "tell_all": (0,), "tell_board": (0,), "tell_rule": (0,), "tell_title": (0,), "tell_next": (0,), "tell_proof": (0,),
    "tell_section": (0, 1), "tell_seat": (1,), "tell_unseen": (1,), "under": (0,), "Text": (0,), "tell_text": (0,),
    "line": (0,), "Line": (0,), "label": (0,), "Shown": (0,), "say": (0,), "compose": (0,), "headed": (0,),
    "refuse": (1,), "tell_privately": (1,),
    "RuleError": (0,), "NotNow": (0,), "NotYours": (0,), "NotThere": (0,), "WrongDice": (0,), "Unsure": (0,),
    "BadRecord": (0,),
    "entry": (0,), "entry_view": (4,), "opener": (2,),
    "Offer": (1,), "entry_offer": (2,), "Group": (), "Field": (), "describe": (), "Choice": (0,), "context_menu": (),
    "ContextMenu": (), "Button": (), "LookButton": (3,), "_about": (0,), "command": (), "_refuse": (3,),
    "Track": (), "Flag": (), "OneOf": (), "Several": (),
    "_mean": (0,), "get": (1,), "_named": (2,), "options_layout": (2,),
    "_show": (1,), "_tell": (1,), "_show_campaigns": (1,), "_answer": (1,),
    "__init__": (0,), "frozenset": (0,), "Listed": (0,), "_ending": (0,), "in_turn": (0,), "_pairs": (1,),
}  # fmt: skip
"""The calls whose arguments at these places are read by somebody."""
KEYWORDS = frozenset(
    {"asked", "board", "title", "label", "description", "placeholder", "subject", "detail", "questions", "text", "name"}
)
"""Their arguments by name that are."""
NO_TEXTS = frozenset({"id", "default", "colours", "effect", "adjacent", "hand_limit", "draws"})
"""The keys of the data whose values nobody reads, or reads as they are printed."""
OPERATORS = (
    "bot/cli", "bot/chat/startup_errors", "bot/storage", "bot/base/heartbeat", "bot/base/settings",
    "bot/base/program_log", "bot/base/metrics", "bot/log/export", "bot/engine/posts",
)  # fmt: skip
"""What only the operator reads, in English, or nobody."""
NOBODYS = ('"Report-Msgid', '"POT-Creation', '"Last-Translator', '"Language-Team', '"Generated-By')
"""Headers of a catalogue that would hold nothing."""
DRAWN = ("<path", "iljftr")
"""How constants begin that are parts of a picture, or the letters by which one is measured."""
FACTS = ("Track", "Flag", "OneOf", "Several", "Facts")
WORD = re.compile(r"[^\W\d_]{2}")


def messages() -> dict[str, set[str]]:
    """Every text with the files where it stands, in their order."""
    found: dict[str, set[str]] = {}
    for text, place in (*_of_sources(), *_of_data(), *_of_commands()):
        bare = re.sub(r"\{[^}]*\}", "", text)
        is_text = WORD.search(bare) or bare.startswith("“") or {*bare} & {*":%"} or "|" in text or ":the}" in text
        if is_text and ("_" not in text or " " in text) and not text.startswith(DRAWN):
            found.setdefault(text, set()).add(place)
    return found


def _of_sources() -> Iterator[tuple[str, str]]:
    for file in sorted([*(ROOT / "rules").rglob("*.py"), *(ROOT / "bot").rglob("*.py")]):
        place = str(file.relative_to(ROOT))
        if place.startswith(OPERATORS):
            continue
        tree = tree_of(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            for text in _read(node):
                yield text, place
        for statement in tree.body:
            for text in _constants(statement):
                yield text, place


def _read(node: ast.AST) -> Iterator[str]:
    """The texts of a part of the source that somebody reads."""
    match node:
        case ast.Call():
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in SAID_BY:
                for place in SAID_BY[name]:
                    yield from _texts(node.args[place]) if place < len(node.args) else ()
                for keyword in node.keywords:
                    if keyword.arg in KEYWORDS or name == "describe":
                        yield from _texts(keyword.value)
        case ast.AnnAssign(target=ast.Name(id="title" | "wish" | "headline"), value=value) if value is not None:
            yield from _texts(value)
        case ast.Assign(targets=[ast.Name()], value=value):
            yield from (text for text in _texts(value) if text[:1].isupper() or " " in text)
        case ast.Return(value=ast.Dict() as table):
            yield from (text for text in _texts(table) if " " in text)
        case ast.FunctionDef(name="heading" | "title"):
            for inside in ast.walk(node):
                if isinstance(inside, ast.Return) and inside.value is not None:
                    yield from _texts(inside.value)
        case ast.AsyncFunctionDef() if any(_is_slash_command(each) for each in node.decorator_list):
            yield ast.get_docstring(node) or ""
        case ast.Subscript(value=ast.Name(id="Literal"), slice=choices):
            yield from _texts(choices)
        case ast.ClassDef(keywords=[_, *_] as given):
            for keyword in given:
                yield from _texts(keyword.value) if keyword.arg in ("group_description", "description") else ()
        case ast.ClassDef() if any(isinstance(base, ast.Name) and base.id == StrEnum.__name__ for base in node.bases):
            for inside in node.body:
                yield from _texts(inside.value) if isinstance(inside, ast.Assign) else ()


def _texts(node: ast.expr) -> Iterator[str]:
    """The literals that an expression can be."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp():
            yield from _texts(node.body)
            yield from _texts(node.orelse)
        case ast.BoolOp():
            for each in node.values:
                yield from _texts(each)
        case ast.Dict():
            for value in node.values:
                yield from _texts(value)
        case ast.Tuple() | ast.List() | ast.Set():
            for value in node.elts:
                yield from _texts(value)


def _constants(statement: ast.stmt) -> Iterator[str]:
    """What a constant of a module holds: texts, or a table of them by name."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
    if isinstance(value, ast.Dict):
        for key in value.keys:
            yield from _texts(key) if key is not None else ()
    if isinstance(value, ast.Call):  # ``dict.fromkeys(names, text)``, but no pattern, and no fact with its key
        is_pattern = isinstance(value.func, ast.Attribute) and value.func.attr == "compile"
        is_fact = isinstance(value.func, ast.Name) and value.func.id in FACTS
        yield from (text for each in value.args for text in _texts(each) if not (is_pattern or is_fact))
    elif value is not None:
        yield from _texts(value)


def _is_slash_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr == "command"


def _of_data() -> Iterator[tuple[str, str]]:
    for file in sorted((ROOT / "data").glob("*.toml")):
        place = str(file.relative_to(ROOT))
        for text in _in_data(tomllib.loads(file.read_text(encoding="utf-8"))):
            yield text, place


def _in_data(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inside in value.items():
            if key not in NO_TEXTS:
                yield from _in_data(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from _in_data(inside)
    elif isinstance(value, str):
        yield value


def _of_commands() -> Iterator[tuple[str, str]]:
    yield REFEREE, "rules/seat.py"
    games = all_games()
    storm = games["gathering-storm"].data
    yield from ((name, "rules/games/gathering_storm") for name in (*storm.by_key, *storm.regions.countries, *KINDS))
    marne = games["marne-1918"].data
    yield from ((marne.name(each.id), "rules/games/marne_1918") for kind in marne.marker_types for each in kind.markers)
    yield from ((text, "rules/campaign") for each in CAMPAIGN_COMMANDS.values() for text in _of_fields(each))
    for menu in MENUS.values():
        yield from (
            (field_label(each), "bot/chat/commands") for entry in menu(None).commands for each in entry.parameters
        )
    for game in (*GAMES, OWN):
        place = f"rules/games/{game.id}".replace("-", "_")
        yield from ((seat, place) for seat in game.seats)
        yield from ((text, place) for text in game.data_type.parts.values())
        yield from ((text, place) for each in game.commands for text in _of_fields(each))


def _of_fields(command: type[Command]) -> Iterator[str]:
    """What a form calls the fields of a command, and what it lets choose."""
    for name, info in command.model_fields.items():
        if name not in ("type", "schema_version"):
            yield label_of(command, name)
            yield info.description or ""
            yield from _choices(info.annotation)


def _choices(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from map(str, get_args(annotation))
    elif get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from _choices(part)


def brought_up_to_date(language: str) -> str:
    """A catalogue as it would stand in its file, with every text of today; what was translated stays."""
    template = Catalog(project="Adjutant", charset="utf-8")
    for text, places in messages().items():
        template.add(text, locations=[(place, 0) for place in sorted(places)])
    with (LOCALE / language / CATALOGUE).open("rb") as opened:
        catalog = read_po(opened, locale=language)
    forms = [message for message in catalog if message.context]  # of names, as the language needs them
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    for form in forms:
        catalog.add(form.id, form.string, context=form.context)
    written = BytesIO()
    write_po(written, catalog, width=120, ignore_obsolete=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    return "".join(each for each in lines if not each.startswith(NOBODYS))


def main() -> None:
    for language in languages()[1:]:
        file = LOCALE / language / CATALOGUE
        file.write_text(brought_up_to_date(language), encoding="utf-8")
        with file.open("rb") as opened:
            catalog = read_po(opened, locale=language)
        missing = sum(not message.string for message in catalog if message.id)
        print(f"{language}: {len(catalog)} texts, {missing} not translated")


if __name__ == "__main__":
    main()
