"""The interaction data of a command from the "Apps" menu of a message or of a user."""

from collections.abc import Iterable
from typing import Final

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.known import Known

USER_COMMAND: Final = 2
MESSAGE_COMMAND: Final = 3


def find_menu_command(commands: Iterable[Json], type_: int, name: str) -> Json:
    """The registered command of this type and name."""
    found = next((each for each in commands if each["type"] == type_ and each["name"] == name), None)
    if found is None:
        raise InvalidAction(f"The Apps menu has no “{name}”.")
    return found


def message_menu_data(command: Json, message: Json) -> Json:
    """The data of a command on a message."""
    return _data(command, message["id"], {"messages": {message["id"]: message}})


def user_menu_data(command: Json, known: Known, user_id: str) -> Json:
    """The data of a command on a user; raises InvalidAction if there is no such user in the channel."""
    if user_id not in known.users:
        raise InvalidAction("There is no such user in this channel.")
    resolved: Json = {"users": {user_id: known.users[user_id]}}
    if user_id in known.members:
        member = {key: value for key, value in known.members[user_id].items() if key not in ("user", "deaf", "mute")}
        resolved["members"] = {user_id: member | {"permissions": "0"}}
    return _data(command, user_id, resolved)


def _data(command: Json, target_id: str, resolved: Json) -> Json:
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | {"target_id": target_id, "resolved": resolved}
