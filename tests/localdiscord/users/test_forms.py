"""Modals: the fields that a user fills in, and what cannot be submitted."""

from typing import Any

import pytest

from localdiscord import Channel, InvalidAction, Json, LocalDiscord, Upload, User
from localdiscord.interactions.interaction import InteractionType


def show(server: LocalDiscord, user: User, place: Channel, *fields: Json) -> None:
    """Opens a form with these fields, called Field 0, Field 1 and so on, with f0, f1 as their ids."""
    labels = [
        {"type": 18, "id": n, "label": f"Field {n}", "component": {"custom_id": f"f{n}", "id": 10 + n, **field}}
        for n, field in enumerate(fields)
    ]
    asked = server.hub.interactions.begin(user.id, place["id"], InteractionType.COMMAND, {})
    server.hub.interactions.open_modal(asked, {"custom_id": "form", "title": "x", "components": labels})
    server.hub.interactions.acknowledge(asked)


def submitted(server: LocalDiscord, user: User, **values: Any) -> Json:
    """What the bot receives of the open form."""
    assert user.modal is not None
    sent = server.hub.actions.submit(user.id, user.modal.id, values)
    server.hub.interactions.acknowledge(sent)
    return sent.data


def options(*defaults: bool | None) -> Json:
    """The options a, b and so on; None is one that does not say whether it is picked from the start."""
    return {
        "options": [
            {"label": letter.upper(), "value": letter} | ({} if default is None else {"default": default})
            for letter, default in zip("abc", defaults, strict=False)
        ]
    }


TEXT, OPTIONAL = {"type": 4, "style": 1}, {"required": False}
SELECT, USERS, UPLOAD, RADIO, GROUP, BOX = ({"type": kind} for kind in (3, 5, 19, 21, 22, 23))


FILLED: list[tuple[Json, Any, Any]] = [
    (TEXT, "x", "x"),
    (TEXT, 31, "31"),
    (TEXT | {"value": "old"}, None, "old"),
    (TEXT | {"value": "old"}, "new", "new"),
    (TEXT | OPTIONAL | {"value": "old"}, "", ""),
    (TEXT | OPTIONAL, "  ", ""),
    (TEXT | OPTIONAL | {"min_length": 2}, None, ""),
    (TEXT | {"min_length": 2, "max_length": 3}, "ab", "ab"),
    (TEXT | {"min_length": 2, "max_length": 3}, "abc", "abc"),
    (TEXT, "x" * 4000, "x" * 4000),
    *((BOX, value, True) for value in (True, "yes", "YES", "true", "1", 1)),
    *((BOX, value, False) for value in (False, None, "no", "", "0")),
    (RADIO | options(None, True), None, "b"),
    (RADIO | options(False, True), "a", "a"),
    (RADIO | OPTIONAL | options(None, False), None, None),
    (GROUP | options(True, False, True), None, ["a", "c"]),
    (GROUP | OPTIONAL | options(True, False), [], []),
    (GROUP | options(True, False) | {"min_values": 0}, [""], []),
    (GROUP | options(None, None), ["b", "a"], ["b", "a"]),
    (SELECT | options(None, True), None, ["b"]),
    (SELECT | OPTIONAL | options(None, None), None, []),
    (SELECT | OPTIONAL | options(None, True), [], []),
    (SELECT | options(None, None), "a", ["a"]),
    (USERS | OPTIONAL, None, []),
    (UPLOAD | OPTIONAL, None, []),
]
"""A field, what is filled in, and what is submitted."""
WRONG: list[tuple[Json, Any, str]] = [
    (TEXT, None, "“Field 0” is required"), (TEXT, "  ", "“Field 0” is required"),
    (TEXT | {"value": "old"}, "", "“Field 0” is required"), (TEXT | {"min_length": 2}, "a", "“Field 0” is too short"),
    (TEXT | {"max_length": 3}, "abcd", "“Field 0” is too long"), (TEXT, "x" * 4001, "“Field 0” is too long"),
    (RADIO | options(None, False), None, "“Field 0” is required"),
    (RADIO | options(None, None), "z", "“Field 0” has no option z"),
    (GROUP | options(True, False), [], "“Field 0” is required"),
    (GROUP | options(None, None), [""], "“Field 0” is required"),
    (GROUP | options(None, None), ["a", "z"], "“Field 0” has no option z"),
    (SELECT | options(None, None), ["a", "b"], "“Field 0” takes 1 value, not 2"),
    (SELECT | options(*[None] * 3) | {"min_values": 2, "max_values": 2}, "a", "“Field 0” takes 2 values, not 1"),
    (SELECT | options(*[None] * 3) | {"max_values": 2}, list("abc"), "“Field 0” takes 1 to 2 values, not 3"),
    (SELECT | options(None, None), ["z"], "“Field 0” has no option z"),
    (SELECT | options(None, None) | {"placeholder": "Pick"}, ["z"], "“Field 0” has no option z"),
    (USERS, None, "“Field 0” is required"), (USERS, ["zoe"], "The select cannot have the value zoe"),
    (UPLOAD, None, "“Field 0” needs a file"), (UPLOAD, ["a.txt"], "“Field 0” must be a file"),
]  # fmt: skip
"""A field, what is filled in, and what the client says."""


