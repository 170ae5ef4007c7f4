"""The slash commands in other languages: what they do is translated, what is typed stays the same."""

from collections.abc import Iterator
from typing import Any

from bot.base.language import languages
from localdiscord.errors import Json
from tests.bot.harness import Harness

TOTAL_CHARACTERS = 8000


def described(parts: list[Json]) -> Iterator[Json]:
    """Commands, groups and options, with all that is inside them."""
    for part in parts:
        yield part
        yield from described(part.get("options") or [])
        yield from part.get("choices") or []


def longest(part: Json, key: str) -> int:
    """The length of a text of a command in the language that needs most for it, as Discord counts."""
    return max(len(str(text)) for text in (part.get(key, ""), *(part.get(f"{key}_localizations") or {}).values()))


async def commands(here: Harness) -> list[Json]:
    return [each for known in here.server.hub.state.commands.values() for each in known]


async def test_input_is_language_neutral(here: Harness) -> None:
    every = [*described(await commands(here))]
    assert every
    assert not [part for part in every if "description" in part and part.get("name_localizations")]


async def test_commands_are_described_in_every_language(here: Harness) -> None:
    for language in languages()[1:]:
        missing = [
            part["description"]
            for part in described(await commands(here))
            if part.get("description") and language not in (part.get("description_localizations") or {})
        ]
        assert missing == []


async def test_no_command_is_too_long_in_any_language(here: Harness) -> None:
    def size(part: dict[str, Any]) -> int:
        return longest(part, "name") + longest(part, "description") + len(str(part.get("value", "")))

    for command in await commands(here):
        assert sum(size(part) for part in described([command])) <= TOTAL_CHARACTERS, command["name"]
