"""A button that counts on itself, and a view that only its owner can use."""

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App


class Counter(ui.View):
    """Counts up to three, then is disabled."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        if interaction.user.id == self.owner:
            return True
        await interaction.response.send_message("This is not yours.", ephemeral=True)
        return False

    @ui.button(label="0", style=discord.ButtonStyle.red)
    async def count(self, interaction: discord.Interaction, button: ui.Button["Counter"]) -> None:
        number = int(button.label or 0) + 1
        button.label, button.disabled = str(number), number >= 3
        await interaction.response.edit_message(view=self)


@app_commands.command(name="count", description="Shows a counter")
async def count(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Press", view=Counter(interaction.user.id))


def bot() -> App:
    return App(count)
