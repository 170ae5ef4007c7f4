"""Every limit of the tables, exactly at it and one beyond, through discord.py's own HTTP client."""

import itertools
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import discord
import pytest

from localdiscord import Channel, LocalDiscord, User
from localdiscord.interactions.interaction import InteractionType
from localdiscord.limits import commands, components, embeds, messages
from localdiscord.limits.shape import List, Number, Object, OneOf, Shape, Text, Url, Variant
from localdiscord.state.components import ComponentType
from tests.localdiscord.little_bot import LittleBot, Received

Case = tuple[str, Any, Any]  # where, what is allowed, what is one beyond
V2 = 1 << 15
_count = itertools.count()


def sample(shape: Shape) -> Any:
    """The least that is allowed; texts differ, because some must."""
    match shape:
        case Text():
            return f"x{next(_count)}"
        case Number():
            return max(shape.least, 1)
        case OneOf():
            return shape.values[0]
        case Url():
            return f"{shape.schemes[0]}://example.org"
        case List():
            return [sample(shape.of) for _ in range(max(shape.least, 1))]
        case Variant():
            kind = ComponentType.TEXT_DISPLAY if ComponentType.TEXT_DISPLAY in shape.of else next(iter(shape.of))
            return {"type": kind, **sample(shape.of[kind])}
        case Object():
            more = {"label": "x"} if shape is components.BUTTON else {"title": "x"} if shape is embeds.EMBED else {}
            needed = (*shape.required, "custom_id") if shape is components.BUTTON else shape.required
            return {**more, **{name: sample(shape.fields.get(name, Text(9))) for name in needed}}
        case _:
            return f"x{next(_count)}"


def bounds(shape: Shape) -> Iterator[Case]:
    match shape:
        case Text():
            yield "most", "x" * shape.most, "x" * (shape.most + 1)
            if shape.least:
                yield "least", "x" * shape.least, " " * shape.least
        case Number():
            yield "most", shape.most, shape.most + 1
            yield "least", shape.least, shape.least - 1
        case OneOf():
            yield "choice", shape.values[0], 77
        case Url():
            start = f"{shape.schemes[0]}://example.org/"
            yield "most", start + "x" * (shape.most - len(start)), start + "x" * (shape.most - len(start) + 1)
            yield "scheme", start, "ftp://example.org"
            yield "form", start, shape.schemes[0] + "://"
        case List():
            yield from _list_bounds(shape)
        case Variant():
            for kind, inner in shape.of.items():
                for where, good, bad in bounds(inner):
                    yield f"{kind}.{where}", {**good, "type": kind}, {**bad, "type": kind}
            yield "type", sample(shape), {**sample(shape), "type": 99}
        case Object():
            yield from _object_bounds(shape)
        case messages.ChoiceValue():
            yield "most", "x" * 100, "x" * 101
            yield "least", "x", ""


def _list_bounds(shape: List) -> Iterator[Case]:
    # 40 components are counted over the whole message: see the rules below
    if shape.most != components.V2_COMPONENTS:
        yield (
            "count",
            [sample(shape.of) for _ in range(shape.most)],
            [sample(shape.of) for _ in range(shape.most + 1)],
        )
    if shape.least:
        fewer = [sample(shape.of) for _ in range(shape.least - 1)]
        yield "few", [*fewer, sample(shape.of)], fewer
    for where, good, bad in bounds(shape.of):
        least = [sample(shape.of) for _ in range(shape.least - 1)]
        yield f"[].{where}", [*least, good], [*least, bad]


def _object_bounds(shape: Object) -> Iterator[Case]:
    for name in shape.required:
        whole = sample(shape)
        yield f"{name} is required", whole, {key: value for key, value in whole.items() if key != name}
    for name, inner in shape.fields.items():
        for where, good, bad in bounds(inner):
            whole = sample(shape)
            if shape is components.BUTTON and name == "url":
                whole = {"style": 5, "label": "x"}
            yield f"{name}.{where}", {**whole, name: good}, {**whole, name: bad}


async def failures(cases: Iterator[Case], send: Callable[[Any], Awaitable[Any]]) -> list[str]:
    """The limits that do not hold; each beyond must be a 50035 with a tree of errors."""
    found: list[str] = []
    listed = list(cases)
    assert listed
    for where, good, bad in listed:
        try:
            await send(good)
        except discord.HTTPException as refused:
            found.append(f"{where}: {refused}")
        try:
            await send(bad)
            found.append(f"{where}: one beyond is accepted")
        except discord.HTTPException as refused:
            if (refused.status, refused.code) != (400, 50035) or "In " not in refused.text:
                found.append(f"{where}: {refused}")
    return found


