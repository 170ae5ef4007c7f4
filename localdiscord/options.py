"""What a person typed behind a slash command, as the options of an interaction."""

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any, Final

from localdiscord.message import attachment
from localdiscord.refusal import CannotDo, Json
from localdiscord.world import Upload, World


class OptionType(IntEnum):
    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


_NESTING: Final = frozenset({OptionType.SUBCOMMAND, OptionType.GROUP})
_MOST_CHARACTERS: Final = 6000
_LARGEST_INTEGER: Final = 2**53


def find_command(commands: Iterable[Json], name: str) -> tuple[Json, list[Json]]:
    """The registered command of this full path, and the subcommand options that lead to it."""
    first, *rest = name.removeprefix("/").split() or [""]
    command = next((c for c in commands if c["type"] == 1 and c["name"] == first), None)
    if command is None:
        raise CannotDo(f"There is no command /{first}.")
    path: list[Json] = []
    here = command
    for word in rest:
        inner = [o for o in here.get("options", ()) if o["type"] in _NESTING and o["name"] == word]
        if not inner:
            raise CannotDo(f"There is no command /{name.removeprefix('/')}.")
        here = inner[0]
        path.append(here)
    if any(option["type"] in _NESTING for option in here.get("options", ())):
        raise CannotDo(f"/{' '.join([first, *rest])} needs a subcommand.")
    return command, path


def whole_name(data: Json) -> str:
    """The name of a command that was given, with its group and subcommand: `draw event`."""
    inside = next((option for option in data.get("options", ()) if option["type"] in (1, 2)), None)
    return f"{data['name']} {whole_name(inside)}" if inside else str(data["name"])


def command_data(world: World, files_url: str, command: Json, path: list[Json], values: Mapping[str, Any]) -> Json:
    """The `data` of a slash command; raises CannotDo for what a person could not send."""
    declared = {option["name"]: option for option in (path[-1] if path else command).get("options", ())}
    for name in values:
        if name not in declared:
            raise CannotDo(f"The command has no option “{name}”.")
    resolved: Json = {}
    given: list[Json] = []
    for name, option in declared.items():
        if name in values:
            value = _converted(world, files_url, option, values[name], resolved)
            given.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required"):
            raise CannotDo(f"The option “{name}” is required.")
    return _data(command, path, given, resolved)


def typing_data(
    command: Json, path: list[Json], values: Mapping[str, Any], focused: str, typed: str
) -> tuple[Json, Json]:
    """The `data` of an autocompletion, and the option that is being typed."""
    declared = {option["name"]: option for option in (path[-1] if path else command).get("options", ())}
    option = declared.get(focused)
    if option is None:
        raise CannotDo(f"The command has no option “{focused}”.")
    if not option.get("autocomplete"):
        raise CannotDo(f"The option “{focused}” does not complete.")
    given: list[Json] = []
    for name, other in declared.items():
        if name == focused:
            given.append({"name": name, "type": other["type"], "value": typed, "focused": True})
        elif values.get(name) not in (None, ""):
            given.append({"name": name, "type": other["type"], "value": _half_typed(other, values[name])})
    return _data(command, path, given, {}), option


