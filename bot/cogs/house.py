"""``/campaign``, where campaigns stand: list them, move one, put one in the trash, bring one back."""

from typing import Any, Literal

import discord
from discord import app_commands

from bot.client import Adjutant
from bot.embeds import Colour, compose
from bot.listing import list_lines, trashed_in
from bot.relocation import check_place
from rules.errors import NotNow

Interaction = discord.Interaction[Adjutant]


@app_commands.command(name="list")
@app_commands.describe(
    where="The campaigns of this channel (default) or server, or those in which you hold a seat",
    ended="True: those that have ended, too",
)
async def list_(
    interaction: Interaction, where: Literal["channel", "server", "mine"] = "channel", ended: bool = False
) -> None:
    """List campaigns: of this channel, of the server, or your own"""
    await interaction.response.defer(ephemeral=True, thinking=True)
    lines = [line async for line in list_lines(interaction.client.service, interaction, where, ended=ended)]
    await interaction.followup.send(embed=compose("Campaigns", lines, Colour.ANSWER), ephemeral=True)


@app_commands.command()
@app_commands.describe(to="A channel or thread of this server", sure="True: the campaign moves once the others agree")
async def move(interaction: Interaction, to: discord.TextChannel | discord.Thread, sure: bool = False) -> None:
    """Move the campaign to another channel or thread; the other sides are asked"""
    bot = interaction.client
    session = await bot.service.session_in(interaction.channel_id or 0)
    await check_place(bot.service, interaction, session, to.id)
    if not sure:
        raise NotNow("The campaign has not moved. Choose `sure:True` to move it.")
    await bot.responder.execute(interaction, "move_house", channel=to.id)


@app_commands.command()
@app_commands.describe(sure="True: the campaign goes into the trash once the others agree")
async def trash(interaction: Interaction, sure: bool) -> None:
    """Put the campaign in the trash, for 30 days; the other sides are asked"""
    if not sure:
        raise NotNow("The campaign is not in the trash. Choose `sure:True` to put it there.")
    await interaction.client.responder.execute(interaction, "trash")


@app_commands.command()
@app_commands.describe(campaign="A campaign of this channel that is in the trash, by its number")
async def restore(interaction: Interaction, campaign: app_commands.Range[int, 1]) -> None:
    """Bring a campaign back from the trash"""
    await interaction.client.responder.execute(interaction, "restore", id_=campaign)


@restore.autocomplete("campaign")
async def _trashed(interaction: Interaction, _typed: str) -> list[app_commands.Choice[int]]:
    return await trashed_in(interaction.client.service, interaction.channel_id or 0, interaction.user.id)


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (list_, move, trash, restore)


async def setup(bot: Adjutant) -> None:
    """Add the commands to their group."""
    group = bot.tree.get_command("campaign")
    assert isinstance(group, app_commands.Group), "the cog of campaigns comes first"
    for command in COMMANDS:
        group.add_command(command)
