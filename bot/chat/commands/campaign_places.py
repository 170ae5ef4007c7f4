"""``/campaign``, where campaigns stand: list them, move one, put one in the trash, bring one back."""

from typing import Any, Literal

import discord
from discord import app_commands

from bot.chat.answering.campaign_list import list_lines, trashed_in
from bot.chat.answering.move_check import check_place
from bot.chat.answering.responder import caller_of
from bot.chat.client import Adjutant
from bot.log.chain import MOST_MEGABYTES, too_large
from bot.ui.campaign_texts import offered
from bot.ui.embeds import Colour, compose
from bot.ui.seat_form import SeatFormButton
from rules.errors import NotNow
from rules.notice import tell_all

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
    return await trashed_in(
        interaction.client.service, interaction.channel_id or 0, interaction.user.id, interaction.created_at
    )


@app_commands.command(name="import")
@app_commands.describe(
    file="The record of a campaign that was exported open: after its end, or by whoever runs the bot",
    sure="True: the campaign is played here from now on",
)
async def import_(interaction: Interaction, file: discord.Attachment, sure: bool = False) -> None:
    """Bring a campaign from another server or bot into this channel (an administrator)"""
    await interaction.response.defer(ephemeral=True, thinking=True)
    intake, caller = interaction.client.service.intake, caller_of(interaction)
    found = await intake.examine(caller, await read_attachment(file))
    lines = [*offered(found)]
    if sure:
        session = await intake.take_in(caller, found)
        interaction.client.outbox.poke()
        lines.append(tell_all("It is campaign {number} here.", number=session.id))
        view = discord.ui.View(timeout=None).add_item(SeatFormButton(session.id))
    else:
        lines.append(tell_all("Nothing was done yet. Choose `sure:True` to bring it into this channel."))
        view = discord.utils.MISSING
    await interaction.followup.send(embed=compose("Import", lines, Colour.ANSWER), view=view, ephemeral=True)


async def read_attachment(file: discord.Attachment) -> bytes:
    """What is in a file. Raises ``BadRecord`` for one that is too large, before it is read."""
    if file.size > MOST_MEGABYTES * 1_000_000:
        raise too_large()
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise NotNow("Discord did not give the file. Try again.") from error


COMMANDS: tuple[app_commands.Command[Any, ..., Any], ...] = (list_, move, trash, restore, import_)


async def setup(bot: Adjutant) -> None:
    """Add the commands to their group."""
    group = bot.tree.get_command("campaign")
    assert isinstance(group, app_commands.Group), "the cog of campaigns comes first"
    for command in COMMANDS:
        group.add_command(command)
