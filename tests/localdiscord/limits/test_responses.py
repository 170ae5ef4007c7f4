"""The limits of responses: modals, messages, choices."""

import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from localdiscord import Channel, LocalDiscord, User
from localdiscord.interactions.interaction import InteractionType
from localdiscord.limits import components, embeds, messages
from localdiscord.limits.shape import Object, Text
from tests.localdiscord.limits.bounds import bounds, failures
from tests.localdiscord.little_bot import LittleBot, Received


async def interaction_sender(
    bot: LittleBot, anna: User, channel: Channel, kind: int
) -> Callable[[Any], Awaitable[Any]]:
    async def send(data: Any) -> Any:
        async def respond(interaction: Received) -> None:
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            try:
                await bot.raw("POST", path, {"type": kind, "data": data})
            except discord.HTTPException as error:
                found.append(error)
                await interaction.response.send_message("error")

        found: list[discord.HTTPException] = []
        bot.handler = respond
        await anna.slash(channel, "do")
        if found:
            raise found[0]

    return send


async def test_modals(bot: LittleBot, anna: User, general: Channel) -> None:
    cases = bounds(components.MODAL)
    assert await failures(cases, await interaction_sender(bot, anna, general, 9)) == []


async def test_responses_have_the_limits_of_messages(bot: LittleBot, anna: User, general: Channel) -> None:
    cases = bounds(Object({"embeds": embeds.EMBEDS, "content": Text(2000)}))
    some = itertools.islice(((w, {"content": "x", **g}, {"content": "x", **b}) for w, g, b in cases), 8)
    assert await failures(some, await interaction_sender(bot, anna, general, 4)) == []


async def test_choices(bot: LittleBot, server: LocalDiscord, anna: User, general: Channel) -> None:
    async def send(data: Any) -> Any:
        # a command that the bot does not know, so that it does not answer by itself
        unknown = {"id": "1", "name": "unknown", "type": 1, "options": []}
        interaction = server.hub.interactions.begin(anna.id, general["id"], InteractionType.AUTOCOMPLETE, unknown)
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        await bot.raw("POST", path, {"type": 8, "data": data})
        assert interaction.choices == data["choices"], "the user sees them all"

    assert await failures(bounds(messages.CHOICES), send) == []