async def test_a_field_is_submitted_as_it_was_filled_in(server: LocalDiscord, anna: User, general: Channel) -> None:
    for field, value, answer in FILLED:
        show(server, anna, general, field)
        data = submitted(server, anna, **({} if value is None else {"f0": value}))
        key = "values" if isinstance(answer, list) else "value"
        told = {"type": field["type"], "id": 10, "custom_id": "f0", key: answer}
        assert data["components"] == [{"type": 18, "id": 0, "component": told}], (field, value)
        assert ({*data}, anna.modal) == ({"custom_id", "components"}, None), "nothing is named"


async def test_a_wrong_field_keeps_the_form_open(server: LocalDiscord, anna: User, general: Channel) -> None:
    for field, value, sentence in WRONG:
        show(server, anna, general, field)
        with pytest.raises(InvalidAction, match=sentence):
            submitted(server, anna, **({} if value is None else {"f0": value}))
        assert anna.modal is not None
    with pytest.raises(InvalidAction, match="The form has no field f1"):
        submitted(server, anna, f1="x")


async def test_a_form_resolves_what_it_names(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    everyone, talk = server.guild_id, server.thread("talk", general)
    show(server, anna, general, *({"type": kind, "max_values": 2} for kind in (5, 5, 8, 8, 7, 6)), UPLOAD, UPLOAD)
    files = [Upload(f"{letter}.txt", letter.encode()) for letter in "abc"]
    data = submitted(
        server, anna, f0="@anna", f1=[bert.id], f2=["#general"], f3=[talk["id"]], f4=[bert.id, everyone], f5=[everyone],
        f6=files[0], f7=files[1:],
    )  # fmt: skip
    values = [row["component"]["values"] for row in data["components"]]
    assert values[:6] == [[anna.id], [bert.id], [general["id"]], [talk["id"]], [bert.id, everyone], [everyone]]
    resolved, state = data["resolved"], server.hub.state
    assert resolved["users"] == {user.id: state.users[user.id] for user in (anna, bert)}
    assert resolved["members"] == {
        user.id: state.first.members[user.id] | {"permissions": "0"} for user in (anna, bert)
    }
    assert resolved["channels"] == {each["id"]: each | {"permissions": "0"} for each in (general, talk)}
    assert resolved["roles"] == {everyone: state.first.roles[everyone]}
    assert [[resolved["attachments"][file]["filename"] for file in given] for given in values[6:]] == [
        ["a.txt"],
        ["b.txt", "c.txt"],
    ]


async def test_only_the_open_form_is_submitted(server: LocalDiscord, anna: User, general: Channel) -> None:
    show(server, anna, general, TEXT)
    assert anna.modal is not None
    first = anna.modal.id
    show(server, anna, general, TEXT | {"value": "second"})
    server.hub.actions.cancel_modal(anna.id, first)
    with pytest.raises(InvalidAction, match="no longer open"):
        server.hub.actions.submit(anna.id, first, {"f0": "x"})
    assert submitted(server, anna)["components"][0]["component"]["value"] == "second"
    with pytest.raises(InvalidAction, match="no longer open"):
        server.hub.actions.submit(anna.id, first, {"f0": "x"})
