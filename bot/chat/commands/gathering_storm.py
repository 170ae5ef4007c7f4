"""``/ledger``: running totals with every contribution."""

from discord import app_commands

from bot.chat.client import Adjutant
from bot.chat.commands import Cog, needs
from bot.messages.autocomplete import Choices, choices
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Interaction, answer_privately
from rules.errors import NotThere
from rules.line import Listed
from rules.notice import Public
from rules.seat import SideSeat


class GatheringStormCog(Cog):
    """Totals."""

    @app_commands.command(extras=needs("ledger"))
    @app_commands.describe(power="The seat whose totals you want")
    async def ledger(self, interaction: Interaction, power: str | None = None) -> None:
        """Show all totals with every contribution; only you see your secret ones"""
        campaign = (await self.bot.service.session_in(interaction.channel_id or 0)).require("ledger")
        if power is not None and power not in campaign.game.seats:
            raise NotThere("The seats of this game are {names}.", names=Listed(campaign.game.seats))
        own = campaign.acts_for(interaction.user.id)
        notices = campaign.game.ledger(campaign.state, SideSeat(power) if power else None)
        lines = [notice for notice in notices if isinstance(notice, Public) or notice.seat in own]
        await answer_privately(interaction, embed=compose("Ledger", lines, Colour.ANSWER))

    @ledger.autocomplete("power")
    async def _powers(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.seats if campaign else (), typed)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(GatheringStormCog(bot))
