"""The limits of buttons, menus, forms and layouts."""

from collections.abc import Iterator, Mapping
from typing import Final

from localdiscord.component import walk
from localdiscord.limits.shape import (
    Many,
    Number,
    OneOf,
    Shape,
    Text,
    Thing,
    Url,
    Variant,
    Wrong,
    duplicates,
    wrong,
)
from localdiscord.refusal import Json

ROW, BUTTON, TEXT, CONTAINER, LABEL = 1, 2, 10, 17, 18
LINK, PREMIUM = 5, 6
SELECTS: Final = (3, 5, 6, 7, 8)
ROWS: Final = 5
V2_COMPONENTS: Final = 40
V2_TEXT: Final = 4000
FORM_FIELDS: Final = 5

_CUSTOM_ID: Final = Text(100, 1)


def _emoji(thing: Json) -> Iterator[Wrong]:
    emoji = thing.get("emoji")
    if isinstance(emoji, dict) and not emoji.get("id") and str(emoji.get("name") or "").isascii():
        yield wrong("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "emoji", "name")


def _button(button: Json) -> Iterator[Wrong]:
    style = button.get("style")
    needed = {LINK: "url", PREMIUM: "sku_id"}.get(style if isinstance(style, int) else 0, "custom_id")
    if not button.get(needed):
        yield wrong("BASE_TYPE_REQUIRED", "This field is required", needed)
    for other in {"url", "sku_id", "custom_id"} - {needed}:
        if button.get(other):
            sentence = f"A button of this style has a {needed} and no {other}."
            yield wrong("BUTTON_COMPONENT_FIELDS_EXCLUSIVE", sentence, other)
    if style != PREMIUM and not button.get("label") and not button.get("emoji"):
        yield wrong("BUTTON_COMPONENT_LABEL_REQUIRED", "A button must have a label or an emoji.", "label")
    yield from _emoji(button)


def _unique_values(menu: Json) -> Iterator[Wrong]:
    options = [option for option in menu.get("options") or () if isinstance(option, dict)]
    for index in duplicates(option.get("value") for option in options):
        yield wrong(
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used", "options", index, "value",
        )  # fmt: skip


def _bounds(menu: Json) -> Iterator[Wrong]:
    least, most = menu.get("min_values"), menu.get("max_values")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield wrong("SELECT_COMPONENT_MIN_MAX", "min_values exceeds max_values.", "min_values")


def _row(row: Json) -> Iterator[Wrong]:
    inside = [each.get("type") for each in row.get("components") or () if isinstance(each, dict)]
    if len(inside) > 1 and any(kind in SELECTS for kind in inside):
        yield wrong("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A menu fills a row of its own.", "components")


def option_shape(*, label: int = 100) -> Thing:
    return Thing(
        {"label": Text(label, 1), "value": Text(100, 1), "description": Text(100)},
        ("label", "value"),
        (_emoji,),
    )


_MENU: Final[Mapping[str, Shape]] = {
    "custom_id": _CUSTOM_ID,
    "placeholder": Text(150),
    "min_values": Number(25),
    "max_values": Number(25, 1),
}
_STRING_MENU: Final = Thing(
    {**_MENU, "options": Many(option_shape(), 25, 1)},
    ("custom_id", "options"),
    (_unique_values, _bounds),
)
_ENTITY_MENU: Final = Thing(_MENU, ("custom_id",), (_bounds,))
_MENUS: Final[Mapping[int, Shape]] = {3: _STRING_MENU, **dict.fromkeys(SELECTS[1:], _ENTITY_MENU)}

_BUTTON: Final = Thing(
    {
        "style": OneOf((1, 2, 3, 4, LINK, PREMIUM)),
        "label": Text(80),
        "custom_id": _CUSTOM_ID,
        "url": Url(512, ("http", "https", "discord")),
    },
    ("style",),
    (_button,),
)
_ROW: Final = Thing({"components": Many(Variant({BUTTON: _BUTTON, **_MENUS}), 5, 1)}, ("components",), (_row,))

_MEDIA: Final = Thing({"url": Url()}, ("url",))
_THUMBNAIL: Final = Thing({"media": _MEDIA, "description": Text(1024)}, ("media",))
_TEXT: Final = Thing({"content": Text(V2_TEXT, 1)}, ("content",))
_SECTION: Final = Thing(
    {
        "components": Many(Variant({TEXT: _TEXT}), 3, 1),
        "accessory": Variant({BUTTON: _BUTTON, 11: _THUMBNAIL}),
    },
    ("components", "accessory"),
)
_GALLERY: Final = Thing({"items": Many(_THUMBNAIL, 10, 1)}, ("items",))
_FILE: Final = Thing({"file": Thing({"url": Url(schemes=("attachment",))}, ("url",))}, ("file",))
_LAYOUT: Final[Mapping[int, Shape]] = {
    ROW: _ROW,
    9: _SECTION,
    TEXT: _TEXT,
    12: _GALLERY,
    13: _FILE,
    14: Thing({"spacing": OneOf((1, 2))}),
}
_CONTAINER: Final = Thing(
    {"components": Many(Variant(_LAYOUT), V2_COMPONENTS, 1), "accent_color": Number(0xFFFFFF)},
    ("components",),
)

MESSAGE_COMPONENTS: Final[Shape] = Many(Variant({**_LAYOUT, CONTAINER: _CONTAINER}), V2_COMPONENTS)


def layout(message: Json, *, is_v2: bool) -> Iterator[Wrong]:
    """What holds for all components of a message together."""
    components = [each for each in message.get("components") or () if isinstance(each, dict)]
    everything = list(walk(components))
    yield from _unique_ids(everything)
    if not is_v2:
        if len(components) > ROWS:
            yield wrong("BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length.", "components")
        for index, each in enumerate(components):
            if each.get("type") != ROW:
                yield wrong("UNION_TYPE_CHOICES", "Value of field “type” must be one of (1,).",
                            "components", index, "type")  # fmt: skip
        return
    if len(everything) > V2_COMPONENTS:
        sentence = f"A message has at most {V2_COMPONENTS} components."
        yield wrong("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence, "components")
    written = sum(len(str(each.get("content"))) for each in everything if each.get("type") == TEXT)
    if written > V2_TEXT:
        sentence = f"The texts of a message have at most {V2_TEXT} characters together."
        yield wrong("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence, "components")


def _unique_ids(everything: list[Json]) -> Iterator[Wrong]:
    ids = [each["custom_id"] for each in everything if each.get("custom_id")]
    if duplicates(ids):
        yield wrong("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", "components")


# forms

_WRITING: Final[Mapping[str, Shape]] = {
    "custom_id": _CUSTOM_ID,
    "style": OneOf((1, 2)),
    "placeholder": Text(100),
    "value": Text(4000),
    "min_length": Number(4000),
    "max_length": Number(4000, 1),
}
_OLD_WRITING: Final = Thing({**_WRITING, "label": Text(45, 1)}, ("custom_id", "style", "label"))
_CHOICE: Final[Mapping[str, Shape]] = {"custom_id": _CUSTOM_ID}
_FIELDS: Final[Mapping[int, Shape]] = {
    4: Thing(_WRITING, ("custom_id", "style")),
    **_MENUS,
    19: Thing({**_CHOICE, "min_values": Number(10), "max_values": Number(10, 1)}, ("custom_id",), (_bounds,)),
    21: Thing({**_CHOICE, "options": Many(option_shape(), 10, 2)}, ("custom_id", "options"), (_unique_values,)),
    22: Thing(
        {
            **_CHOICE,
            "options": Many(option_shape(), 10, 1),
            "min_values": Number(10),
            "max_values": Number(10, 1),
        },
        ("custom_id", "options"),
        (_unique_values, _bounds),
    ),
    23: Thing(_CHOICE, ("custom_id",)),
}
_LABEL: Final = Thing(
    {"label": Text(45, 1), "description": Text(100), "component": Variant(_FIELDS)},
    ("label", "component"),
)
_FORM_ROW: Final = Thing({"components": Many(Variant({4: _OLD_WRITING}), 1, 1)}, ("components",))


def _form_rules(form: Json) -> Iterator[Wrong]:
    components = form.get("components")
    if isinstance(components, list):
        yield from _unique_ids(list(walk(each for each in components if isinstance(each, dict))))


FORM: Final = Thing(
    {
        "custom_id": _CUSTOM_ID,
        "title": Text(45, 1),
        "components": Many(Variant({ROW: _FORM_ROW, TEXT: _TEXT, LABEL: _LABEL}), FORM_FIELDS, 1),
    },
    ("custom_id", "title", "components"),
    (_form_rules,),
)
