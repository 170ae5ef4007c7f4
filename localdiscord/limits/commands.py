"""The limits of application commands."""

import re
from collections.abc import Iterator
from typing import Any, Final

from localdiscord.limits.messages import CHOICE
from localdiscord.limits.shape import Many, Number, OneOf, Text, Thing, Wrong, duplicates, tree, wrong
from localdiscord.refusal import Json, Refusal, invalid_form

COMMANDS: Final = {1: 100, 2: 15, 3: 15}  # slash commands, and those in the menus of a user or a message
CHARACTERS: Final = 8000
GROUP, SUBCOMMAND = 2, 1
_LEVELS: Final = {None: (GROUP, SUBCOMMAND), GROUP: (SUBCOMMAND,), SUBCOMMAND: ()}
_INVALID: Final = "APPLICATION_COMMAND_INVALID_NAME"
_NAME: Final = Text(32, 1, re.compile(r"(?:[-'\w]|[\u0900-\u097f\u0e00-\u0e7f])+"), _INVALID)
_MENU_NAME: Final = Text(32, 1)


def _lower(thing: Json) -> Iterator[Wrong]:
    name = thing.get("name")
    if isinstance(name, str) and name != name.lower():
        yield wrong(_INVALID, "Command name is invalid", "name")


def _choices(option: Json) -> Iterator[Wrong]:
    choices = option.get("choices") or ()
    if choices and option.get("autocomplete"):
        yield wrong("APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
                    "An option has choices or completes, not both.", "autocomplete")  # fmt: skip
    for key in ("name", "value"):
        for index in duplicates(choice.get(key) for choice in choices):
            yield wrong("APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE",
                        "The choice stands here twice.", "choices", index, key)  # fmt: skip


OPTION: Final = Thing(
    {
        "type": OneOf(tuple(range(1, 12))),
        "name": _NAME,
        "description": Text(100, 1),
        "choices": Many(CHOICE, 25),
        "min_length": Number(6000),
        "max_length": Number(6000, 1),
    },
    ("type", "name", "description"),
    (_lower, _choices),
)


def options(thing: Json, level: int | None = None) -> Iterator[Wrong]:
    """The options of a command, a group or a subcommand, and theirs."""
    given = thing.get("options") or []
    found = list(Many(OPTION, 25).wrongs(given))
    yield from (each.below("options") for each in found)
    if found:
        return
    for index in duplicates(option["name"] for option in given):
        yield wrong("APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "The name is taken.", "options", index, "name")
    yield from _order(given)
    yield from _nesting(given, level)


def _order(given: list[Json]) -> Iterator[Wrong]:
    optional_seen = False
    for index, option in enumerate(given):
        if option.get("required") and optional_seen:
            yield wrong("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                        "Required options must be placed before non-required options",
                        "options", index)  # fmt: skip
        optional_seen |= option["type"] not in (GROUP, SUBCOMMAND) and not option.get("required")


def _nesting(given: list[Json], level: int | None) -> Iterator[Wrong]:
    nested = [option["type"] in (GROUP, SUBCOMMAND) for option in given]
    if any(nested) and not all(nested):
        yield wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                    "Sub-commands and groups do not stand beside other options",
                    "options")  # fmt: skip
    for index, option in enumerate(given):
        kind = option["type"]
        if kind in (GROUP, SUBCOMMAND):
            if kind not in _LEVELS[level]:
                yield wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                            "This cannot stand inside that.", "options", index, "type")  # fmt: skip
            else:
                yield from (each.below("options", index) for each in options(option, kind))


def _slash(command: Json) -> Iterator[Wrong]:
    yield from OPTION_LESS.wrongs(command)
    yield from options(command)
    if characters(command) > CHARACTERS:
        yield wrong("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({CHARACTERS})")


OPTION_LESS: Final = Thing({"name": _NAME, "description": Text(100, 1)}, ("name", "description"), (_lower,))
MENU_COMMAND: Final = Thing({"name": _MENU_NAME, "description": Text(0)}, ("name",))


def characters(thing: Any) -> int:
    """The characters that count: names, descriptions and values, all the way down."""
    if not isinstance(thing, dict):
        return 0
    here = sum(len(thing[key]) for key in ("name", "description", "value") if isinstance(thing.get(key), str))
    inside = [*(thing.get("options") or ()), *(thing.get("choices") or ())]
    return here + sum(characters(each) for each in inside)


def command_wrongs(command: Any) -> Iterator[Wrong]:
    if not isinstance(command, dict):
        yield wrong("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType.")
    elif command.get("type") in (None, 1):
        yield from _slash(command)
    else:
        yield from MENU_COMMAND.wrongs(command)


def check_commands(commands: list[Json]) -> None:
    """Refuses a list of commands as a whole."""
    found = [each.below(n) for n, command in enumerate(commands) for each in command_wrongs(command)]
    if not found:
        keys = [(command.get("type") or 1, command["name"]) for command in commands]
        for index in duplicates(keys):
            found.append(wrong("APPLICATION_COMMANDS_DUPLICATE_NAME",
                               "Application command names must be unique", index))  # fmt: skip
        for kind, most in COMMANDS.items():
            if sum(key[0] == kind for key in keys) > most:
                raise Refusal(400, 30032, f"Maximum number of application commands reached ({most})")
    if found:
        raise invalid_form(tree(found))
