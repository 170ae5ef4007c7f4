"""``/ledger`` and ``/enter``: running totals with every contribution, and what the referee writes into them."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import choices
from bot.client import Adjutant
from bot.embeds import Colour, compose
from rules.command import Offer
from rules.errors import NotThere, NotYours
from rules.notice import Public
from rules.seat import REFEREE, Seat

Interaction = discord.Interaction[Adjutant]
Choices = list[app_commands.Choice[str]]


class LedgerCog(commands.Cog):
    """Totals and entries."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(power="Only this seat's totals")
    async def ledger(self, interaction: Interaction, power: str | None = None) -> None:
        """See all totals with every contribution and its cause; your secret ones only you see"""
        campaign = (await self.bot.campaigns.table_in(interaction.channel_id or 0)).campaign
        if power is not None and power not in campaign.game.seats:
            raise NotThere(f"The seats of this game are {', '.join(campaign.game.seats)}.")
        own = campaign.acts_for(interaction.user.id)
        notices = campaign.game.ledger(campaign.state, Seat(power) if power else None)
        lines = [notice for notice in notices if isinstance(notice, Public) or notice.seat in own]
        if not lines:
            raise NotThere("This game keeps no ledger.")
        await self.bot.replies.tell_seat(interaction, compose("The ledger", lines, Colour.ANSWER))

    @ledger.autocomplete("power")
    async def _powers(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.seats if campaign else (), typed)

    @app_commands.command()
    @app_commands.describe(what="What you enter; a form asks for it")
    async def enter(self, interaction: Interaction, what: app_commands.Range[str, 1, 80]) -> None:
        """Enter what the board or the rules say and the bot cannot know (the referee)"""
        table = await self.bot.campaigns.table_in(interaction.channel_id or 0)
        if REFEREE not in table.campaign.seats_of(interaction.user.id):
            raise NotYours("Only the referee enters that.")
        offer = next(
            (each for each in self._entries(table.campaign.offers(interaction.user.id)) if each.label == what), None
        )
        if offer is None:
            raise NotThere("There is nothing like that to enter now: choose from the list that `/enter` offers.")
        await self.bot.replies.take(interaction, table.id, offer.key)

    @enter.autocomplete("what")
    async def _whats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        offers = campaign.offers(interaction.user.id) if campaign else ()
        return choices(dict.fromkeys(offer.label for offer in self._entries(offers)), typed)

    def _entries(self, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
        return tuple(offer for offer in offers if offer.command.is_entry)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(LedgerCog(bot))
