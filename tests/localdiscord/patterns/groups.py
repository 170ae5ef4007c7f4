"""A group of commands in one guild, which only some see, and names in another language."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from tests.localdiscord.patterns.app import App

orders = app_commands.Group(
    name="orders", description="Orders", default_permissions=discord.Permissions(manage_guild=True)
)


@orders.command(name="give", description="Gives an order")
@app_commands.guild_only()
async def give(interaction: discord.Interaction, what: str) -> None:
    await interaction.response.send_message(f"{what} ({interaction.locale})")


class French(app_commands.Translator):
    """Knows a few words."""

    words: Mapping[str, str] = {
        "orders": "ordres",
        "Orders": "Des ordres",
        "give": "donner",
        "Gives an order": "Donne un ordre",
    }

    async def translate(self, string: Any, locale: discord.Locale, _context: Any) -> str | None:
        return self.words.get(string.message) if locale == discord.Locale.french else None


class Orders(App):
    """Registers its commands in one guild."""

    def __init__(self, guild_id: int) -> None:
        super().__init__()
        self.guild = discord.Object(guild_id)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(French())
        self.tree.add_command(orders, guild=self.guild)
        await self.tree.sync(guild=self.guild)


def bot(guild_id: int) -> Orders:
    return Orders(guild_id)
