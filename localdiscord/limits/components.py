"""The limits of buttons, selects, modals and layouts."""

from collections.abc import Iterator, Mapping
from typing import Final

from localdiscord.errors import Json
from localdiscord.limits.shape import (
    List,
    Number,
    Object,
    OneOf,
    Shape,
    Text,
    Url,
    Variant,
    Violation,
    duplicates,
    violation,
)
from localdiscord.state.components import SELECTS, ComponentType, walk

LINK, PREMIUM = 5, 6  # the button styles without a custom_id
ROWS: Final = 5
V2_COMPONENTS: Final = 40
V2_TEXT: Final = 4000
MODAL_COMPONENTS: Final = 5

_CUSTOM_ID: Final = Text(100, 1)


def _check_emoji(labelled: Json) -> Iterator[Violation]:
    emoji = labelled.get("emoji")
    if isinstance(emoji, dict) and not emoji.get("id") and str(emoji.get("name") or "").isascii():
        yield violation("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "emoji", "name")


def _check_button(button: Json) -> Iterator[Violation]:
    style = button.get("style")
    needed = {LINK: "url", PREMIUM: "sku_id"}.get(style if isinstance(style, int) else 0, "custom_id")
    if not button.get(needed):
        yield violation("BASE_TYPE_REQUIRED", "This field is required", needed)
    for other in {"url", "sku_id", "custom_id"} - {needed}:
        if button.get(other):
            sentence = f"A button of this style has a {needed}, and cannot have a {other}."
            yield violation("BUTTON_COMPONENT_FIELDS_EXCLUSIVE", sentence, other)
    if style != PREMIUM and not str(button.get("label") or "").strip() and not button.get("emoji"):
        yield violation("BUTTON_COMPONENT_LABEL_REQUIRED", "A button must have a label or an emoji.", "label")
    yield from _check_emoji(button)


def _check_option_values(select: Json) -> Iterator[Violation]:
    options = [option for option in select.get("options") or () if isinstance(option, dict)]
    for index in duplicates(option.get("value") for option in options):
        yield violation(
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
            "The specified option value is already used",
            "options",
            index,
            "value",
        )


def _check_bounds(select: Json) -> Iterator[Violation]:
    least, most = select.get("min_values"), select.get("max_values")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield violation("SELECT_COMPONENT_MIN_MAX", "min_values exceeds max_values.", "min_values")
    options = [option for option in select.get("options") or () if isinstance(option, dict)]
    chosen = select.get("default_values") or [option for option in options if option.get("default")]
    if len(chosen) > (most if isinstance(most, int) else 1):
        yield violation("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values.", "options")


def _check_row(row: Json) -> Iterator[Violation]:
    types = [each.get("type") for each in row.get("components") or () if isinstance(each, dict)]
    if len(types) > 1 and any(type_ in SELECTS for type_ in types):
        yield violation("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select needs a row of its own.", "components")


_OPTION: Final = Object(
    {"label": Text(100, 1), "value": Text(100, 1), "description": Text(100)},
    ("label", "value"),
    (_check_emoji,),
)

_SELECT: Final[Mapping[str, Shape]] = {
    "custom_id": _CUSTOM_ID,
    "placeholder": Text(150),
    "min_values": Number(25),
    "max_values": Number(25, 1),
}
_STRING_SELECT: Final = Object(
    {**_SELECT, "options": List(_OPTION, 25, 1)},
    ("custom_id", "options"),
    (_check_option_values, _check_bounds),
)
_ENTITY_SELECT: Final = Object(_SELECT, ("custom_id",), (_check_bounds,))
_SELECTS: Final[Mapping[int, Shape]] = {
    **dict.fromkeys(SELECTS, _ENTITY_SELECT),
    ComponentType.STRING_SELECT: _STRING_SELECT,
}

BUTTON: Final = Object(
    {
        "style": OneOf((1, 2, 3, 4, LINK, PREMIUM)),
        "label": Text(80),
        "custom_id": _CUSTOM_ID,
        "url": Url(512, ("http", "https", "discord")),
    },
    ("style",),
    (_check_button,),
)
ROW: Final = Object(
    {"components": List(Variant({ComponentType.BUTTON: BUTTON, **_SELECTS}), 5, 1)}, ("components",), (_check_row,)
)

_MEDIA: Final = Object({"url": Url()}, ("url",))
_THUMBNAIL: Final = Object({"media": _MEDIA, "description": Text(1024)}, ("media",))
_TEXT: Final = Object({"content": Text(V2_TEXT, 1)}, ("content",))
_SECTION: Final = Object(
    {
        "components": List(Variant({ComponentType.TEXT_DISPLAY: _TEXT}), 3, 1),
        "accessory": Variant({ComponentType.BUTTON: BUTTON, ComponentType.THUMBNAIL: _THUMBNAIL}),
    },
    ("components", "accessory"),
)
_GALLERY: Final = Object({"items": List(_THUMBNAIL, 10, 1)}, ("items",))
_FILE: Final = Object({"file": Object({"url": Url(schemes=("attachment",))}, ("url",))}, ("file",))
_LAYOUT: Final[Mapping[int, Shape]] = {
    ComponentType.ACTION_ROW: ROW,
    ComponentType.SECTION: _SECTION,
    ComponentType.TEXT_DISPLAY: _TEXT,
    ComponentType.MEDIA_GALLERY: _GALLERY,
    ComponentType.FILE: _FILE,
    ComponentType.SEPARATOR: Object({"spacing": OneOf((1, 2))}),
}
_CONTAINER: Final = Object(
    {"components": List(Variant(_LAYOUT), V2_COMPONENTS, 1), "accent_color": Number(0xFFFFFF)},
    ("components",),
)

MESSAGE_COMPONENTS: Final[Shape] = List(Variant({**_LAYOUT, ComponentType.CONTAINER: _CONTAINER}), V2_COMPONENTS)


def check_layout(message: Json, *, is_v2: bool) -> Iterator[Violation]:
    """The rules about all components of a message together."""
    components = [each for each in message.get("components") or () if isinstance(each, dict)]
    everything = list(walk(components))
    yield from _check_custom_ids(everything)
    yield from _check_v2_layout(everything) if is_v2 else _check_rows(components)


def _check_rows(components: list[Json]) -> Iterator[Violation]:
    if len(components) > ROWS:
        yield violation("BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {ROWS} in length.", "components")
    for index, component in enumerate(components):
        if component.get("type") != ComponentType.ACTION_ROW:
            sentence = "Value of field “type” must be one of (1,)."
            yield violation("UNION_TYPE_CHOICES", sentence, "components", index, "type")


def _check_v2_layout(everything: list[Json]) -> Iterator[Violation]:
    if len(everything) > V2_COMPONENTS:
        sentence = f"A message has at most {V2_COMPONENTS} components."
        yield violation("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", sentence, "components")
    texts = [str(each.get("content")) for each in everything if each.get("type") == ComponentType.TEXT_DISPLAY]
    if sum(map(len, texts)) > V2_TEXT:
        sentence = f"The texts of a message have at most {V2_TEXT} characters together."
        yield violation("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", sentence, "components")


def _check_custom_ids(everything: list[Json]) -> Iterator[Violation]:
    ids = [each["custom_id"] for each in everything if each.get("custom_id")]
    if duplicates(ids):
        yield violation("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated", "components")


# modals


def _check_lengths(field: Json) -> Iterator[Violation]:
    least, most = field.get("min_length"), field.get("max_length")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        yield violation("TEXT_INPUT_COMPONENT_MIN_MAX", "min_length exceeds max_length.", "min_length")


def _check_may_be_empty(group: Json) -> Iterator[Violation]:
    if group.get("min_values") == 0 and group.get("required") is not False:
        yield violation("BASE_TYPE_CHOICES", "min_values can be 0 only where required is false.", "min_values")


def _check_enabled(label: Json) -> Iterator[Violation]:
    if isinstance(label.get("component"), dict) and label["component"].get("disabled"):
        yield violation("COMPONENT_DISABLED_IN_MODAL", "Nothing in a modal can be disabled.", "component", "disabled")


_ID: Final[Mapping[str, Shape]] = {"custom_id": _CUSTOM_ID}
_TEXT_INPUT: Final[Mapping[str, Shape]] = {
    **_ID,
    "style": OneOf((1, 2)),
    "placeholder": Text(100),
    "value": Text(4000),
    "min_length": Number(4000),
    "max_length": Number(4000, 1),
}
_LABELLED_TEXT_INPUT: Final = Object(
    {**_TEXT_INPUT, "label": Text(45, 1)}, ("custom_id", "style", "label"), (_check_lengths,)
)
_UP_TO_TEN: Final[Mapping[str, Shape]] = {"min_values": Number(10), "max_values": Number(10, 1)}
_FIELDS: Final[Mapping[int, Shape]] = {
    ComponentType.TEXT_INPUT: Object(_TEXT_INPUT, ("custom_id", "style"), (_check_lengths,)),
    **_SELECTS,
    ComponentType.FILE_UPLOAD: Object({**_ID, **_UP_TO_TEN}, ("custom_id",), (_check_bounds,)),
    ComponentType.RADIO_GROUP: Object(
        {**_ID, "options": List(_OPTION, 10, 2)}, ("custom_id", "options"), (_check_option_values,)
    ),
    ComponentType.CHECKBOX_GROUP: Object(
        {**_ID, **_UP_TO_TEN, "options": List(_OPTION, 10, 1)},
        ("custom_id", "options"),
        (_check_option_values, _check_bounds, _check_may_be_empty),
    ),
    ComponentType.CHECKBOX: Object(_ID, ("custom_id",)),
}
_LABEL: Final = Object(
    {"label": Text(45, 1), "description": Text(100), "component": Variant(_FIELDS)},
    ("label", "component"),
    (_check_enabled,),
)
_MODAL_ROW: Final = Object(
    {"components": List(Variant({ComponentType.TEXT_INPUT: _LABELLED_TEXT_INPUT}), 1, 1)}, ("components",)
)
_MODAL_COMPONENT: Final = Variant(
    {ComponentType.ACTION_ROW: _MODAL_ROW, ComponentType.TEXT_DISPLAY: _TEXT, ComponentType.LABEL: _LABEL}
)


def _check_modal(modal: Json) -> Iterator[Violation]:
    components = modal.get("components")
    if isinstance(components, list):
        yield from _check_custom_ids(list(walk(each for each in components if isinstance(each, dict))))


MODAL: Final = Object(
    {
        "custom_id": _CUSTOM_ID,
        "title": Text(45, 1),
        "components": List(_MODAL_COMPONENT, MODAL_COMPONENTS, 1),
    },
    ("custom_id", "title", "components"),
    (_check_modal,),
)
