"""``/stats``: the campaign in numbers."""

from discord import app_commands
from discord.ext import commands

from bot.chat.client import Adjutant
from bot.ui.interaction import Interaction


class StatsCog(commands.Cog):
    """Numbers of a campaign."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(campaign="An earlier campaign of this channel, by its number in `/campaign list`")
    async def stats(self, interaction: Interaction, campaign: app_commands.Range[int, 1] | None = None) -> None:
        """See the campaign in numbers: dice and luck, what was done, the time it took"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.answers.show_statistics(interaction, session)


async def setup(bot: Adjutant) -> None:
    """Add the command."""
    await bot.add_cog(StatsCog(bot))