def sender(bot: LittleBot, channel: Channel, **more: Any) -> Callable[[Any], Awaitable[Any]]:
    async def send(payload: Any) -> Any:
        return await bot.raw("POST", f"/channels/{channel['id']}/messages", {**payload, **more})

    return send


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


async def test_threads_and_channels(bot: LittleBot, general: Channel) -> None:
    async def begin(payload: Any) -> Any:
        return await bot.raw("POST", f"/channels/{general['id']}/threads", payload)

    thread = await begin({"name": "x"})

    async def change(payload: Any) -> Any:
        return await bot.raw("PATCH", f"/channels/{thread['id']}", payload)

    assert await failures(bounds(messages.THREAD), begin) == []
    assert await failures(bounds(messages.CHANNEL), change) == []


async def test_commands(bot: LittleBot, server: LocalDiscord) -> None:
    path = f"/applications/{server.hub.state.application_id}/commands"

    async def put(command: Any) -> Any:
        return await bot.raw("PUT", path, [command])

    async def put_option(option: Any) -> Any:
        return await put({"name": "x", "description": "x", "options": [option]})

    async def put_options(options: Any) -> Any:
        return await put({"name": "x", "description": "x", **options})

    assert await failures(bounds(commands.SLASH_COMMAND), put) == []
    string = ((where, {**good, "type": 3}, {**bad, "type": 3}) for where, good, bad in bounds(commands.OPTION)
              if not where.startswith("type"))  # fmt: skip
    assert await failures(string, put_option) == []
    many = List(commands.OPTION, 25)
    count = (each for each in bounds(Object({"options": many})) if each[0].endswith("count"))
    assert await failures(count, put_options) == []


async def interaction_sender(
    bot: LittleBot, anna: User, channel: Channel, kind: int
) -> Callable[[Any], Awaitable[Any]]:
    async def send(data: Any) -> Any:
        async def respond(interaction: Received) -> None:
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            try:
                await bot.raw("POST", path, {"type": kind, "data": data})
            except discord.HTTPException as refused:
                found.append(refused)
                await interaction.response.send_message("refused")

        found: list[discord.HTTPException] = []
        bot.handler = respond
        await anna.slash(channel, "do")
        if found:
            raise found[0]

    return send


async def test_modals(bot: LittleBot, anna: User, general: Channel) -> None:
    cases = bounds(components.MODAL)
    assert await failures(cases, await interaction_sender(bot, anna, general, 9)) == []


async def test_answers_have_the_limits_of_messages(bot: LittleBot, anna: User, general: Channel) -> None:
    cases = bounds(Object({"embeds": embeds.EMBEDS, "content": Text(2000)}))
    some = itertools.islice(((w, {"content": "x", **g}, {"content": "x", **b}) for w, g, b in cases), 8)
    assert await failures(some, await interaction_sender(bot, anna, general, 4)) == []


async def test_choices(bot: LittleBot, server: LocalDiscord, anna: User, general: Channel) -> None:
    async def send(data: Any) -> Any:
        # a command that the bot does not know, so that it does not answer by itself
        unknown = {"id": "1", "name": "unknown", "type": 1, "options": []}
        interaction = server.hub.interactions.begin(anna.id, general["id"], InteractionType.AUTOCOMPLETE, unknown)
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        return await bot.raw("POST", path, {"type": 8, "data": data})

    assert await failures(bounds(messages.CHOICES), send) == []


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"x{next(_count)}", **more}


def row(*inside: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(inside)}


def select(*values: str) -> dict[str, Any]:
    options = [{"label": "x", "value": value} for value in values]
    return {"type": 3, "custom_id": f"x{next(_count)}", "options": options}


def text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


