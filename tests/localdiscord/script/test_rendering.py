"""Messages and forms as lines of text."""

from typing import Any

import pytest

from localdiscord import Json
from localdiscord.script.rendering import message_lines, modal_line


def message(**more: Any) -> Json:
    empty: Json = {"content": "", "embeds": [], "attachments": [], "components": [], "flags": 0, "type": 0}
    return {**empty, "author": {"global_name": "Anna"}, **more}


def button(label: str | None, **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": label, **more}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def row(*inside: Json) -> Json:
    return {"type": 1, "components": [*inside]}


EMBED = {
    "author": {"name": "Dealer"},
    "title": "Drawn",
    "description": "one\ntwo",
    "fields": [{"name": "Pile", "value": "31 cards\nfour left\nno joker"}, {"name": "Hand", "value": "2"}],
    "footer": {"text": "last\nwords"},
}
OPTIONS = [{"label": "Red ace", "value": "ace"}, {"label": "Joker", "value": "joker"}]
SECTION = {"type": 9, "components": [text("in a section")], "accessory": button("Look")}


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ({}, []),
        ({"content": "one\ntwo"}, ["one", "two"]),
        ({"flags": 128 | 64}, ["thinking…"]),
        ({"type": 6}, ["Anna pinned a message"]),
        ({"type": 18, "content": "talk"}, ["Anna started a thread", "talk"]),
        ({"type": 20, "content": "x", "flags": 64}, ["x"]),
        (
            {"content": "x", "embeds": [EMBED, {"title": "More"}], "attachments": [{"filename": "a.txt"}]},
            [
                "x", "Dealer", "Drawn", "one", "two", "Pile: 31 cards", "    four left", "    no joker", "Hand: 2",
                "last", "words", "More", "file a.txt",
            ],
        ),
        (
            {"attachments": [{"filename": "a.png", "description": "A map"}, {"filename": "b.png"},
                             {"filename": "c.png", "description": "Another"}]},
            ["file a.png", "    alt: A map", "file b.png", "file c.png", "    alt: Another"],
        ),
        (
            {"components": [row(button("Go"), button("Stay", disabled=True)), row(button("Back"))]},
            ["[Go] (Stay)", "[Back]"],
        ),
        ({"components": [row(button(None, emoji={"name": "⚔️"}), button("", emoji=None))]}, ["[⚔️] []"]),
        (
            {"components": [row({"type": 3, "custom_id": "c", "placeholder": "Card", "options": OPTIONS})]},
            ["<Card: Red ace | Joker>"],
        ),
        ({"components": [row({"type": 3, "custom_id": "c", "options": OPTIONS})]}, ["<c: Red ace | Joker>"]),
        ({"components": [row({"type": 5, "custom_id": "who", "disabled": True})]}, ["(who)"]),
        (
            {"components": [row({"type": 3, "custom_id": "c", "disabled": True, "options": OPTIONS})]},
            ["(c: Red ace | Joker)"],
        ),
        (
            {"content": "", "components": [text("one\ntwo"), {"type": 17, "components": [
                SECTION, {"type": 14}, text("three"), row(button("Go")),
            ]}]},
            ["one", "two", "in a section", "[Look]", "three", "[Go]"],
        ),
    ],
)  # fmt: skip
def test_a_message_reads_from_its_top_to_its_bottom(parts: Json, lines: list[str]) -> None:
    assert list(message_lines(message(**parts))) == lines


def test_a_form_reads_as_its_title_and_its_labels() -> None:
    old = row({"type": 4, "custom_id": "a", "label": "Points"})
    bare = row({"type": 4, "custom_id": "b"})
    new = {"type": 18, "label": "Unit", "component": {"type": 3, "custom_id": "c"}}
    modal = {"title": "Report", "components": [old, bare, text("Read this"), new]}
    assert modal_line(modal) == 'form "Report": Points, b, Unit'
