"""What everybody can ask of a result, from its Apps menu: why it came out so, and what happened there."""

import discord
from discord import app_commands

from bot.chat.client import Adjutant
from bot.messages.interaction import Interaction


async def why(interaction: Interaction, message: discord.Message) -> None:
    """Show the tables, rules and rulings of a result."""
    await interaction.client.looks.explain_message(interaction, message)


async def what_happened(interaction: Interaction, message: discord.Message) -> None:
    """Show who did what and when."""
    await interaction.client.looks.show_entries(interaction, message)


async def undo_to_here(interaction: Interaction, message: discord.Message) -> None:
    """Show what would be undone to come back to just after a result."""
    await interaction.client.rewinds.preview_message(interaction, message)


MENU = {"Why?": why, "What happened here?": what_happened, "Undo to here": undo_to_here}


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    for name, command in MENU.items():
        bot.tree.add_command(app_commands.ContextMenu(name=name, callback=command))
