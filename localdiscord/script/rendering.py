"""Messages and modals as lines of text."""

from collections.abc import Iterator
from typing import Final

from localdiscord.errors import Json
from localdiscord.state.components import SELECTS, ComponentType
from localdiscord.state.messages import MessageFlag, MessageType
from localdiscord.users.labels import labelled_fields

INDENT: Final = " " * 4
_ROWS: Final[dict[int, str]] = {
    MessageType.PINNED: "{name} pinned a message",
    MessageType.THREAD_CREATED: "{name} started a thread",
}


def message_lines(message: Json) -> Iterator[str]:
    """The content, embeds, files, buttons and selects of a message."""
    if message["flags"] & MessageFlag.LOADING:
        yield "thinking…"
    if message["type"] in _ROWS:
        yield _ROWS[message["type"]].format(name=message["author"]["global_name"])
    yield from message["content"].splitlines()
    for embed in message["embeds"]:
        yield from _embed_lines(embed)
    for file in message["attachments"]:
        yield f"file {file['filename']}"
        if "description" in file:
            yield f"{INDENT}alt: {file['description']}"
    yield from _component_lines(message["components"])


def modal_line(modal: Json) -> str:
    """The title of a modal and the labels of its fields."""
    labels = ", ".join(label for label, _ in labelled_fields(modal["components"]))
    return f'form "{modal["title"]}": {labels}'


def _embed_lines(embed: Json) -> Iterator[str]:
    if "author" in embed:
        yield embed["author"]["name"]
    for key in ("title", "description"):
        yield from embed.get(key, "").splitlines()
    for field in embed.get("fields", ()):
        first, *rest = field["value"].splitlines()
        yield f"{field['name']}: {first}"
        for line in rest:
            yield INDENT + line
    if "footer" in embed:
        yield from embed["footer"]["text"].splitlines()


def _component_lines(components: list[Json]) -> Iterator[str]:
    for component in components:
        nested = [each for each in (*component.get("components", ()), component.get("accessory")) if each]
        buttons = [each for each in nested if each["type"] == ComponentType.BUTTON]
        if component["type"] in SELECTS:
            yield _select(component)
        if "content" in component:
            yield from component["content"].splitlines()
        yield from _component_lines([each for each in nested if each["type"] != ComponentType.BUTTON])
        if buttons:
            yield " ".join(map(_button, buttons))


def _button(button: Json) -> str:
    label = button.get("label") or (button.get("emoji") or {}).get("name", "")
    return f"({label})" if button.get("disabled") else f"[{label}]"


def _select(select: Json) -> str:
    name = select.get("placeholder") or select["custom_id"]
    options = " | ".join(option["label"] for option in select.get("options", ()))
    text = f"{name}: {options}" if options else name
    return f"({text})" if select.get("disabled") else f"<{text}>"
