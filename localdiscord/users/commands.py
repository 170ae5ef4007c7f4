"""The interaction data of a slash command, from what a user typed."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.known import Known
from localdiscord.state.state import State
from localdiscord.users.options import OptionType, convert, is_unfinished, partial_value

_NESTING: Final = frozenset({OptionType.SUBCOMMAND, OptionType.GROUP})


def find_command(commands: Iterable[Json], name: str) -> tuple[Json, list[Json]]:
    """The registered command with this full name, and the group and subcommand options that lead to it."""
    first, *rest = name.removeprefix("/").split() or [""]
    command = next((c for c in commands if c["type"] == 1 and c["name"] == first), None)
    if command is None:
        raise InvalidAction(f"There is no command /{first}.")
    path: list[Json] = []
    current = command
    for word in rest:
        nested = (o for o in current.get("options", ()) if o["type"] in _NESTING and o["name"] == word)
        found = next(nested, None)
        if found is None:
            raise InvalidAction(f"There is no command /{name.removeprefix('/')}.")
        current = found
        path.append(current)
    if any(option["type"] in _NESTING for option in current.get("options", ())):
        raise InvalidAction(f"/{' '.join([first, *rest])} needs a subcommand.")
    return command, path


def declared_options(command: Json, path: list[Json]) -> dict[str, Json]:
    """The options of a command or subcommand by name."""
    return {option["name"]: option for option in (path[-1] if path else command).get("options", ())}


def command_data(state: State, known: Known, command: Json, path: list[Json], values: Mapping[str, Any]) -> Json:
    """The interaction data of a command; raises InvalidAction for values that a user could not send."""
    declared = declared_options(command, path)
    for name in values:
        if name not in declared:
            raise InvalidAction(f"The command has no option “{name}”.")
    resolved: Json = {}
    options: list[Json] = []
    for name, option in declared.items():
        if name in values:
            value = convert(state, known, option, values[name], resolved)
            options.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required"):
            raise InvalidAction(f"The option “{name}” is required.")
    return _data(command, path, options) | ({"resolved": resolved} if resolved else {})


def autocomplete_data(command: Json, path: list[Json], values: Mapping[str, Any], focused: str, typed: str) -> Json:
    """The interaction data of an autocomplete, in which other options can be unfinished."""
    declared = declared_options(command, path)
    if focused not in declared:
        raise InvalidAction(f"The command has no option “{focused}”.")
    if not declared[focused].get("autocomplete"):
        raise InvalidAction(f"The option “{focused}” has no autocomplete.")
    options: list[Json] = []
    for name, option in declared.items():
        if name == focused:
            options.append({"name": name, "type": option["type"], "value": typed, "focused": True})
        elif values.get(name) not in (None, "") and not is_unfinished(option, values[name]):
            options.append({"name": name, "type": option["type"], "value": partial_value(option, values[name])})
    return _data(command, path, options)


def _data(command: Json, path: list[Json], options: list[Json]) -> Json:
    for step in reversed(path):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data
