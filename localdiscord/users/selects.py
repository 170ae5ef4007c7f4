"""The interaction data of a select, in a message or in a modal."""

from collections.abc import Iterable, Mapping, Sequence

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.components import SELECTS
from localdiscord.state.known import Known


def select_data(known: Known, select: Json, values: Sequence[str]) -> Json:
    """The values that the user picked, and the objects behind them if they are ids."""
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most:
        count = str(most) if least == most else f"{least} to {most}"
        noun = "value" if most == 1 else "values"
        raise InvalidAction(f"“{display_name(select)}” takes {count} {noun}, not {len(values)}.")
    object_types = SELECTS[select["type"]]
    if not object_types:
        check_options(select, values)
        return {"values": list(values)}
    return {"values": list(values), "resolved": _resolve(known, object_types, values)}


def identified(known: Known, field: Json, value: str) -> str:
    """The id of what a user picked by its name, in a select of users or channels; any other value as it is."""
    types, name = SELECTS.get(field["type"], ()), value.lstrip("@#")
    named: list[tuple[str, str]] = []
    if "users" in types:
        named += [(str(each["username"]), id_) for id_, each in known.users.items()]
    if "channels" in types:
        named += [(str(each.get("name")), id_) for id_, each in known.channels.items()]
    return next((id_ for each, id_ in named if each == name), value)


def check_options(field: Json, values: Iterable[str]) -> None:
    """Raises InvalidAction if a value is not among the options."""
    options = {option["value"] for option in field["options"]}
    for value in values:
        if value not in options:
            raise InvalidAction(f"“{display_name(field)}” has no option {value}.")


def display_name(field: Json) -> str:
    """What the user calls a select or a field of a modal."""
    return str(field.get("label") or field.get("placeholder") or field["custom_id"])


def _resolve(known: Known, object_types: Iterable[str], ids: Sequence[str]) -> Json:
    partial = {"permissions": "0"}
    objects_of: dict[str, Mapping[str, Json]] = {
        "users": known.users,
        "members": {key: member | partial for key, member in known.members.items() if key in ids},
        "channels": {key: channel | partial for key, channel in known.channels.items() if key in ids},
        "roles": known.roles,
    }
    found = {
        type_: {each: objects_of[type_][each] for each in ids if each in objects_of[type_]} for type_ in object_types
    }
    for each in ids:
        if not any(each in objects for objects in found.values()):
            raise InvalidAction(f"The select cannot have the value {each}.")
    return {type_: objects for type_, objects in found.items() if objects}
