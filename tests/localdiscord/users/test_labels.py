"""What a user calls a button, a select, a field or an option."""

from typing import Any

import pytest

from localdiscord import InvalidAction, Json
from localdiscord.users.labels import find_component, labelled_fields, option_values, values_by_custom_id

BUTTON, SELECT = 2, 3
PICK = {
    "type": SELECT,
    "custom_id": "pick",
    "placeholder": "Pick",
    "options": [{"label": "A", "value": "b"}, {"label": "B", "value": "a"}],
}
MESSAGE = {
    "components": [
        {"type": 1, "components": [{"type": BUTTON, "label": "two", "custom_id": "one"}]},
        {"type": 17, "components": [{"type": 9, "components": [], "accessory": {
            "type": BUTTON, "label": "One", "custom_id": "two",
        }}]},
        {"type": 1, "components": [PICK]},
        {"type": 1, "components": [{"type": BUTTON, "label": "Pick", "url": "https://example.org"}]},
    ]
}  # fmt: skip
MODAL = {
    "components": [
        {"type": 1, "components": [{"type": 4, "custom_id": "points", "label": "Points"}]},
        {"type": 1, "components": [{"type": 4, "custom_id": "bare"}]},
        {"type": 10, "content": "Read this"},
        {"type": 18, "label": "points", "component": {"type": 4, "custom_id": "note"}},
        {"type": 18, "label": "Unit", "component": PICK},
    ]
}


@pytest.mark.parametrize(
    ("types", "name", "found"),
    [
        ({BUTTON}, "one", "one"), ({BUTTON}, "two", "two"), ({BUTTON}, "One", "two"), ({BUTTON}, "Pick", None),
        ({SELECT}, "Pick", "pick"), ({SELECT}, "pick", "pick"),
    ],
)  # fmt: skip
def test_a_component_goes_by_its_id_then_by_what_stands_on_it(types: set[int], name: str, found: str | None) -> None:
    assert find_component(MESSAGE, types, name).get("custom_id") == found


@pytest.mark.parametrize(("types", "name"), [({BUTTON}, "pick"), ({SELECT}, "one"), ({BUTTON}, "on")])
def test_another_name_is_none_of_the_message(types: set[int], name: str) -> None:
    with pytest.raises(InvalidAction, match=f"The message has no “{name}”"):
        find_component(MESSAGE, types, name)


def test_a_field_goes_by_its_label_then_by_its_id() -> None:
    labels = [(label, field["custom_id"]) for label, field in labelled_fields(MODAL["components"])]
    assert labels == [("Points", "points"), ("bare", "bare"), ("points", "note"), ("Unit", "pick")]
    given = {"Points": "1", "points": "2", "bare": "3", "Unit": ["A", "a"]}
    assert values_by_custom_id(MODAL, given) == {"points": "1", "note": "2", "bare": "3", "pick": ["b", "a"]}
    assert values_by_custom_id(MODAL, {"note": None, "pick": "B"}) == {"note": None, "pick": "a"}
    with pytest.raises(InvalidAction, match="The form has no field “Note”"):
        values_by_custom_id(MODAL, {"Note": "x"})


@pytest.mark.parametrize(
    ("field", "picked", "values"),
    [
        (PICK, "A", "b"), (PICK, "a", "a"), (PICK, "C", "C"), (PICK, ["B", "b", "C"], ["a", "b", "C"]),
        (PICK, [], []), ({"type": 5}, ["anna"], ["anna"]), ({"type": 4, "options": None}, "A", "A"),
    ],
)  # fmt: skip
def test_an_option_goes_by_its_label_then_by_its_value(field: Json, picked: Any, values: Any) -> None:
    assert option_values(field, picked) == values