FIELD = {"name": "x" * 100, "value": "x" * 900}

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
        "values of a select differ",
        {"content": "x", "components": [row(select("a", "b"))]},
        {"content": "x", "components": [row(select("a", "a"))]},
    ),
    (
        "a select needs a row of its own",
        {"content": "x", "components": [row(select("a")), row(button())]},
        {"content": "x", "components": [row(select("a"), button())]},
    ),
    (
        "a layout needs its flag",
        {"flags": V2, "components": [text("x")]},
        {"components": [text("x")]},
    ),
    (
        "a layout stands alone",
        {"flags": V2, "components": [text("x")]},
        {"flags": V2, "components": [text("x")], "content": "x"},
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
    with pytest.raises(discord.HTTPException) as refused:
        await sender(bot, general)(payload)
    assert (refused.value.status, refused.value.code) == (400, 50006)


def option(name: str, kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "x", **more}


def command(*options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "x", "description": "x", "options": list(options), **more}


def full(count: int) -> list[dict[str, Any]]:
    """So many choices of 200 characters."""
    return [{"name": f"{n:0100}", "value": f"{n:0100}"} for n in range(count)]


def filled(rest: int) -> dict[str, Any]:
    """A command of 7924 + `rest` characters."""
    long = [{**option(letter), "description": "x" * 100} for letter in "abcdefghijklmnopqr"]
    last = {"name": "x" * 100, "value": "x" * rest}
    return command(*long, option("y", choices=full(25)), option("z", choices=[*full(5), last]))


COMMAND_RULES: list[Case] = [
    ("a description", command(), command(description="")),
    ("lower case", command(name="über"), command(name="Über")),
    ("no blanks", command(name="a-b_c"), command(name="a b")),
    ("an option's case", command(option("a")), command(option("A"))),
    (
        "required first",
        command(option("a", required=True), option("b")),
        command(option("a"), option("b", required=True)),
    ),
    ("options differ", command(option("a"), option("b")), command(option("a"), option("a"))),
    ("no mixing", command(option("a", 1), option("b", 2)), command(option("a", 1), option("b"))),
    (
        "two levels",
        command(option("a", 2, options=[option("b", 1, options=[option("c")])])),
        command(option("a", 1, options=[option("b", 1)])),
    ),
    (
        "choices or completion",
        command(option("a", choices=[{"name": "x", "value": "x"}])),
        command(option("a", choices=[{"name": "x", "value": "x"}], autocomplete=True)),
    ),
    (
        "choices differ",
        command(option("a", choices=[{"name": "x", "value": "x"}, {"name": "y", "value": "y"}])),
        command(option("a", choices=[{"name": "x", "value": "x"}, {"name": "x", "value": "y"}])),
    ),
    (
        "8000 characters",
        filled(76),
        filled(77),
    ),
]


async def test_rules_of_commands(bot: LittleBot, server: LocalDiscord) -> None:
    async def put(each: Any) -> Any:
        return await bot.raw("PUT", f"/applications/{server.hub.state.application_id}/commands", [each])

    assert await failures(iter(COMMAND_RULES), put) == []


async def test_a_hundred_commands(bot: LittleBot, server: LocalDiscord) -> None:
    path = f"/applications/{server.hub.state.application_id}/commands"
    hundred = [{"name": f"c{n}", "description": "x"} for n in range(100)]
    registered = await bot.raw("PUT", path, hundred)
    again = await bot.raw("PUT", path, hundred)
    assert [c["id"] for c in again] == [c["id"] for c in registered]
    with pytest.raises(discord.HTTPException) as refused:
        await bot.raw("PUT", path, [*hundred, {"name": "more", "description": "x"}])
    assert refused.value.code == 30032
    with pytest.raises(discord.HTTPException, match="unique"):
        await bot.raw("PUT", path, [hundred[0], hundred[0]])
    assert len(server.hub.state.available_commands()) == 100


async def test_edits_are_refused_too(bot: LittleBot, general: Channel) -> None:
    sent = await sender(bot, general)({"content": "x"})
    path = f"/channels/{general['id']}/messages/{sent['id']}"
    for payload, code in (({"content": "x" * 2001}, 50035), ({"content": ""}, 50006)):
        with pytest.raises(discord.HTTPException) as refused:
            await bot.raw("PATCH", path, payload)
        assert refused.value.code == code
    layout = await sender(bot, general)({"flags": V2, "components": [text("x")]})
    with pytest.raises(discord.HTTPException) as refused:
        await bot.raw("PATCH", f"/channels/{general['id']}/messages/{layout['id']}", {"content": "x", "flags": 0})
    assert refused.value.code == 50035


async def test_the_tree_names_the_place(bot: LittleBot, general: Channel, server: LocalDiscord) -> None:
    with pytest.raises(discord.HTTPException):
        await sender(bot, general)({"embeds": [{"title": "x"}, {"fields": [{"name": "x" * 257, "value": "x"}]}]})
    errors = server.rejected[-1].errors["embeds"]["1"]["fields"]["0"]["name"]["_errors"]
    assert errors == [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}]
