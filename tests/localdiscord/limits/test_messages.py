"""The limits of messages, exactly at each and one beyond."""

from typing import Any

import discord
import pytest

from localdiscord import Channel, Upload
from localdiscord.errors import ApiError
from localdiscord.limits import messages
from localdiscord.limits.shape import Object
from tests.localdiscord.limits.bounds import bounds, broken, failures, sender
from tests.localdiscord.limits.test_components import button, row, text
from tests.localdiscord.little_bot import LittleBot

V2 = 1 << 15


async def test_messages_and_embeds(bot: LittleBot, general: Channel) -> None:
    fields = {name: shape for name, shape in messages.MESSAGE.fields.items() if name != "components"}
    del fields["attachments"]
    cases = [(where, {"content": "x", **good}, {"content": "x", **bad}) for where, good, bad in bounds(Object(fields))]
    assert await failures(iter(cases), sender(bot, general)) == []


LEGACY: dict[str, Any] = {
    "content": "x",
    "embeds": [{"title": "x"}],
    "poll": {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x"}}]},
    "sticker_ids": ["1"],
}
"""What stands in no message that is a layout."""


def ids(count: int) -> list[str]:
    return [f"{n}" for n in range(1, count + 1)]


async def test_unknown_fields_are_ignored(bot: LittleBot, general: Channel) -> None:
    embed = {"title": "x", "image": {"url": "attachment://map.png"}, "mood": "grim", "footer": None}
    await bot.raw("POST", f"/channels/{general['id']}/messages", {"embeds": [embed], "weather": "fog"})


@pytest.mark.parametrize("payload", [{}, {"content": " \n"}, {"content": None, "embeds": []}])
async def test_an_empty_message(bot: LittleBot, general: Channel, payload: Any) -> None:
    with pytest.raises(discord.HTTPException) as error:
        await sender(bot, general)(payload)
    assert (error.value.status, error.value.code) == (400, 50006)


async def test_edits_are_checked_too(bot: LittleBot, general: Channel) -> None:
    sent = await sender(bot, general)({"content": "x"})
    path = f"/channels/{general['id']}/messages/{sent['id']}"
    for payload, code in (({"content": "x" * 2001}, 50035), ({"content": ""}, 50006)):
        with pytest.raises(discord.HTTPException) as error:
            await bot.raw("PATCH", path, payload)
        assert error.value.code == code
    layout = await sender(bot, general)({"flags": V2, "components": [text("x")]})
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("PATCH", f"/channels/{general['id']}/messages/{layout['id']}", {"content": "x", "flags": 0})
    assert error.value.code == 50035


@pytest.mark.parametrize(
    ("before", "change", "code"),
    [
        ({"content": "x"}, {}, 0),
        ({"content": "x", "embeds": [{"title": "t"}]}, {"content": ""}, 0),
        ({"content": "x", "embeds": [{"title": "t"}]}, {"content": None}, 0),
        ({"content": "x", "embeds": [{"title": "t"}]}, {"content": "", "embeds": []}, 50006),
        ({"content": "x"}, {"content": " "}, 50006),
        ({"content": "", "attachments": [{"id": "1"}]}, {"attachments": []}, 50006),
        ({"content": "", "flags": V2, "components": [text("x")]}, {"content": "x"}, 50035),
        ({"content": "", "flags": V2, "components": [text("x")]}, {"embeds": [{"title": "t"}]}, 50035),
        ({"content": "", "flags": V2, "components": [row(button())]}, {"content": "x"}, 50035),
        ({"content": "", "flags": V2, "components": [text("x")]}, {"components": [text("y"), row(button())]}, 0),
        ({"content": "", "flags": V2, "components": [text("x")]}, {"flags": 4}, 0),
        ({"content": "x", "attachments": [{"id": "1"}]}, {"content": ""}, 0),
        ({"content": "", "components": [row(button(custom_id="a"))]}, {"content": "x"}, 0),
        ({"content": "x", "components": [row(button())]}, {"components": [text("x")]}, 50035),
        ({"content": "", "embeds": [{"title": "t"}]}, {"flags": V2, "components": [text("x")]}, 50035),
        ({"content": "", "embeds": [{"title": "t"}]}, {"flags": V2, "components": [text("x")], "embeds": []}, 0),
    ],
)
def test_an_edit_is_judged_by_what_the_message_is_then(before: Any, change: Any, code: int) -> None:
    if not code:
        messages.check_message(change, before=before)
        return
    with pytest.raises(ApiError) as error:
        messages.check_message(change, before=before)
    assert error.value.code == code


LEGACY_CODE = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"


@pytest.mark.parametrize(
    ("payload", "errors"),
    [
        ({"allowed_mentions": {"parse": ["users", "friends", "here"]}}, {
            f"allowed_mentions.parse.{index}": "BASE_TYPE_CHOICES" for index in (1, 2)
        }),
        ({"allowed_mentions": {"users": ids(101), "roles": ids(101)}}, {
            f"allowed_mentions.{word}": "BASE_TYPE_MAX_LENGTH" for word in ("users", "roles")
        }),
        ({"allowed_mentions": {"parse": ["roles"], "roles": ["1"]}}, {
            "allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
        }),
        ({"allowed_mentions": {"parse": ["roles"], "users": ["1"]}}, {}),
        ({"allowed_mentions": None}, {}),
        ({"attachments": [{"id": 0}, {"filename": "x"}]}, {"attachments.1.id": "BASE_TYPE_REQUIRED"}),
        ({"nonce": "x" * 26}, {"nonce": "BASE_TYPE_MAX_LENGTH"}),
        ({"content": 5}, {"content": "STRING_TYPE_CONVERT"}),
        ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, {
            "allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
        }),
        ({"allowed_mentions": {"parse": ["everyone", "roles"], "users": ids(100), "roles": []}}, {}),
        ({"flags": V2, "components": [text("x")], **LEGACY}, dict.fromkeys(LEGACY, LEGACY_CODE)),
    ],
)  # fmt: skip
def test_message_errors_name_their_place(payload: Any, errors: dict[str, str]) -> None:
    assert broken(messages.check_message, {"content": "x", **payload}) == errors


def test_of_several_files_each_has_a_size() -> None:
    large, small = (Upload("a", b"x" * size) for size in (messages.FILE_SIZE + 1, messages.FILE_SIZE))
    messages.check_message({}, [small] * 10)
    for uploads, code in (([small, large], 40005), ([large, small], 40005), ([small] * 11, 30015)):
        with pytest.raises(ApiError) as error:
            messages.check_message({}, uploads)
        assert error.value.code == code
