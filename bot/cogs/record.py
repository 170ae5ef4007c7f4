"""``/record``: take the campaign's record with you."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import Adjutant
from bot.record.files import Form

Interaction = discord.Interaction[Adjutant]


class Record(commands.GroupCog, group_name="record", group_description="The campaign's record, to keep and to search"):
    """The record of a campaign."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        form="A page for any browser (default), or Markdown",
        since="The turn with which it begins (default: the first)",
        campaign="An earlier campaign of this channel, by its number in `/campaign list`",
    )
    async def journal(
        self,
        interaction: Interaction,
        form: Form = "HTML",
        since: app_commands.Range[int, 0] = 0,
        campaign: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Get the whole campaign as a file, as you may read it"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.files.send_journal(interaction, session, form, since)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(Record(bot))
