"""The limits of messages, embeds, and components, exactly at each and one beyond."""

import itertools
from typing import Any

import discord
import pytest

from localdiscord import Channel, LocalDiscord
from localdiscord.errors import ApiError
from localdiscord.limits import components, messages
from localdiscord.limits.shape import List, Object, Variant
from tests.localdiscord.limits.bounds import Case, bounds, failures, sender
from tests.localdiscord.little_bot import LittleBot

V2 = 1 << 15


_count = itertools.count()


async def test_messages_and_embeds(bot: LittleBot, general: Channel) -> None:
    fields = {name: shape for name, shape in messages.MESSAGE.fields.items() if name != "components"}
    del fields["attachments"]
    cases = [(where, {"content": "x", **good}, {"content": "x", **bad}) for where, good, bad in bounds(Object(fields))]
    assert await failures(iter(cases), sender(bot, general)) == []


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


def picked(name: str, *defaults: bool) -> dict[str, Any]:
    """A select in which some options are picked from the start."""
    options = [choice(f"{name}{n}", default=default) for n, default in enumerate(defaults)]
    return select() | {"options": options}


def users(count: int) -> dict[str, Any]:
    """A select of users in which so many are picked from the start."""
    values = [{"id": f"{n}", "type": "user"} for n in range(count)]
    return {"type": 5, "custom_id": f"x{next(_count)}", "default_values": values}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


LEGACY: dict[str, Any] = {
    "content": "x",
    "embeds": [{"title": "x"}],
    "poll": {"question": {"text": "x"}, "answers": [{"poll_media": {"text": "x"}}]},
    "sticker_ids": ["1"],
}
"""What stands in no message that is a layout."""
FIELD = {"name": "x" * 100, "value": "x" * 900}


def ids(count: int) -> list[str]:
    return [f"{n}" for n in range(1, count + 1)]


MENTIONS: dict[str, tuple[Any, Any]] = {
    "users": ({"parse": ["roles"], "users": ids(100)}, {"parse": ["roles"], "users": ids(101)}),
    "roles": ({"parse": ["users"], "roles": ids(100)}, {"parse": ["users"], "roles": ids(101)}),
    "a user": ({"parse": ["users"], "users": []}, {"parse": ["users"], "users": ["1"]}),
    "a role": ({"parse": ["roles"], "roles": []}, {"parse": ["roles"], "roles": ["1"]}),
    "everyone": ({"parse": ["everyone"]}, {"parse": ["here"]}),
}


def full_embed() -> dict[str, Any]:
    """An embed of 3000 characters in each place that counts; an address does not."""
    return {
        "title": "x" * 200,
        "description": "x" * 1000,
        "url": "https://example.org",
        "footer": {"text": "x" * 700},
        "author": {"name": "x" * 100, "url": "https://example.org"},
        "fields": [{"name": "x" * 200, "value": "x" * 800}],
    }


