"""The limits of application commands."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from localdiscord.errors import ApiError, Json, invalid_form_body
from localdiscord.limits.messages import CHOICE
from localdiscord.limits.shape import List, Number, Object, OneOf, Text, Violation, duplicates, error_tree, violation

# how many commands an application can have: slash commands, user commands, message commands
MOST_COMMANDS: Final = {1: 100, 2: 15, 3: 15}
TOTAL_CHARACTERS: Final = 8000
GROUP, SUBCOMMAND = 2, 1
LOCALES: Final = frozenset(
    {
        "ar",
        "bg",
        "cs",
        "da",
        "de",
        "el",
        "en-GB",
        "en-US",
        "es-419",
        "es-ES",
        "fi",
        "fr",
        "he",
        "hi",
        "hr",
        "hu",
        "id",
        "it",
        "ja",
        "ko",
        "lt",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "ru",
        "sv-SE",
        "th",
        "tr",
        "uk",
        "vi",
        "zh-CN",
        "zh-TW",
    }
)
"""The languages of Discord's clients."""
_ALLOWED_INSIDE: Final = {None: (GROUP, SUBCOMMAND), GROUP: (SUBCOMMAND,), SUBCOMMAND: ()}
_INVALID_NAME: Final = "APPLICATION_COMMAND_INVALID_NAME"
_NAME: Final = Text(32, 1, re.compile(r"(?:[-'\w]|[\u0900-\u097f\u0e00-\u0e7f])+"), _INVALID_NAME)


def _check_case(named: Json) -> Iterator[Violation]:
    name = named.get("name")
    if isinstance(name, str) and name != name.lower():
        yield violation(_INVALID_NAME, "Command name is invalid", "name")


def _check_localizations(described: Json) -> Iterator[Violation]:
    for key, longest in (("description_localizations", 100), ("name_localizations", 32)):
        for locale, text in (described.get(key) or {}).items():
            if locale not in LOCALES:
                yield violation("DICT_TYPE_CONVERT", "Value is not one of the locales.", key, locale)
            if not 1 <= len(text) <= longest:
                yield violation("BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {longest} in length.", key, locale)


def _check_choices(option: Json) -> Iterator[Violation]:
    choices = option.get("choices") or ()
    if choices and option.get("autocomplete"):
        yield violation(
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
            "An option cannot have both choices and autocomplete.",
            "autocomplete",
        )
    for key in ("name", "value"):
        for index in duplicates(choice.get(key) for choice in choices):
            yield violation(
                "APPLICATION_COMMAND_OPTIONS_CHOICE_DUPLICATE",
                "Another choice has the same name or value.",
                "choices",
                index,
                key,
            )


def _check_places(command: Json) -> Iterator[Violation]:
    """Where a command is known and who can install it are words of Discord's."""
    for key, known in (("integration_types", (0, 1)), ("contexts", (0, 1, 2))):
        for index, place in enumerate(command.get(key) or ()):
            if place not in known:
                yield violation("BASE_TYPE_CHOICES", f"Value must be one of {known}.", key, index)


TEXT_OPTION, WHOLE, DECIMAL = 3, 4, 10
_CHOICE_KINDS: Final[Mapping[int, tuple[type, ...]]] = {TEXT_OPTION: (str,), WHOLE: (int,), DECIMAL: (int, float)}


def _check_kind(option: Json) -> Iterator[Violation]:
    """Choices and bounds are of the kind of the option."""
    type_ = option.get("type")
    kinds = _CHOICE_KINDS.get(type_ if isinstance(type_, int) else 0)
    for index, choice in enumerate(option.get("choices") or ()):
        if kinds and not isinstance(choice.get("value"), kinds):
            sentence = "The value is of another type."
            yield violation("APPLICATION_COMMAND_OPTIONS_CHOICE_TYPE", sentence, "choices", index, "value")
    for key, of in (("min_value", (WHOLE, DECIMAL)), ("min_length", (TEXT_OPTION,))):
        for bound in (key, key.replace("min", "max")):
            if option.get(bound) is not None and type_ not in of:
                yield violation("APPLICATION_COMMAND_OPTIONS_BOUND", "Options of this type have no such bound.", bound)
        least, most = option.get(key), option.get(key.replace("min", "max"))
        if least is not None and most is not None and least > most:
            yield violation("APPLICATION_COMMAND_OPTIONS_MIN_MAX", f"{key} exceeds its maximum.", key)


