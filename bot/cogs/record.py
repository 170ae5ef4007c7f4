"""``/record``: what is kept of a campaign."""

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers import recorded
from bot.client import Adjutant
from bot.embeds import Colour, compose
from bot.records import FILE

Interaction = discord.Interaction[Adjutant]


class Record(commands.GroupCog, name="record", description="The record of a campaign: to keep, and to check"):
    """The record of a campaign."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get the campaign as one file; while it goes on, without its secrets"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await interaction.response.defer(ephemeral=True, thinking=True)
        record = await self.bot.service.records.of(session, interaction.created_at)
        embed = compose("Record of the campaign", recorded(record), Colour.ANSWER)
        await interaction.followup.send(embed=embed, file=discord.File(io.BytesIO(record.data), FILE), ephemeral=True)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(Record(bot))