RULES: list[Case] = [
    (
        "6000 characters in all embeds",
        {"embeds": [{"fields": [FIELD] * 3}, {"fields": [FIELD] * 3}]},
        {"embeds": [{"fields": [FIELD] * 3}, {"fields": [FIELD] * 3, "title": "x"}]},
    ),
    ("an embed says something", {"embeds": [{"title": "x"}]}, {"embeds": [{"color": 1}]}),
    (
        "custom ids differ",
        {"content": "x", "components": [row(button(custom_id="a"), button(custom_id="b"))]},
        {"content": "x", "components": [row(button(custom_id="a")), row(button(custom_id="a"))]},
    ),
    (
        "a button has a custom id",
        {"content": "x", "components": [row(button())]},
        {"content": "x", "components": [row(button(custom_id=None))]},
    ),
    (
        "a link has an address",
        {"content": "x", "components": [row(button(style=5, custom_id=None, url="https://example.org"))]},
        {"content": "x", "components": [row(button(style=5, custom_id=None))]},
    ),
    (
        "a button is no link",
        {"content": "x", "components": [row(button())]},
        {"content": "x", "components": [row(button(url="https://example.org"))]},
    ),
    (
        "a link can lead into Discord",
        {"content": "x", "components": [row(button(style=5, custom_id=None, url="discord://-/channels/1"))]},
        {"content": "x", "components": [row(button(style=5, custom_id=None, url="https://example.org/a b"))]},
    ),
    (
        "a link has no custom id",
        {"content": "x", "components": [row(button(style=5, custom_id=None, url="https://example.org"))]},
        {"content": "x", "components": [row(button(style=5, custom_id="x", url="https://example.org"))]},
    ),
    (
        "a button is not of the shop",
        {"content": "x", "components": [row(button(sku_id=None))]},
        {"content": "x", "components": [row(button(sku_id="1"))]},
    ),
    (
        "a button of the shop has its article",
        {"content": "x", "components": [row({"type": 2, "style": 6, "sku_id": "1"})]},
        {"content": "x", "components": [row({"type": 2, "style": 6})]},
    ),
    (
        "a button says something",
        {"content": "x", "components": [row(button(label=None, emoji={"name": "⚔️"}))]},
        {"content": "x", "components": [row(button(label=None))]},
    ),
    (
        "an emoji is one",
        {"content": "x", "components": [row(button(emoji={"name": "⚔️"}))]},
        {"content": "x", "components": [row(button(emoji={"name": "sword"}))]},
    ),
    (
        "an emoji of a server has an id",
        {"content": "x", "components": [row(button(emoji={"name": "sword", "id": "1"}))]},
        {"content": "x", "components": [row(button(emoji={"name": "sword", "id": None}))]},
    ),
    (
        "an emoji of an option is one",
        {"content": "x", "components": [row(select("a") | {"options": [choice("a", emoji={"name": "⚔️"})]})]},
        {"content": "x", "components": [row(select("a") | {"options": [choice("a", emoji={"name": ":x:"})]})]},
    ),
    (
        "a select picks no more by itself than can be picked",
        {"content": "x", "components": [row(picked("a", True, False))]},
        {"content": "x", "components": [row(picked("a", True, True))]},
    ),
    (
        "a select picks as many by itself as can be picked",
        {"content": "x", "components": [row(picked("a", True, True, False) | {"max_values": 2})]},
        {"content": "x", "components": [row(picked("a", True, True, True) | {"max_values": 2})]},
    ),
    (
        "a select of users picks no more by itself than can be picked",
        {"content": "x", "components": [row(users(1))]},
        {"content": "x", "components": [row(users(2))]},
    ),
    (
        "values of a select differ",
        {"content": "x", "components": [row(select("a", "b"))]},
        {"content": "x", "components": [row(select("a", "a"))]},
    ),
    (
        "a select takes at least as many values as it must",
        {"content": "x", "components": [row(select("a", "b") | {"min_values": 2, "max_values": 2})]},
        {"content": "x", "components": [row(select("a", "b") | {"min_values": 2, "max_values": 1})]},
    ),
    (
        "a button of the shop needs no label",
        {"content": "x", "components": [row({"type": 2, "style": 6, "sku_id": "1"})]},
        {"content": "x", "components": [row({"type": 2, "style": 6, "sku_id": "1", "custom_id": "x"})]},
    ),
    (
        "a select needs a row of its own",
        {"content": "x", "components": [row(select("a")), row(button())]},
        {"content": "x", "components": [row(select("a"), button())]},
    ),
    (
        "a select is not the last of a row either",
        {"content": "x", "components": [row(button(), button(), button())]},
        {"content": "x", "components": [row(button(), button(), select("a"))]},
    ),
    (
        "a layout needs its flag",
        {"flags": V2, "components": [text("x")]},
        {"components": [text("x")]},
    ),
    *(
        (
            f"a layout has no {key}",
            {"flags": V2, "components": [text("x")]},
            {"flags": V2, "components": [text("x")], key: value},
        )
        for key, value in LEGACY.items()
    ),
    *(
        (
            f"a message mentions {word} in one way",
            {"content": "x", "allowed_mentions": good},
            {"content": "x", "allowed_mentions": bad},
        )
        for word, (good, bad) in MENTIONS.items()
    ),
    (
        "the text that is counted is the one without blanks around it",
        {"embeds": [{"footer": {"text": f"  {'x' * 2048} "}, "author": {"name": f" {'x' * 256} "}}]},
        {"embeds": [{"footer": {"text": "  "}}]},
    ),
    (
        "6000 characters in titles, authors, footers and fields",
        {"embeds": [full_embed(), full_embed()]},
        {"embeds": [full_embed(), full_embed() | {"author": {"name": "x" * 101}}]},
    ),
    (
        "5 rows",
        {"content": "x", "components": [row(button()) for _ in range(5)]},
        {"content": "x", "components": [row(button()) for _ in range(6)]},
    ),
    (
        "40 components",
        {"flags": V2, "components": [text("x")] * 40},
        {"flags": V2, "components": [{"type": 17, "components": [text("x")] * 40}]},
    ),
    (
        "4000 characters in a layout",
        {"flags": V2, "components": [text("x" * 2000)] * 2},
        {"flags": V2, "components": [text("x" * 2000), text("x" * 2001)]},
    ),
]


async def test_rules_of_messages(bot: LittleBot, general: Channel) -> None:
    assert await failures(iter(RULES), sender(bot, general)) == []


async def test_what_discord_ignores(bot: LittleBot, general: Channel) -> None:
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


async def test_the_errors_name_the_field(bot: LittleBot, general: Channel, server: LocalDiscord) -> None:
    with pytest.raises(discord.HTTPException):
        await sender(bot, general)({"embeds": [{"title": "x"}, {"fields": [{"name": "x" * 257, "value": "x"}]}]})
    errors = server.rejected[-1].errors["embeds"]["1"]["fields"]["0"]["name"]["_errors"]
    assert errors == [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}]


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
