"""``/record``: take the campaign's record with you."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.autocomplete import Choices, choices
from bot.client import Adjutant
from bot.record.files import Form
from rules.campaign.search import EntryKind, Wanted

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

    @app_commands.command()
    @app_commands.describe(
        text="Words to look for, in results, reasons and what only you were told",
        turn="Only what was done in this turn",
        seat="Only what was done for this seat",
        kind="Only entries of this kind; numbers are those that players entered, table is all beside the game",
        before="Entries before this one (default: the newest)",
        campaign="An earlier campaign of this channel, by its number in `/campaign list`",
    )
    async def find(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, 100],
        turn: app_commands.Range[int, 1] | None = None,
        seat: app_commands.Range[str, 1, 60] | None = None,
        kind: EntryKind | None = None,
        before: app_commands.Range[int, 2] | None = None,
        campaign: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Search the log, as you may read it"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.answers.show_entries(interaction, session, Wanted(text, turn, seat, kind, before))

    @find.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.seats if campaign else (), typed)

    @app_commands.command()
    @app_commands.describe(campaign="An earlier campaign of this channel, by its number in `/campaign list`")
    async def report(self, interaction: Interaction, campaign: app_commands.Range[int, 1] | None = None) -> None:
        """See how the campaign went: turning points, luck, pace"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.answers.show_report(interaction, session)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(Record(bot))