def _data(command: Json, path: list[Json], given: list[Json], resolved: Json) -> Json:
    for step in reversed(path):
        given = [{"name": step["name"], "type": step["type"], "options": given}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": given}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def _half_typed(option: Json, value: Any) -> Any:
    kind = option["type"]
    if kind in (OptionType.INTEGER, OptionType.NUMBER):
        try:
            return int(value) if kind == OptionType.INTEGER else float(value)
        except ValueError:
            return str(value)
    return value if kind == OptionType.BOOLEAN else str(value)


def _converted(world: World, files_url: str, option: Json, typed: Any, resolved: Json) -> Any:
    choices: list[Json] = option.get("choices") or []
    if choices:
        return _chosen(option, choices, typed)
    kind = OptionType(option["type"])
    if kind == OptionType.ATTACHMENT:
        file = attachment(world, files_url, upload_of(option["name"], typed))
        resolved.setdefault("attachments", {})[file["id"]] = file
        return file["id"]
    if kind in _FIND:
        return _FIND[kind](world, option, str(typed), resolved)
    value = _PLAIN[kind](option, typed)
    _check_range(option, value)
    return value


def _chosen(option: Json, choices: list[Json], typed: Any) -> Any:
    for choice in choices:
        if str(choice["value"]) == str(typed):
            return choice["value"]
    for choice in choices:
        if choice["name"].casefold() == str(typed).casefold():
            return choice["value"]
    raise CannotDo(f"“{typed}” is not a choice of “{option['name']}”.")


def _text(_option: Json, typed: Any) -> str:
    return str(typed).strip()


def _integer(option: Json, typed: Any) -> int:
    try:
        value = int(str(typed).strip())
    except ValueError:
        raise CannotDo(f"“{option['name']}” must be a whole number.") from None
    if abs(value) > _LARGEST_INTEGER:
        raise CannotDo(f"“{option['name']}” is too large a number.")
    return value


def _number(option: Json, typed: Any) -> float:
    try:
        return float(str(typed).strip())
    except ValueError:
        raise CannotDo(f"“{option['name']}” must be a number.") from None


def _boolean(option: Json, typed: Any) -> bool:
    word = str(typed).strip().casefold()
    if word not in ("true", "false", "yes", "no"):
        raise CannotDo(f"“{option['name']}” must be true or false.")
    return word in ("true", "yes")


_PLAIN: Final[dict[OptionType, Callable[[Json, Any], Any]]] = {
    OptionType.STRING: _text,
    OptionType.INTEGER: _integer,
    OptionType.NUMBER: _number,
    OptionType.BOOLEAN: _boolean,
}


def _check_range(option: Json, value: Any) -> None:
    name = option["name"]
    if isinstance(value, bool):
        return
    if isinstance(value, str):
        if not option.get("min_length", 0 if not option.get("required") else 1) <= len(value):
            raise CannotDo(f"“{name}” is too short.")
        if len(value) > option.get("max_length", _MOST_CHARACTERS):
            raise CannotDo(f"“{name}” is too long.")
        return
    if value < option.get("min_value", value):
        raise CannotDo(f"“{name}” must be at least {option['min_value']}.")
    if value > option.get("max_value", value):
        raise CannotDo(f"“{name}” must be at most {option['max_value']}.")


def _user(world: World, option: Json, typed: str, resolved: Json) -> str:
    name = typed.strip("<@!>")
    for user_id, user in world.users.items():
        if name == user_id or name.casefold() in (user["username"], user["global_name"].casefold()):
            member = {k: v for k, v in world.members[user_id].items() if k not in ("user", "deaf", "mute")}
            resolved.setdefault("users", {})[user_id] = user
            resolved.setdefault("members", {})[user_id] = member | {"permissions": "0"}
            return user_id
    raise CannotDo(f"“{option['name']}”: there is nobody called {typed}.")


def _channel(world: World, option: Json, typed: str, resolved: Json) -> str:
    name = typed.strip("<#>")
    allowed = option.get("channel_types")
    for channel_id, channel in world.channels.items():
        if name in (channel_id, channel.get("name")) and (not allowed or channel["type"] in allowed):
            resolved.setdefault("channels", {})[channel_id] = channel | {"permissions": "0"}
            return channel_id
    raise CannotDo(f"“{option['name']}”: there is no such channel as {typed}.")


def _role(world: World, option: Json, typed: str, resolved: Json) -> str:
    name = typed.strip("<@&>")
    for role in world.guild["roles"]:
        if name == role["id"] or typed == role["name"]:
            role_id: str = role["id"]
            resolved.setdefault("roles", {})[role_id] = role
            return role_id
    raise CannotDo(f"“{option['name']}”: there is no such role as {typed}.")


def _mentionable(world: World, option: Json, typed: str, resolved: Json) -> str:
    try:
        return _user(world, option, typed, resolved)
    except CannotDo:
        return _role(world, option, typed, resolved)


_FIND: Final[dict[OptionType, Callable[[World, Json, str, Json], str]]] = {
    OptionType.USER: _user,
    OptionType.CHANNEL: _channel,
    OptionType.ROLE: _role,
    OptionType.MENTIONABLE: _mentionable,
}


def upload_of(name: str, given: Any) -> Upload:
    """A file: an Upload, or as the page sends it, `{"filename", "content": base64}`."""
    if isinstance(given, Upload):
        return given
    if isinstance(given, dict) and {"filename", "content"} <= given.keys():
        return Upload.of(given)
    raise CannotDo(f"“{name}” must be a file.")
