"""From each limit of the tables: a value exactly at it, and one beyond."""

import itertools
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import discord

from localdiscord import Channel, Json
from localdiscord.errors import ApiError
from localdiscord.limits import components, embeds, messages
from localdiscord.limits.shape import List, Number, Object, OneOf, Shape, Text, Url, Variant
from localdiscord.state.components import ComponentType
from tests.localdiscord.little_bot import LittleBot

Case = tuple[str, Any, Any]  # where, what is allowed, what is one beyond


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
            if name == "min_values":
                whole["required"] = False
            yield f"{name}.{where}", {**whole, name: good}, {**whole, name: bad}


async def failures(cases: Iterator[Case], send: Callable[[Any], Awaitable[Any]]) -> list[str]:
    """The limits that do not hold; each beyond must be a 50035 with a tree of errors."""
    found: list[str] = []
    listed = list(cases)
    assert listed
    for where, good, bad in listed:
        try:
            await send(good)
        except discord.HTTPException as error:
            found.append(f"{where}: {error}")
        try:
            await send(bad)
            found.append(f"{where}: one beyond is accepted")
        except discord.HTTPException as error:
            if (error.status, error.code) != (400, 50035) or "In " not in error.text:
                found.append(f"{where}: {error}")
    return found


def sender(bot: LittleBot, channel: Channel, **more: Any) -> Callable[[Any], Awaitable[Any]]:
    async def send(payload: Any) -> Any:
        return await bot.raw("POST", f"/channels/{channel['id']}/messages", {**payload, **more})

    return send


def broken(check: Callable[[Any], None], value: Any) -> dict[str, str]:
    """Each place that a check names as wrong, with Discord's code."""
    try:
        check(value)
    except ApiError as error:
        return dict(_named(error.errors or {}))
    return {}


def _named(errors: Json) -> Iterator[tuple[str, str]]:
    for step, inner in errors.items():
        if step == "_errors":
            yield "", " ".join(each["code"] for each in inner)
        else:
            yield from ((f"{step}.{rest}".rstrip("."), code) for rest, code in _named(inner))
