"""Components: in which order they stand, and what Discord adds to them."""

from datetime import UTC, datetime
from typing import Any

from localdiscord import Clock, Json
from localdiscord.state.components import complete, resolve_media, walk

URL = "https://example.org/"


def text(content: str, **more: Any) -> Json:
    return {"type": 10, "content": content, **more}


def picture(name: str, **more: Any) -> Json:
    return {"media": {"url": URL + name}, **more}


def test_components_are_walked_in_the_order_of_the_screen() -> None:
    section = {"type": 9, "components": [text("b"), text("c")], "accessory": text("d")}
    label = {"type": 18, "component": text("f"), "components": None}
    tree = [text("a"), {"type": 17, "components": [section, text("e")]}, label, text("g")]
    assert "".join(each.get("content", "") for each in walk(tree)) == "abcdefg"
    assert [each["type"] for each in walk(tree)] == [10, 17, 9, 10, 10, 10, 10, 18, 10, 10]


def test_each_component_has_an_id_of_its_own() -> None:
    tree = [
        text("a"),
        text("b", id=2),
        {"type": 17, "components": [text("c", id=0), text("d", id=None)]},
        text("e", id=1),
    ]
    assert [each["id"] for each in walk(complete(tree))] == [3, 2, 4, 5, 6, 1]


def test_omitted_fields_take_their_defaults() -> None:
    tree: list[Json] = [
        {"type": 3, "custom_id": "a", "options": [], "placeholder": None},
        {"type": 5, "custom_id": "b", "min_values": 0, "max_values": 2},
        {"type": 11, **picture("a")},
        {"type": 11, **picture("a", description="A map", spoiler=True)},
        {"type": 12, "items": [picture("a"), picture("b", description="A map", spoiler=True)]},
        {"type": 13, "file": {"url": URL}},
        {"type": 14},
        {"type": 14, "spacing": 2, "divider": False},
        {"type": 17, "components": []},
        {"type": 17, "components": [], "accent_color": 0, "spoiler": True},
        {"type": 2, "style": 1, "label": "Go", "emoji": None},
    ]
    bare = {"description": None, "spoiler": False}
    told = {"description": "A map", "spoiler": True}
    assert complete(tree) == [
        {"type": 3, "custom_id": "a", "options": [], "min_values": 1, "max_values": 1, "id": 1},
        {"type": 5, "custom_id": "b", "min_values": 0, "max_values": 2, "id": 2},
        {"type": 11, **picture("a"), **bare, "id": 3},
        {"type": 11, **picture("a"), **told, "id": 4},
        {"type": 12, "items": [picture("a", **bare), picture("b", **told)], "id": 5},
        {"type": 13, "file": {"url": URL}, "spoiler": False, "id": 6},
        {"type": 14, "spacing": 1, "divider": True, "id": 7},
        {"type": 14, "spacing": 2, "divider": False, "id": 8},
        {"type": 17, "components": [], "accent_color": None, "spoiler": False, "id": 9},
        {"type": 17, "components": [], "accent_color": 0, "spoiler": True, "id": 10},
        {"type": 2, "style": 1, "label": "Go", "id": 11},
    ]


def test_each_picture_and_file_of_a_layout_is_told_apart() -> None:
    files = [{"url": URL + name, "filename": name, "size": size} for name, size in (("a.txt", 1), ("b.txt", 2))]
    tree: list[Json] = [
        {"type": 17, "components": [{"type": 12, "items": [picture("1"), picture("2")]}]},
        {"type": 9, "components": [], "accessory": {"type": 11, **picture("3")}},
        *({"type": 13, "file": {"url": URL + name}} for name in ("b.txt", "a.txt", "c.txt")),
    ]
    resolve_media(Clock(datetime(2026, 1, 5, tzinfo=UTC)), {"attachments": files, "components": tree})
    media = [medium["media"] for medium in (*tree[0]["components"][0]["items"], tree[1]["accessory"])]
    media += [each["file"] for each in tree[2:]]
    assert [each["proxy_url"] for each in media] == [URL + name for name in ("1", "2", "3", "b.txt", "a.txt", "c.txt")]
    assert len({each["id"] for each in media}) == len(media)
    assert [(each["name"], each["size"]) for each in tree[2:]] == [("b.txt", 2), ("a.txt", 1), ("", 0)]
