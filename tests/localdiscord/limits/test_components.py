"""The limits of buttons, selects and layouts, exactly at each and one beyond."""

import itertools
from typing import Any

import pytest

from localdiscord import Channel
from localdiscord.limits import check_modal, components
from localdiscord.limits.messages import check_message
from localdiscord.limits.shape import List, Object, Variant
from tests.localdiscord.limits.bounds import bounds, broken, failures, sender
from tests.localdiscord.little_bot import LittleBot

V2 = 1 << 15
_count = itertools.count()


async def test_components_of_a_layout(bot: LittleBot, general: Channel) -> None:
    cases = bounds(Object({"components": components.MESSAGE_COMPONENTS}))
    assert await failures(cases, sender(bot, general, flags=V2)) == []


async def test_rows_without_a_layout(bot: LittleBot, general: Channel) -> None:
    rows = List(Variant({1: components.ROW}), components.ROWS)
    cases = bounds(Object({"components": rows}))
    assert await failures(cases, sender(bot, general)) == []


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"x{next(_count)}", **more}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def select(*values: str) -> dict[str, Any]:
    options = [{"label": "x", "value": value} for value in values]
    return {"type": 3, "custom_id": f"x{next(_count)}", "options": options}


def choice(value: str, **more: Any) -> dict[str, Any]:
    return {"label": "x", "value": value, **more}


def users(count: int) -> dict[str, Any]:
    """A select of users in which so many are picked from the start."""
    values = [{"id": f"{n}", "type": "user"} for n in range(count)]
    return {"type": 5, "custom_id": f"x{next(_count)}", "default_values": values}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


BUTTON = {"type": 2, "style": 1, "label": "x", "custom_id": "x"}
REQUIRED, EXCLUSIVE = "BASE_TYPE_REQUIRED", "BUTTON_COMPONENT_FIELDS_EXCLUSIVE"
PICKED = {"default": True}
TWICE, TOO_MANY = "COMPONENT_CUSTOM_ID_DUPLICATED", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"


@pytest.mark.parametrize(
    ("part", "errors"),
    [
        (BUTTON | {"custom_id": ""}, {"custom_id": f"{REQUIRED} {REQUIRED}"}),
        (BUTTON | {"custom_id": None}, {"custom_id": REQUIRED}),
        (BUTTON | {"style": 5}, {"url": REQUIRED, "custom_id": EXCLUSIVE}),
        (BUTTON | {"style": 6}, {"sku_id": REQUIRED, "custom_id": EXCLUSIVE}),
        (BUTTON | {"sku_id": "1", "url": "https://example.org"}, {"sku_id": EXCLUSIVE, "url": EXCLUSIVE}),
        (BUTTON | {"style": None}, {"style": REQUIRED}),
        (BUTTON | {"style": "1"}, {"style": "BASE_TYPE_CHOICES"}),
        (BUTTON | {"label": ""}, {"label": "BUTTON_COMPONENT_LABEL_REQUIRED"}),
        (BUTTON | {"emoji": {"name": "x"}}, {"emoji.name": "BUTTON_COMPONENT_INVALID_EMOJI"}),
        (BUTTON | {"emoji": {"name": None}}, {"emoji.name": "BUTTON_COMPONENT_INVALID_EMOJI"}),
        (BUTTON | {"emoji": {"name": "x", "id": None}}, {"emoji.name": "BUTTON_COMPONENT_INVALID_EMOJI"}),
        (BUTTON | {"emoji": {"name": "x", "id": "1"}}, {}),
        (BUTTON | {"label": None, "emoji": {"name": "⚔️"}}, {}),
        (BUTTON | {"sku_id": None}, {}),
        (select("a") | {"options": [choice("a", emoji={"name": ":x:"})]}, {
            "options.0.emoji.name": "BUTTON_COMPONENT_INVALID_EMOJI"
        }),
        (select("a") | {"options": [choice("a", emoji={"name": "⚔️"})]}, {}),
        (BUTTON | {"emoji": None}, {}),
        ({"type": 2, "style": 6, "sku_id": "1"}, {}),
        (select("a", "b", "a", "b"), {
            f"options.{index}.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED" for index in (2, 3)
        }),
        (select("a") | {"min_values": 2, "max_values": 1}, {"min_values": "SELECT_COMPONENT_MIN_MAX"}),
        (select("a") | {"min_values": 1, "max_values": 1}, {}),
        (select("a") | {"min_values": 2}, {}),
        (select() | {"options": [choice("a", **PICKED), choice("b", **PICKED)]}, {
            "options": "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"
        }),
        (users(3) | {"max_values": 2}, {"options": "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"}),
        (users(2), {"options": "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"}),
        (users(2) | {"max_values": 2}, {}),
    ],
)  # fmt: skip
def test_component_errors_name_their_place(part: Any, errors: dict[str, str]) -> None:
    before = [button()] if part["type"] == 2 else []  # a select has a row of its own
    payload = {"content": "x", "components": [row(button()), row(*before, part)]}
    named = {f"components.1.components.{len(before)}.{path}": code for path, code in errors.items()}
    assert broken(check_message, payload) == named


