"""What autocompletion offers."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from discord import app_commands

from bot.base.language import languages, name_of, say, say_plain

MOST_CHOICES = 25
LONGEST_CHOICE = 100

Choices = list[app_commands.Choice[str]]


def choices(names: Iterable[str], typed: str) -> Choices:
    """Return the names that hold what was typed, as choices: in English or in the language of who types."""
    return choices_of(((name, name) for name in names), typed)


def choices_of(
    names: Iterable[tuple[str, str]], typed: str, people: Mapping[int, str] = MappingProxyType({})
) -> Choices:
    """Return the ids whose names contain the typed text, as choices. ``people`` are the users named in them."""
    wanted = typed.casefold()
    fitting = [(id_, name, say_plain(name, people)) for id_, name in names]
    return [
        app_commands.Choice(name=said[:LONGEST_CHOICE], value=id_[:LONGEST_CHOICE])
        for id_, name, said in fitting
        if wanted in name.casefold() or wanted in said.casefold()
    ][:MOST_CHOICES]


def list_choices(names: Collection[str], typed: str) -> Choices:
    """Return choices that complete the last part of a comma-separated list with each name that contains it."""
    *before, last = read_names(names, typed).split(", ")
    left = [name for name in names if name not in before]
    return [
        app_commands.Choice(
            name=", ".join([*map(say, before), each.name])[:LONGEST_CHOICE],
            value=", ".join([*before, each.value])[:LONGEST_CHOICE],
        )
        for each in choices(left, last)
    ]


def read_names(names: Iterable[str], typed: str) -> str:
    """Names that were typed, separated by commas, in English or in the language of who typed them: in English."""
    known = {said.casefold(): name for name in names for said in (name, say(name))}
    parts = (part.strip() for part in typed.split(","))
    return ", ".join(known.get(part.casefold(), part) for part in parts)


def language_choices(typed: str) -> Choices:
    """Return the languages that the bot speaks, by the names that they call themselves."""
    return choices_of(((each, name_of(each)) for each in languages()), typed)
