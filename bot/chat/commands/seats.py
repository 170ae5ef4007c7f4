"""``/seat``: seats that change hands. ``/admin``: what an administrator of the server can do openly."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.client import Adjutant
from bot.ui.autocomplete import Choices, choices
from bot.ui.interaction import Interaction
from rules.errors import NotThere

Name = app_commands.Range[str, 1, 60]


class SeatsCog(commands.Cog):
    """Who sits where, if those who sit there are gone."""

    admin = app_commands.Group(
        name="admin",
        description="Help a campaign whose players are gone; openly, and without reading secrets",
        default_permissions=discord.Permissions(manage_guild=True),
    )
    seat = app_commands.Group(name="seat", description="The seats of this channel's campaign")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @seat.command(name="hand-over")
    @app_commands.describe(seat="Your seat", to="Who takes it")
    async def hand_over(self, interaction: Interaction, seat: Name, to: discord.User) -> None:
        """Hand your seat, or the referee's office, over to somebody else"""
        if to.bot:
            raise NotThere("A bot cannot play. Name a person.")
        await self.bot.responder.execute(interaction, "hand_over", seat=seat, player=to.id)

    @seat.command(name="take-over")
    @app_commands.describe(seat="A seat whose players have been silent for a long time")
    async def take_over(self, interaction: Interaction, seat: Name) -> None:
        """Take over the seat of a player who has vanished; the others are asked"""
        await self.bot.responder.execute(interaction, "take_over", seat=seat)

    @seat.command(name="go-on")
    @app_commands.describe(seat="The seat that does not answer")
    async def go_on(self, interaction: Interaction, seat: Name) -> None:
        """Go on without the answer of a seat; a player who is there is asked first"""
        await self.bot.responder.execute(interaction, "decide_by_default", seat=seat)

    @hand_over.autocomplete("seat")
    async def _own(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.seats_of(interaction.user.id) if campaign else (), typed)

    @take_over.autocomplete("seat")
    @go_on.autocomplete("seat")
    async def _others(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        own = campaign.seats_of(interaction.user.id) if campaign else ()
        return choices((seat for seat in campaign.roster if seat not in own) if campaign else (), typed)

    @admin.command(name="seat")
    @app_commands.describe(seat="The seat to free", to="Who takes it (default: nobody)")
    async def admin_seat(self, interaction: Interaction, seat: Name, to: discord.User | None = None) -> None:
        """Free a seat, and give it to somebody"""
        if to is not None and to.bot:
            raise NotThere("A bot cannot play. Name a person.")
        await self.bot.responder.execute(interaction, "admin_seat", seat=seat, player=to.id if to else None)

    @admin.command(name="go-on")
    @app_commands.describe(seat="The seat that does not answer")
    async def admin_go_on(self, interaction: Interaction, seat: Name) -> None:
        """Decide by default what a seat does not answer"""
        await self.bot.responder.execute(interaction, "admin_default", seat=seat)

    @admin.command(name="settle")
    @app_commands.describe(seat="The side that is right; what was entered before stands if you leave it empty")
    async def admin_settle(self, interaction: Interaction, seat: Name | None = None) -> None:
        """Settle what two sides have contradicted one another about twice"""
        await self.bot.responder.execute(interaction, "admin_settle", seat=seat)

    @admin.command(name="end")
    async def admin_end(self, interaction: Interaction) -> None:
        """End this channel's campaign; it can be reopened"""
        await self.bot.responder.execute(interaction, "admin_end")

    @admin.command(name="reopen")
    async def admin_reopen(self, interaction: Interaction) -> None:
        """Reopen this channel's campaign"""
        await self.bot.responder.execute(interaction, "admin_reopen")

    @admin_seat.autocomplete("seat")
    @admin_go_on.autocomplete("seat")
    @admin_settle.autocomplete("seat")
    async def _every(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.roster if campaign else (), typed)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(SeatsCog(bot))
