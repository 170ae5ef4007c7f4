"""What a person picked in a menu or wrote into a form, as the bot gets it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from localdiscord.component import walk
from localdiscord.message import attachment
from localdiscord.options import upload_of
from localdiscord.refusal import CannotDo, Json
from localdiscord.world import World

TEXT_INPUT: Final = 4
FILE_UPLOAD: Final = 19
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


def submission(world: World, files_url: str, form: Json, values: Mapping[str, Any]) -> Json:
    """The `data` of a form that is sent, its values by custom_id; raises CannotDo for what cannot be sent."""
    fields = {each["custom_id"] for each in walk(form["components"]) if "custom_id" in each}
    for name in values:
        if name not in fields:
            raise CannotDo(f"The form has no field {name}.")
    pen = _Pen(world, files_url, values)
    components = [pen.fill(each) for each in form["components"]]
    data: Json = {"custom_id": form["custom_id"], "components": components}
    return data | {"resolved": pen.resolved} if pen.resolved else data


class _Pen:
    """Fills a form with values, and remembers the things behind those that are ids."""

    def __init__(self, world: World, files_url: str, values: Mapping[str, Any]) -> None:
        self.resolved: Json = {}
        self._world = world
        self._files_url = files_url
        self._values = values

    def fill(self, component: Json) -> Json:
        kept = {"type": component["type"], "id": component.get("id", 0)}
        if "component" in component:
            # what is inside a label has no label of its own
            return kept | {"component": self.fill(component["component"] | {"label": component["label"]})}
        if "components" in component:
            return kept | {"components": [self.fill(each) for each in component["components"]]}
        if "custom_id" not in component:
            return kept
        custom_id = component["custom_id"]
        return kept | {"custom_id": custom_id} | self._answer(component, self._values.get(custom_id))

    def _answer(self, field: Json, value: Any) -> Json:
        kind = field["type"]
        if kind == TEXT_INPUT:
            return {"value": _written(field, value)}
        if kind == CHECKBOX:
            return {"value": str(value).casefold() in ("true", "yes", "1")}
        if kind == FILE_UPLOAD:
            return {"values": self._uploaded(field, value)}
        chosen = _chosen(field, value)
        if kind in MENUS and chosen:
            self._remember(selected(self._world, field, chosen).get("resolved", {}))
        elif "options" in field:
            _check_offered(field, chosen)
        return {"value": next(iter(chosen), None)} if kind == RADIO_GROUP else {"values": chosen}

    def _uploaded(self, field: Json, value: Any) -> list[str]:
        given = value if isinstance(value, list) else [] if value is None else [value]
        if not given and field.get("required", True):
            raise CannotDo(f"“{_name(field)}” needs a file.")
        files = [attachment(self._world, self._files_url, upload_of(_name(field), each)) for each in given]
        self._remember({"attachments": {file["id"]: file for file in files}} if files else {})
        return [file["id"] for file in files]

    def _remember(self, resolved: Json) -> None:
        for kind, things in resolved.items():
            self.resolved.setdefault(kind, {}).update(things)


def _name(field: Json) -> str:
    return str(field.get("label") or field.get("placeholder") or field["custom_id"])


def _written(field: Json, value: Any) -> str:
    text = str(field.get("value") or "" if value is None else value)
    name = _name(field)
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
        raise CannotDo(f"“{_name(field)}” must be answered.")
    return chosen


def selected(world: World, menu: Json, values: Sequence[str]) -> Json:
    """The values of a menu, and the things behind them if they are ids."""
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not least <= len(values) <= most:
        raise CannotDo(f"“{_name(menu)}” takes {least} to {most} values, not {len(values)}.")
    kinds = MENUS[menu["type"]]
    if not kinds:
        _check_offered(menu, values)
        return {"values": list(values)}
    return {"values": list(values), "resolved": _resolved(world, kinds, values)}


def _check_offered(menu: Json, values: Iterable[str]) -> None:
    offered = {option["value"] for option in menu["options"]}
    for value in values:
        if value not in offered:
            raise CannotDo(f"“{_name(menu)}” has no option {value}.")


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
