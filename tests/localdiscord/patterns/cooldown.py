"""A command that can be used once in a minute, and what is said of an error."""

import discord
from discord import app_commands

from tests.localdiscord.patterns.app import App


@app_commands.command(name="roll", description="Once in a minute")
@app_commands.checks.cooldown(1, 60, key=lambda interaction: interaction.user.id)
async def roll(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("six")


@app_commands.command(name="secret", description="For those who manage messages")
@app_commands.checks.has_permissions(manage_messages=True)
async def secret(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("shown", ephemeral=True)


def bot() -> App:
    app = App(roll, secret)

    @app.tree.error
    async def on_error(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
        said = f"In {error.retry_after:.0f} s" if isinstance(error, app_commands.CommandOnCooldown) else str(error)
        await interaction.response.send_message(said, ephemeral=True)

    return app
