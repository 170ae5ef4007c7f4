"""The Apps menus of users and of messages."""

import discord
from discord import app_commands

from tests.localdiscord.patterns.app import App


@app_commands.context_menu(name="Show Join Date")
async def joined(interaction: discord.Interaction, member: discord.Member) -> None:
    assert member.joined_at is not None
    await interaction.response.send_message(f"{member.display_name}: {discord.utils.format_dt(member.joined_at)}")


@app_commands.context_menu(name="Report")
async def report(interaction: discord.Interaction, message: discord.Message) -> None:
    embed = discord.Embed(title="Reported", description=message.content)
    embed.set_author(name=message.author.display_name)
    await interaction.response.send_message(embed=embed, ephemeral=True)


def bot() -> App:
    return App(joined, report)
