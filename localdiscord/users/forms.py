"""The interaction data of a submitted modal, from the values that a user filled in."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.components import SELECTS, ComponentType, walk
from localdiscord.state.known import Known
from localdiscord.state.state import State
from localdiscord.users.options import to_upload
from localdiscord.users.selects import check_options, display_name, identified, select_data

_LONGEST_TEXT: Final = 4000


def modal_data(state: State, known: Known, modal: Json, values: Mapping[str, Any]) -> Json:
    """The interaction data of a modal, values by custom_id; raises InvalidAction for what cannot be submitted."""
    custom_ids = {component["custom_id"] for component in walk(modal["components"]) if "custom_id" in component}
    for custom_id in values:
        if custom_id not in custom_ids:
            raise InvalidAction(f"The form has no field {custom_id}.")
    filler = FormFiller(state, known, values)
    components = [filler.fill(component) for component in modal["components"]]
    data: Json = {"custom_id": modal["custom_id"], "components": components}
    return data | ({"resolved": filler.resolved} if filler.resolved else {})


class FormFiller:
    """Fills the fields of a modal, and collects the objects behind values that are ids."""

    def __init__(self, state: State, known: Known, values: Mapping[str, Any]) -> None:
        self.resolved: Json = {}
        self._state = state
        self._known = known
        self._values = values

    def fill(self, component: Json) -> Json:
        """The component as it is submitted."""
        submitted = {"type": component["type"], "id": component.get("id", 0)}
        if "component" in component:
            # the label is needed for error messages, and the field inside does not repeat it
            field = component["component"] | {"label": component["label"]}
            return submitted | {"component": self.fill(field)}
        if "components" in component:
            return submitted | {"components": [self.fill(each) for each in component["components"]]}
        if "custom_id" not in component:
            return submitted
        custom_id = component["custom_id"]
        return submitted | {"custom_id": custom_id} | self._answer(component, self._values.get(custom_id))

    def _answer(self, field: Json, value: Any) -> Json:
        match field["type"]:
            case ComponentType.TEXT_INPUT:
                return {"value": _text(field, value)}
            case ComponentType.CHECKBOX:
                return {"value": str(value).casefold() in ("true", "yes", "1")}
            case ComponentType.FILE_UPLOAD:
                return {"values": self._upload(field, value)}
            case ComponentType.RADIO_GROUP:
                return {"value": next(iter(self._pick(field, value)), None)}
            case _:
                return {"values": self._pick(field, value)}

    def _pick(self, field: Json, value: Any) -> list[str]:
        picked = [identified(self._known, field, each) for each in _picked_values(field, value)]
        if field["type"] in SELECTS and picked:
            self._resolve(select_data(self._known, field, picked).get("resolved", {}))
        elif "options" in field:
            check_options(field, picked)
        return picked

    def _upload(self, field: Json, value: Any) -> list[str]:
        given = value if isinstance(value, list) else [] if value is None else [value]
        if not given and field.get("required", True):
            raise InvalidAction(f"“{display_name(field)}” needs a file.")
        attachments = [self._state.files.attach(to_upload(display_name(field), each)) for each in given]
        if attachments:
            self._resolve({"attachments": {attachment["id"]: attachment for attachment in attachments}})
        return [attachment["id"] for attachment in attachments]

    def _resolve(self, resolved: Json) -> None:
        for type_, objects in resolved.items():
            self.resolved.setdefault(type_, {}).update(objects)


def _text(field: Json, value: Any) -> str:
    text = str(field.get("value") or "" if value is None else value)
    name = display_name(field)
    if not text.strip():
        if field.get("required", True):
            raise InvalidAction(f"“{name}” is required.")
        return ""
    if len(text) < field.get("min_length", 0):
        raise InvalidAction(f"“{name}” is too short.")
    if len(text) > field.get("max_length", _LONGEST_TEXT):
        raise InvalidAction(f"“{name}” is too long.")
    return text


def _picked_values(field: Json, value: Any) -> list[str]:
    """One value or several; the default ones if the user left the field as it was."""
    given: Sequence[object] = [value] if isinstance(value, str) else value or []
    picked = [str(each) for each in given if each != ""]
    if value is None:
        picked = [option["value"] for option in field.get("options", ()) if option.get("default")]
    if not picked and field.get("required", True) and field.get("min_values", 1):
        raise InvalidAction(f"“{display_name(field)}” is required.")
    return picked
