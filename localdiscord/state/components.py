"""Message components, completed with what Discord adds to them."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Any, Final

from localdiscord.errors import Json
from localdiscord.state.clock import Clock


class ComponentType(IntEnum):
    """Discord's component types."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


# each select, and the types of object whose ids are its values (those of a string select are just strings)
SELECTS: Final[Mapping[int, tuple[str, ...]]] = {
    ComponentType.STRING_SELECT: (),
    ComponentType.USER_SELECT: ("users", "members"),
    ComponentType.ROLE_SELECT: ("roles",),
    ComponentType.MENTIONABLE_SELECT: ("users", "members", "roles"),
    ComponentType.CHANNEL_SELECT: ("channels",),
}

_DEFAULTS: Final[Mapping[int, Mapping[str, Any]]] = {
    **{select: {"min_values": 1, "max_values": 1} for select in SELECTS},
    ComponentType.THUMBNAIL: {"description": None, "spoiler": False},
    ComponentType.FILE: {"spoiler": False},
    ComponentType.SEPARATOR: {"spacing": 1, "divider": True},
    ComponentType.CONTAINER: {"accent_color": None, "spoiler": False},
}


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, nested ones included, in the order of the screen."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk(component[key] for key in ("component", "accessory") if component.get(key))


def complete(components: list[Json]) -> list[Json]:
    """Adds an id to each component, and Discord's defaults."""
    everything = list(walk(components))
    used = {component["id"] for component in everything if component.get("id")}
    unused = (number for number in itertools.count(1) if number not in used)
    for component in everything:
        for key in [key for key, value in component.items() if value is None]:
            del component[key]
        for item in component.get("items", ()) if component["type"] == ComponentType.MEDIA_GALLERY else ():
            item |= {"description": None, "spoiler": False} | item
        component |= dict(_DEFAULTS.get(component["type"], {})) | component
        if not component.get("id"):
            component["id"] = next(unused)
    return components


def resolve_media(clock: Clock, message: Json) -> None:
    """Adds what Discord knows about the pictures and files of a layout."""
    files = {file["url"]: file for file in message["attachments"]}
    for component in walk(message["components"]):
        items = (item["media"] for item in component.get("items", ()))
        for medium in filter(None, (component.get("media"), component.get("file"), *items)):
            medium |= {"id": clock.next_id(), "proxy_url": medium["url"]}
        if component["type"] == ComponentType.FILE:
            file = files.get(component["file"]["url"], {})
            component |= {"name": file.get("filename", ""), "size": file.get("size", 0)}
