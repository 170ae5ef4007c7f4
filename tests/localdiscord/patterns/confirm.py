"""A command that asks, and goes on once somebody has pressed a button."""

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App


class Confirm(ui.View):
    """Two buttons; `value` says which one was pressed."""

    value: bool | None = None

    @ui.button(label="Confirm", style=discord.ButtonStyle.green)
    async def confirm(self, interaction: discord.Interaction, _button: ui.Button["Confirm"]) -> None:
        await interaction.response.send_message("Confirming", ephemeral=True)
        self.value = True
        self.stop()

    @ui.button(label="Cancel", style=discord.ButtonStyle.grey)
    async def cancel(self, interaction: discord.Interaction, _button: ui.Button["Confirm"]) -> None:
        await interaction.response.send_message("Cancelling", ephemeral=True)
        self.value = False
        self.stop()


@app_commands.command(name="ask", description="Asks, and waits")
async def ask(interaction: discord.Interaction, seconds: float = 180.0) -> None:
    view = Confirm(timeout=seconds)
    await interaction.response.send_message("Do you want to continue?", view=view)
    await view.wait()
    await interaction.edit_original_response(content=f"Done: {view.value}", view=None)


@app_commands.command(name="ping", description="Answers")
async def ping(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("pong")


def bot() -> App:
    return App(ask, ping)
