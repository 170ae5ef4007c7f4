"""An interaction, and the one way to answer it to its user alone."""

import json
from typing import Any

import discord

from rules.errors import NotNow

Interaction = discord.Interaction[Any]
"""Whatever a user did: a command, a button, a menu or a form. Its client is the bot."""

NUMBER = r"[0-9]{1,18}"
"""A number in the id of a button or a menu. A longer one never came from the bot, and no database could hold it."""


def read_fields(text: str) -> dict[str, Any]:
    """The fields of a command in the id of a button or a form. Raises ``NotNow`` if they are not ones."""
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise NotNow("This form is from another version of the bot. Use the command again.")
    return given


async def answer_privately(interaction: Interaction, **message: Any) -> None:
    """Send a message to the user alone, whether or not the interaction was answered before."""
    send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    await send(**message, ephemeral=True)
