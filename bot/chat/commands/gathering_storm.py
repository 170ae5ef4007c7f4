"""``/ledger`` and ``/enter``: running totals with every contribution, and entries from the board."""

from discord import app_commands
from discord.ext import commands

from bot.chat.client import Adjutant
from bot.chat.commands import needs
from bot.ui.autocomplete import Choices, choices
from bot.ui.embeds import Colour, compose
from bot.ui.interaction import Interaction, answer_privately
from rules.command import Offer
from rules.errors import NotThere
from rules.line import Listed
from rules.notice import Public
from rules.seat import Seat


class GatheringStormCog(commands.Cog):
    """Totals and entries."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command(extras=needs("ledger"))
    @app_commands.describe(power="The seat whose totals you want")
    async def ledger(self, interaction: Interaction, power: str | None = None) -> None:
        """Show all totals with every contribution; only you see your secret ones"""
        campaign = (await self.bot.service.session_in(interaction.channel_id or 0)).require("ledger")
        if power is not None and power not in campaign.game.seats:
            raise NotThere("The seats of this game are {names}.", names=Listed(campaign.game.seats))
        own = campaign.acts_for(interaction.user.id)
        notices = campaign.game.ledger(campaign.state, Seat(power) if power else None)
        lines = [notice for notice in notices if isinstance(notice, Public) or notice.seat in own]
        await answer_privately(interaction, embed=compose("Ledger", lines, Colour.ANSWER))

    @ledger.autocomplete("power")
    async def _powers(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.seats if campaign else (), typed)

    @app_commands.command(extras=needs("entries"))
    @app_commands.describe(what="What to enter; a form asks for the details")
    async def enter(self, interaction: Interaction, what: app_commands.Range[str, 1, 80]) -> None:
        """Enter or correct what the board shows and the bot cannot know"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        campaign = session.require("entries")
        campaign.check_seated(interaction.user.id)
        entries = _entries(campaign.offers(interaction.user.id))
        offer = next((each for each in entries if each.label == what), None)
        if offer is None:
            raise NotThere("You cannot enter that now. Choose from the list that `/enter` offers.")
        await self.bot.responder.take_offer(interaction, session.id, offer.key)

    @enter.autocomplete("what")
    async def _whats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        offers = campaign.offers(interaction.user.id) if campaign else ()
        return choices(dict.fromkeys(offer.label for offer in _entries(offers)), typed)


def _entries(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    return tuple(offer for offer in offers if offer.command.is_entry)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(GatheringStormCog(bot))