@pytest.mark.parametrize(
    ("tree", "flags", "errors"),
    [
        ([row(BUTTON), row(BUTTON)], 0, {"components": TWICE}),
        ([{"type": 17, "components": [row(BUTTON)]}, row(BUTTON)], V2, {"components": TWICE}),
        ([row(button(), select("a"))], 0, {"components.0.components": "COMPONENT_LAYOUT_WIDTH_EXCEEDED"}),
        ([row(button()) for _ in range(6)], 0, {"components": "BASE_TYPE_BAD_LENGTH"}),
        ([row(button()) for _ in range(6)], V2, {}),
        ([row(button()), text("x"), text("y")], 0, {f"components.{n}.type": "UNION_TYPE_CHOICES" for n in (1, 2)}),
        ([{"type": 17, "components": [text("x")] * 19}, *[text("x")] * 21], V2, {"components": TOO_MANY}),
        ([{"type": 17, "components": [text("x")] * 19}] * 2, V2, {}),
        ([text("x" * 2000)] * 2, V2, {}),
        ([text("x" * 2001), {"type": 17, "components": [text("x" * 2000)]}], V2, {
            "components": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
        }),
        ([{"type": 9, "components": [text("x")], "accessory": BUTTON}, row(BUTTON)], V2, {
            "components": TWICE
        }),
    ],
)  # fmt: skip
def test_layout_errors_name_their_place(tree: list[Any], flags: int, errors: dict[str, str]) -> None:
    content = {} if flags else {"content": "x"}
    assert broken(check_message, {**content, "flags": flags, "components": tree}) == errors


FIELD = {"type": 4, "custom_id": "a", "style": 1}


def boxes(*values: str, **more: Any) -> dict[str, Any]:
    """A group of boxes, all of which are ticked from the start."""
    options = [choice(value, default=True) for value in values]
    return {"type": 22, "custom_id": "x", "options": options, "max_values": 2, **more}


def form(*fields: Any) -> dict[str, Any]:
    labels = [{"type": 18, "label": f"Field {n}", "component": each} for n, each in enumerate(fields)]
    return {"custom_id": "form", "title": "x", "components": labels}


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        ([FIELD, FIELD | {"custom_id": "b"}], {}),
        ([FIELD, FIELD], {"components": TWICE}),
        ([FIELD | {"min_length": 4, "max_length": 4}], {}),
        ([FIELD, FIELD | {"custom_id": "b", "min_length": 5, "max_length": 4}], {
            "components.1.component.min_length": "TEXT_INPUT_COMPONENT_MIN_MAX"
        }),
        ([FIELD, {"type": 19, "custom_id": "b", "min_values": 3, "max_values": 2}], {
            "components.1.component.min_values": "SELECT_COMPONENT_MIN_MAX"
        }),
        ([{"type": 19, "custom_id": "b", "min_values": 2, "max_values": 2}], {}),
        ([boxes("a", "b", min_values=2)], {}),
        ([boxes("a", "b", min_values=3)], {"components.0.component.min_values": "SELECT_COMPONENT_MIN_MAX"}),
        ([boxes("a", "b", "c")], {"components.0.component.options": "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES"}),
        ([boxes("a", "a")], {"components.0.component.options.1.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"}),
        ([FIELD, {"type": 14}], {"components.1.component.type": "UNION_TYPE_CHOICES"}),
        ([FIELD, select("a", "a")], {
            "components.1.component.options.1.value": "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
        }),
        ([FIELD] * 6, {"components": f"BASE_TYPE_BAD_LENGTH {TWICE}"}),
    ],
)  # fmt: skip
def test_form_errors_name_their_place(fields: list[Any], errors: dict[str, str]) -> None:
    assert broken(check_modal, form(*fields)) == errors
    old = {"type": 1, "components": [FIELD | {"label": "x"}]}
    assert broken(check_modal, form(FIELD) | {"components": [old, old | {"components": []}]}) == {
        "components.1.components": "BASE_TYPE_BAD_LENGTH"
    }
