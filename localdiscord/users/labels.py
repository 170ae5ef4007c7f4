"""Finds buttons, selects and fields by the words that a user sees."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.components import walk


def find_component(message: Json, types: Collection[int], name: str) -> Json:
    """The component of a message with this custom_id, label or placeholder."""
    components = [component for component in walk(message["components"]) if component["type"] in types]
    for key in ("custom_id", "label", "placeholder"):
        for component in components:
            if component.get(key) == name:
                return component
    raise InvalidAction(f"The message has no “{name}”.")


def labelled_fields(components: Sequence[Json]) -> list[tuple[str, Json]]:
    """The fields of a modal, each with its label."""
    fields: list[tuple[str, Json]] = []
    for component in components:
        fields += [(inner.get("label") or inner["custom_id"], inner) for inner in component.get("components", ())]
        if "component" in component:
            fields.append((component["label"], component["component"]))
    return fields


def values_by_custom_id(modal: Json, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values under the custom_ids of their fields, and options under their values."""
    fields = labelled_fields(modal["components"])
    by_label, by_custom_id = dict(fields), {field["custom_id"]: field for _, field in fields}
    found: dict[str, Any] = {}
    for name, value in values.items():
        field = by_label.get(name) or by_custom_id.get(name)
        if field is None:
            raise InvalidAction(f"The form has no field “{name}”.")
        found[field["custom_id"]] = option_values(field, value)
    return found


def option_values(field: Json, picked: Any) -> Any:
    """The values of options that are given by label or value; other values as they are."""
    by_label = {option["label"]: option["value"] for option in field.get("options") or ()}
    if not by_label:
        return picked
    if isinstance(picked, str):
        return by_label.get(picked, picked)
    return [by_label.get(each, each) for each in picked]
