"""Buttons, menus and layouts as Discord gives them back."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from localdiscord.refusal import Json
from localdiscord.world import World

_MENU: Final = {"min_values": 1, "max_values": 1}
# what Discord adds to a component that came without
_DEFAULTS: Final[Mapping[int, Mapping[str, Any]]] = {
    3: _MENU,
    5: _MENU,
    6: _MENU,
    7: _MENU,
    8: _MENU,
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"spacing": 1, "divider": True},
    17: {"accent_color": None, "spoiler": False},
}
_GALLERY: Final = 12
_FILE: Final = 13


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, those inside others too, in the order of the screen."""
    for each in components:
        yield each
        yield from walk(each.get("components") or ())
        yield from walk(each[key] for key in ("component", "accessory") if each.get(key))


def completed(components: list[Json]) -> list[Json]:
    """The components with what Discord adds: an id for each, and defaults."""
    everything = list(walk(components))
    taken = {each["id"] for each in everything if each.get("id")}
    free = (number for number in itertools.count(1) if number not in taken)
    for each in everything:
        for key in [key for key, value in each.items() if value is None]:
            del each[key]
        for item in each.get("items", ()) if each["type"] == _GALLERY else ():
            item |= {"description": None, "spoiler": False} | item
        each |= dict(_DEFAULTS.get(each["type"], {})) | each
        if not each.get("id"):
            each["id"] = next(free)
    return components


def unfurl(world: World, message: Json) -> None:
    """The pictures and files of a layout, with what Discord knows of them."""
    files = {file["url"]: file for file in message["attachments"]}
    for each in walk(message["components"]):
        media = [each.get("media"), each.get("file"), *(item["media"] for item in each.get("items", ()))]
        for medium in media:
            if medium:
                medium |= {"id": world.clock.next_id(), "proxy_url": medium["url"]}
        if each["type"] == _FILE:
            file = files.get(each["file"]["url"], {})
            each |= {"name": file.get("filename", ""), "size": file.get("size", 0)}
