"""Write the pages of reference in ``docs/reference``: commands, settings, the record. A test keeps them fresh."""

import asyncio
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from discord import AppCommandType, app_commands

from bot.base.catalog import read_catalog
from bot.base.clock import utc_now
from bot.base.metrics import NO_METRICS
from bot.base.settings import Paces, Settings
from bot.chat.answering.gate import Gate
from bot.chat.client import Adjutant
from bot.chat.commands import load
from bot.chat.onboarding.help_page import commands, needed_by
from bot.engine.outbox import NEVER, Outbox
from bot.engine.request import Lateness
from bot.engine.service import CampaignService
from bot.storage import SqliteStore
from tests.schema import FILE as SCHEMA

KINDS = {"integer": "whole number", "string": "text", "null": "nothing", "boolean": "yes or no", "object": "object"}
FOLDER = Path(__file__).parent.parent / "docs" / "reference"


async def loaded() -> Adjutant:
    """The bot with all its commands, not connected to anything."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "a.sqlite")
        try:
            gate = Gate(Lateness(utc_now), Paces(), utc_now)
            bot = Adjutant(
                CampaignService(store, read_catalog()), Outbox(store, utc_now, NEVER), gate, NO_METRICS, load
            )
            await load(bot)
        finally:
            await store.close()
    return bot


def commands_page(bot: Adjutant) -> Iterator[str]:
    """Every command as Discord gets it, with its options."""
    yield "# Commands"
    yield ""
    yield "Every command of the bot, as Discord lists it. `make reference` writes this page from the bot itself."
    yield "Type `/help` to see what you can do now; [the tutorial](../tutorial.md) begins at the beginning."
    yield ""
    yield "An option in **bold** must be given."
    yield ""
    yield counted(bot)
    for top in sorted(bot.tree.get_commands(type=AppCommandType.chat_input), key=lambda each: each.name):
        group = top if isinstance(top, app_commands.Group) else None
        yield from ("", f"## /{top.name}", "", *([f"{group.description}."] if group else []))
        for command in sorted(group.walk_commands(), key=lambda each: each.name) if group else [top]:
            yield from _command(command, in_group=group is not None)
    yield from ("", "## The Apps menu of a message", "")
    for menu in bot.tree.get_commands(type=AppCommandType.message):
        yield f"- *{menu.name}*"


def counted(bot: Adjutant) -> str:
    """How many commands a player sees, and how many of them each game uses."""
    tops = bot.tree.get_commands(type=AppCommandType.chat_input)
    managed = [top for top in tops if top.default_permissions is not None]
    seen = [*commands(top for top in tops if top not in managed)]
    used = [
        f"{game.title} uses {sum(not needed_by(each) or any(map(game.has, needed_by(each))) for each in seen)}"
        for game in bot.service.catalog.games.values()
    ]
    more = len([*commands(managed)])
    return f"A player sees {len(seen)} commands ({', '.join(used)}); who manages the server sees {more} more."


def _command(command: Any, *, in_group: bool) -> Iterator[str]:
    if in_group:
        yield from ("", f"### /{command.qualified_name}", "")
    yield f"{command.description}."
    if command.parameters:
        yield from ("", "| option | what it is | values |", "|---|---|---|")
        for option in command.parameters:
            name = f"**`{option.display_name}`**" if option.required else f"`{option.display_name}`"
            yield f"| {name} | {option.description} | {_values(option)} |"


def _values(option: app_commands.Parameter) -> str:
    """What can be given: the choices, or the kind with its borders."""
    if option.choices:
        return ", ".join(f"*{choice.name}*" for choice in option.choices)
    kind = {"string": "text", "integer": "number", "boolean": "yes or no"}.get(option.type.name, option.type.name)
    if option.autocomplete:
        return f"{kind}, from a list"
    low, high = option.min_value, option.max_value
    if option.type.name == "string":
        return f"{kind}, at most {high} characters" if high is not None else kind
    if low is not None and high is not None:
        return f"{kind}, {low} to {high}"
    return f"{kind}, {low} or more" if low is not None else kind


def settings_page() -> Iterator[str]:
    """Every setting with what it takes."""
    yield "# Settings"
    yield ""
    yield "The environment variables of `adjutant`. `make reference` writes this page from `bot/base/settings.py`;"
    yield "[Running Adjutant](../operations.md) says when one needs them."
    yield ""
    yield "| variable | what it sets | default |"
    yield "|---|---|---|"
    for name, field in Settings.model_fields.items():
        default = field.get_default()
        shown = "–" if default is None or not str(default) else f"`{default}`"
        yield f"| `ADJUTANT_{name.upper()}` | {field.description} | {shown} |"


def record_page() -> Iterator[str]:
    """The parts of a record, from its schema."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    yield "# The record of a campaign"
    yield ""
    yield "The file that `/record more what:export` and `adjutant export` write. `make reference`"
    yield "writes this page from [the JSON schema](../record.schema.json); [Checking the dice](../verify-dice.md) says"
    yield "how to read it."
    for name, part in [("The file", schema), *schema["$defs"].items()]:
        yield from ("", f"## {name}", "", *part.get("description", "").replace("``", "`").splitlines())
        if part.get("properties"):
            yield from ("", "| field | what it holds | must be there |", "|---|---|---|")
            needed = part.get("required", [])
            for field, given in part["properties"].items():
                yield f"| `{field}` | {_type(given)} | {'yes' if field in needed else '–'} |"


def _type(given: dict[str, Any]) -> str:
    """What a field holds, in words."""
    if "$ref" in given:
        name = str(given["$ref"]).split("/")[-1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in given:
        return " or ".join(_type(each) for each in given["anyOf"])
    if "const" in given or "enum" in given:
        return " or ".join(f"`{json.dumps(each)}`" for each in given.get("enum", [given.get("const")]))
    if digits := re.fullmatch(r"\^\[0-9a-f\]\{(\d+)\}\$", given.get("pattern", "")):
        return f"{digits[1]} hexadecimal digits"
    if given.get("type") == "array":
        return f"list of {_type(given.get('items') or {})}"
    if given.get("type") == "string" and "maxLength" in given:
        return f"text, at most {given['maxLength']} characters"
    return KINDS.get(given.get("type", ""), "any JSON")


def pages() -> dict[str, str]:
    made = {"commands.md": commands_page(asyncio.run(loaded())), "settings.md": settings_page(),
            "record.md": record_page()}  # fmt: skip
    return {name: "\n".join(lines) + "\n" for name, lines in made.items()}


if __name__ == "__main__":
    for name, page in pages().items():
        (FOLDER / name).write_text(page, encoding="utf-8")