OPTION: Final = Object(
    {
        "type": OneOf(tuple(range(1, 12))),
        "name": _NAME,
        "description": Text(100, 1),
        "choices": List(CHOICE, 25),
        "min_length": Number(6000),
        "max_length": Number(6000, 1),
    },
    ("type", "name", "description"),
    (_check_case, _check_localizations, _check_choices, _check_kind),
)
# a slash command without its options, which are checked level by level
SLASH_COMMAND: Final = Object(
    {"name": _NAME, "description": Text(100, 1)},
    ("name", "description"),
    (_check_case, _check_localizations, _check_places),
)
_MENU_HAS_NO: Final = {
    "description": (
        "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
        "Context menu commands cannot have description",
    ),
    "options": ("APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_INVALID", "Context menu commands cannot have options"),
}


def _check_bare(command: Json) -> Iterator[Violation]:
    for key, (code, sentence) in _MENU_HAS_NO.items():
        if command.get(key):
            yield violation(code, sentence, key)


# what stands in the "Apps" menu of a user (2) or of a message (3); its name can have capitals and spaces
MENU_COMMAND: Final = Object({"name": Text(32, 1), "type": OneOf((2, 3))}, ("name",), (_check_bare, _check_places))


def _check_options(parent: Json, parent_type: int | None = None) -> Iterator[Violation]:
    """The options of a command, a group or a subcommand, and those inside them."""
    options = parent.get("options") or []
    found = list(List(OPTION, 25).violations(options))
    yield from (each.below("options") for each in found)
    if found:
        return
    for index in duplicates(option["name"] for option in options):
        sentence = "Another option has the same name."
        yield violation("APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", sentence, "options", index, "name")
    yield from _check_order(options)
    yield from _check_nesting(options, parent_type)


def _check_order(options: list[Json]) -> Iterator[Violation]:
    optional_seen = False
    for index, option in enumerate(options):
        if option.get("required") and optional_seen:
            yield violation(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
                "options",
                index,
            )
        optional_seen |= option["type"] not in (GROUP, SUBCOMMAND) and not option.get("required")


def _check_nesting(options: list[Json], parent_type: int | None) -> Iterator[Violation]:
    nested = [option["type"] in (GROUP, SUBCOMMAND) for option in options]
    if any(nested) and not all(nested):
        yield violation(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-commands and groups cannot stand beside other options.",
            "options",
        )
    for index, option in enumerate(options):
        type_ = option["type"]
        if type_ not in (GROUP, SUBCOMMAND):
            continue
        if type_ in _ALLOWED_INSIDE[parent_type]:
            yield from (each.below("options", index) for each in _check_options(option, type_))
        else:
            yield violation(
                "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
                "This option type cannot be nested here.",
                "options",
                index,
                "type",
            )


def _characters(part: Any) -> int:
    """The characters that count towards the total: names, descriptions and values, all the way down."""
    if not isinstance(part, dict):
        return 0
    own = sum(len(part[key]) for key in ("name", "description", "value") if isinstance(part.get(key), str))
    nested = [*(part.get("options") or ()), *(part.get("choices") or ())]
    return own + sum(_characters(each) for each in nested)


def _check_command(command: Any) -> Iterator[Violation]:
    if not isinstance(command, dict):
        yield violation("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType.")
    elif command.get("type") in (None, 1):
        yield from SLASH_COMMAND.violations(command)
        yield from _check_options(command)
        if _characters(command) > TOTAL_CHARACTERS:
            yield violation("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL_CHARACTERS})")
    else:
        yield from MENU_COMMAND.violations(command)


@lru_cache(maxsize=1000)
def _faults(command: str) -> tuple[Violation, ...]:
    """A bot that starts again sends what it sent before."""
    return tuple(_check_command(json.loads(command)))


def check_commands(commands: list[Json]) -> None:
    """Checks the whole list of an application's commands."""
    found = [each.below(index) for index, command in enumerate(commands) for each in _faults(json.dumps(command))]
    if not found:
        keys = [(command.get("type") or 1, command["name"]) for command in commands]
        found = [
            violation("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique", index)
            for index in duplicates(keys)
        ]
        for type_, most in MOST_COMMANDS.items():
            if sum(key[0] == type_ for key in keys) > most:
                raise ApiError(400, 30032, f"Maximum number of application commands reached ({most})")
    if found:
        raise invalid_form_body(error_tree(found))
