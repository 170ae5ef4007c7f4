"""What a person picked in a menu or wrote into a form, as the bot gets it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from bot.local.component import walk
from bot.local.refusal import CannotDo, Json
from bot.local.world import World

TEXT_INPUT: Final = 4
RADIO_GROUP: Final = 21
CHECKBOX: Final = 23
LONGEST_TEXT: Final = 4000

# the menus, and what their values are ids of (a menu of texts: of nothing)
MENUS: Final[Mapping[int, tuple[str, ...]]] = {
    3: (),
    5: ("users", "members"),
    6: ("roles",),
    7: ("users", "members", "roles"),
    8: ("channels",),
}


def submission(world: World, form: Json, values: Mapping[str, Any]) -> Json:
    """The `data` of a form that is sent, its values by custom_id; raises CannotDo for what cannot be sent."""
    fields = {each["custom_id"] for each in walk(form["components"]) if "custom_id" in each}
    for name in values:
        if name not in fields:
            raise CannotDo(f"The form has no field {name}.")
    resolved: Json = {}
    components = [_filled(world, each, values, resolved) for each in form["components"]]
    data: Json = {"custom_id": form["custom_id"], "components": components}
    return data | {"resolved": resolved} if resolved else data


def _filled(world: World, component: Json, values: Mapping[str, Any], resolved: Json) -> Json:
    kept = {"type": component["type"], "id": component.get("id", 0)}
    if "component" in component:
        # what is inside a label has no label of its own
        inner = component["component"] | {"label": component["label"]}
        return kept | {"component": _filled(world, inner, values, resolved)}
    if "components" in component:
        return kept | {
            "components": [_filled(world, each, values, resolved) for each in component["components"]]
        }
    if "custom_id" not in component:
        return kept
    value = values.get(component["custom_id"])
    return kept | {"custom_id": component["custom_id"]} | _answer(world, component, value, resolved)


def _answer(world: World, field: Json, value: Any, resolved: Json) -> Json:
    if field["type"] == TEXT_INPUT:
        return {"value": _written(field, value)}
    if field["type"] == CHECKBOX:
        return {"value": str(value).casefold() in ("true", "yes", "1")}
    chosen = _chosen(field, value)
    if field["type"] in MENUS and chosen:
        for kind, things in selected(world, field, chosen).get("resolved", {}).items():
            resolved.setdefault(kind, {}).update(things)
    elif "options" in field:
        _check_offered(field, chosen)
    if field["type"] == RADIO_GROUP:
        return {"value": chosen[0] if chosen else None}
    return {"values": chosen}


def _written(field: Json, value: Any) -> str:
    text = str(field.get("value") or "" if value is None else value)
    name = field.get("label") or field["custom_id"]
    if not text.strip():
        if field.get("required", True):
            raise CannotDo(f"“{name}” must be filled in.")
        return ""
    if len(text) < field.get("min_length", 0):
        raise CannotDo(f"“{name}” is too short.")
    if len(text) > field.get("max_length", LONGEST_TEXT):
        raise CannotDo(f"“{name}” is too long.")
    return text


def _chosen(field: Json, value: Any) -> list[str]:
    """One value or several; without any, those that were marked beforehand."""
    given = [value] if isinstance(value, str) else value or []
    chosen = [str(each) for each in given if each != ""]
    chosen = chosen or [option["value"] for option in field.get("options", ()) if option.get("default")]
    if not chosen and field.get("required", True) and field.get("min_values", 1):
        raise CannotDo(f"“{field.get('label') or field['custom_id']}” must be answered.")
    return chosen


def selected(world: World, menu: Json, values: Sequence[str]) -> Json:
    """The values of a menu, and the things behind them if they are ids."""
    name = menu.get("label") or menu.get("placeholder") or menu["custom_id"]
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not least <= len(values) <= most:
        raise CannotDo(f"“{name}” takes {least} to {most} values, not {len(values)}.")
    kinds = MENUS[menu["type"]]
    if not kinds:
        _check_offered(menu, values)
        return {"values": list(values)}
    return {"values": list(values), "resolved": _resolved(world, kinds, values)}


def _check_offered(menu: Json, values: Iterable[str]) -> None:
    offered = {option["value"] for option in menu["options"]}
    for value in values:
        if value not in offered:
            name = menu.get("label") or menu.get("placeholder") or menu["custom_id"]
            raise CannotDo(f"“{name}” has no option {value}.")


def _resolved(world: World, kinds: Iterable[str], ids: Sequence[str]) -> Json:
    bare = {"permissions": "0"}
    known: dict[str, Mapping[str, Json]] = {
        "users": world.users,
        "members": {key: member | bare for key, member in world.members.items() if key in ids},
        "channels": {key: channel | bare for key, channel in world.channels.items() if key in ids},
        "roles": {role["id"]: role for role in world.guild["roles"]},
    }
    found = {kind: {each: known[kind][each] for each in ids if each in known[kind]} for kind in kinds}
    for each in ids:
        if not any(each in things for things in found.values()):
            raise CannotDo(f"There is nothing of that sort with the id {each}.")
    return {kind: things for kind, things in found.items() if things}
