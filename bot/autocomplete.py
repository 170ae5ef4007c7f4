"""What autocompletion offers."""

from collections.abc import Iterable

from discord import app_commands

MOST_CHOICES = 25
LONGEST_CHOICE = 100

Choices = list[app_commands.Choice[str]]


def choices(names: Iterable[str], typed: str) -> Choices:
    """The names that hold what was typed, as choices."""
    wanted = typed.casefold()
    fitting = [name for name in names if wanted in name.casefold()]
    return [
        app_commands.Choice(name=name[:LONGEST_CHOICE], value=name[:LONGEST_CHOICE]) for name in fitting[:MOST_CHOICES]
    ]
