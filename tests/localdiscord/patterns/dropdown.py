"""Menus: of words, of users and of channels; and one that falls asleep."""

from typing import Any

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App


class Dropdown(ui.View):
    """Three menus; after its timeout they are disabled."""

    message: discord.InteractionMessage | None = None

    @ui.select(placeholder="Colour", options=[discord.SelectOption(label=each) for each in ("Red", "Green", "Blue")])
    async def colour(self, interaction: discord.Interaction, select: ui.Select["Dropdown"]) -> None:
        await interaction.response.send_message(f"Your colour is {select.values[0]}")

    @ui.select(cls=ui.UserSelect, placeholder="People", min_values=1, max_values=2)
    async def people(self, interaction: discord.Interaction, select: ui.UserSelect["Dropdown"]) -> None:
        await interaction.response.send_message(", ".join(each.display_name for each in select.values))

    @ui.select(cls=ui.ChannelSelect, placeholder="Place", channel_types=[discord.ChannelType.text])
    async def place(self, interaction: discord.Interaction, select: ui.ChannelSelect["Dropdown"]) -> None:
        await interaction.response.send_message(f"In {select.values[0].name}")

    async def on_timeout(self) -> None:
        for item in self.children:
            menu: Any = item
            menu.disabled = True
        if self.message is not None:
            await self.message.edit(view=self)


@app_commands.command(name="menus", description="Shows menus")
async def menus(interaction: discord.Interaction, seconds: float = 180.0) -> None:
    view = Dropdown(timeout=seconds)
    await interaction.response.send_message("Pick", view=view)
    view.message = await interaction.original_response()


def bot() -> App:
    return App(menus)
