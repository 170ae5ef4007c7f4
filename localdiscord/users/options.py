"""Converts what a user typed into the value of a command option."""

import re
from collections.abc import Callable
from enum import IntEnum
from math import isfinite, nan
from typing import Any, Final

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.files import Upload
from localdiscord.state.known import Known
from localdiscord.state.state import State


class OptionType(IntEnum):
    """Discord's option types."""

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


_MOST_CHARACTERS: Final = 6000
_LARGEST_INTEGER: Final = 2**53 - 1


def convert(state: State, known: Known, option: Json, typed: Any, resolved: Json) -> Any:
    """The value that the client sends; an object that it names is added to `resolved`."""
    choices: list[Json] = option.get("choices") or []
    if choices:
        return _choice(option, choices, typed)
    type_ = OptionType(option["type"])
    if type_ == OptionType.ATTACHMENT:
        attachment = state.files.attach(to_upload(option["name"], typed))
        resolved.setdefault("attachments", {})[attachment["id"]] = attachment
        return attachment["id"]
    if type_ in _RESOLVERS:
        return _RESOLVERS[type_](known, option, str(typed), resolved)
    return _CONVERTERS[type_](option, typed)


_NUMBERS: Final = {OptionType.INTEGER: re.compile(r"[+-]?\d+"), OptionType.NUMBER: re.compile(r"[+-]?\d+\.?\d*")}


def is_unfinished(option: Json, typed: Any) -> bool:
    """Whether somebody or something is still to be picked, or a number is none yet: it is not sent until then."""
    number = _NUMBERS.get(option["type"])
    is_no_number = number is not None and not number.fullmatch(str(typed).strip())
    return is_no_number or (option["type"] in _RESOLVERS and not str(typed).isdigit())


def partial_value(option: Json, typed: Any) -> Any:
    """The value of an option while another one is being typed."""
    type_ = option["type"]
    if type_ in _NUMBERS:
        return int(typed) if type_ == OptionType.INTEGER else float(typed)
    return typed if type_ == OptionType.BOOLEAN else str(typed)


def to_upload(name: str, given: Any) -> Upload:
    """A file: an Upload, or as the page sends it, `{"filename": …, "content": base64}`."""
    if isinstance(given, Upload):
        return given
    if isinstance(given, dict) and {"filename", "content"} <= given.keys():
        return Upload.from_json(given)
    raise InvalidAction(f"“{name}” must be a file.")


def _choice(option: Json, choices: list[Json], typed: Any) -> Any:
    for choice in choices:
        if str(choice["value"]) == str(typed):
            return choice["value"]
    for choice in choices:
        if choice["name"].casefold() == str(typed).casefold():
            return choice["value"]
    raise InvalidAction(f"“{typed}” is not a choice of “{option['name']}”.")


# plain values


def _string(option: Json, typed: Any) -> str:
    value = str(typed).strip()
    if len(value) < option.get("min_length", 1 if option.get("required") else 0):
        raise InvalidAction(f"“{option['name']}” is too short.")
    if len(value) > option.get("max_length", _MOST_CHARACTERS):
        raise InvalidAction(f"“{option['name']}” is too long.")
    return value


def _integer(option: Json, typed: Any) -> int:
    try:
        value = int(str(typed).strip())
    except ValueError:
        raise InvalidAction(f"“{option['name']}” must be a whole number.") from None
    if abs(value) > _LARGEST_INTEGER:
        raise InvalidAction(f"“{option['name']}” is too large.")
    _check_range(option, value)
    return value


def _number(option: Json, typed: Any) -> float:
    try:
        value = float(str(typed).strip())
    except ValueError:
        value = nan
    if not isfinite(value):
        raise InvalidAction(f"“{option['name']}” must be a number.")
    _check_range(option, value)
    return value


def _check_range(option: Json, value: float) -> None:
    if value < option.get("min_value", value):
        raise InvalidAction(f"“{option['name']}” must be at least {option['min_value']}.")
    if value > option.get("max_value", value):
        raise InvalidAction(f"“{option['name']}” must be at most {option['max_value']}.")


def _boolean(option: Json, typed: Any) -> bool:
    word = str(typed).strip().casefold()
    if word not in ("true", "false", "yes", "no"):
        raise InvalidAction(f"“{option['name']}” must be true or false.")
    return word in ("true", "yes")


_CONVERTERS: Final[dict[OptionType, Callable[[Json, Any], Any]]] = {
    OptionType.STRING: _string,
    OptionType.INTEGER: _integer,
    OptionType.NUMBER: _number,
    OptionType.BOOLEAN: _boolean,
}


# users, channels and roles: by name, id or mention


def _user(known: Known, option: Json, typed: str, resolved: Json) -> str:
    name = typed.strip("<@!>")
    for user_id, user in known.users.items():
        if name == user_id or name.casefold() == user["global_name"].casefold():
            resolved.setdefault("users", {})[user_id] = user
            if user_id in known.members:
                member = {k: v for k, v in known.members[user_id].items() if k not in ("user", "deaf", "mute")}
                resolved.setdefault("members", {})[user_id] = member | {"permissions": "0"}
            return user_id
    raise InvalidAction(f"“{option['name']}”: there is no user called {typed}.")


def _channel(known: Known, option: Json, typed: str, resolved: Json) -> str:
    name = typed.strip("<#>")
    allowed = option.get("channel_types")
    for channel_id, channel in known.channels.items():
        if name in (channel_id, channel.get("name")) and (not allowed or channel["type"] in allowed):
            resolved.setdefault("channels", {})[channel_id] = channel | {"permissions": "0"}
            return channel_id
    raise InvalidAction(f"“{option['name']}”: there is no channel called {typed}.")


def _role(known: Known, option: Json, typed: str, resolved: Json) -> str:
    name = typed.strip("<@&>")
    for role_id, role in known.roles.items():
        if name == role_id or typed == role["name"]:
            resolved.setdefault("roles", {})[role_id] = role
            return role_id
    raise InvalidAction(f"“{option['name']}”: there is no role called {typed}.")


def _mentionable(known: Known, option: Json, typed: str, resolved: Json) -> str:
    try:
        return _user(known, option, typed, resolved)
    except InvalidAction:
        return _role(known, option, typed, resolved)


_RESOLVERS: Final[dict[OptionType, Callable[[Known, Json, str, Json], str]]] = {
    OptionType.USER: _user,
    OptionType.CHANNEL: _channel,
    OptionType.ROLE: _role,
    OptionType.MENTIONABLE: _mentionable,
}
