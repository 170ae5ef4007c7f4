"""An interaction, and the one way to answer it to its user alone."""

from typing import Any

import discord

Interaction = discord.Interaction[Any]
"""Whatever a user did: a command, a button, a menu or a form. Its client is the bot."""


async def answer_privately(interaction: Interaction, **message: Any) -> None:
    """Send a message to the user alone, whether or not the interaction was answered before."""
    send = interaction.followup.send if interaction.response.is_done() else interaction.response.send_message
    await send(**message, ephemeral=True)
