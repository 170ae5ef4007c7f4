"""Every command that a page, a sentence or a text of the data names is there, and so is every entry of a menu."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.bot.harness import MENUS, Harness

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"`/([a-z][a-z-]*(?: [a-z-]+)?)((?: [a-z]+:[^`]*)?)`")
HISTORY = ("docs/decisions", "docs/reference", "docs/localdiscord.md")
"""What tells of earlier commands, or of those of other bots."""
PATHS = {"metrics", "healthz", "data", "app", "tmp", "backup", "backups"}
"""What begins with a stroke and is no command."""


def texts() -> Iterator[tuple[str, str]]:
    for pattern in ("*.md", "docs/**/*.md", "bot/**/*.py", "rules/**/*.py", "data/**/*.json", "data/**/*.po"):
        for path in sorted(ROOT.glob(pattern)):
            place = str(path.relative_to(ROOT))
            if not place.startswith(HISTORY):
                yield place, path.read_text(encoding="utf-8")


def wrong(text: str, commands: set[str], entries: dict[str, set[str]]) -> Iterator[str]:
    """What a text names that is not there."""
    groups = {command.split()[0] for command in commands}
    for name, options in NAMED.findall(text):
        if name not in commands and name not in groups and name not in PATHS:
            yield f"/{name}"
        what = re.match(r" what:([a-z0-9-]+)", options)
        if what and name in entries and what[1] not in entries[name]:
            yield f"/{name} what:{what[1]}"


async def test_every_command_that_is_named_is_there(here: Harness) -> None:
    client = here.bot.client
    commands = {command.qualified_name for command in client.tree.walk_commands()}
    entries = {slash: {each.name for each in client.menus.entries(menu)} for slash, menu in MENUS.items()}
    found = [(place, each) for place, text in texts() for each in wrong(text, commands, entries)]
    assert found == []
    assert [*wrong("`/me forget`, `/me more what:oblivion`, `/me away`", commands, entries)] == [
        "/me forget", "/me more what:oblivion",
    ]  # fmt: skip
