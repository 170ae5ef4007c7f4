"""``/record``: the campaign's record: back in time and forward again, marks, comparing, checking."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.autocomplete import LONGEST_CHOICE, Choices
from bot.client import Adjutant
from bot.rewinds import goal
from rules.campaign.actions import MOST_KEPT
from rules.campaign.points import LONGEST

Interaction = discord.Interaction[Adjutant]
Goal = app_commands.Range[str, 1, LONGEST_CHOICE]


class Record(commands.GroupCog, group_name="record", group_description="The campaign's record, to keep and to search"):
    """The record of a campaign."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(name="What you call it, at most 60 characters")
    async def mark(self, interaction: Interaction, name: app_commands.Range[str, 1, LONGEST]) -> None:
        """Mark how the campaign stands now, to find it again"""
        await self.bot.responder.execute(interaction, "mark", name=name)

    @app_commands.command()
    @app_commands.describe(to="A point, or an entry: it stays, and what came after it is undone")
    async def rewind(self, interaction: Interaction, to: Goal) -> None:
        """See what going back would undo, then ask the others"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await self.bot.rewinds.preview(interaction, session, goal(session.campaign, to))

    @rewind.autocomplete("to")
    async def _goals(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        if campaign is None:
            return []
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        return await self.bot.rewinds.goals(session, typed)

    @app_commands.command()
    @app_commands.describe(
        entries="How many actions (default: all)", first="The first entry to bring back; earlier ones are left out"
    )
    async def redo(
        self,
        interaction: Interaction,
        entries: app_commands.Range[int, 1, MOST_KEPT] = MOST_KEPT,
        first: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Bring back what was undone, with the same dice, as far as it still fits"""
        await self.bot.responder.execute(interaction, "redo", number=entries, first=first or 0)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(Record(bot))
