"""``/draw``, ``/event``, ``/hand``, ``/pool`` and ``/turn``: a campaign's events, turn by turn."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import choices
from bot.client import Adjutant
from bot.embeds import Colour, compose

Interaction = discord.Interaction[Adjutant]
Choices = list[app_commands.Choice[str]]
Marker = app_commands.Range[str, 1, 100]


class DrawCog(commands.Cog):
    """Drawing, playing and filing events."""

    draw = app_commands.Group(name="draw", description="Draw from a pool or deck")
    event = app_commands.Group(name="event", description="Your event markers")
    turn = app_commands.Group(name="turn", description="The campaign's turn")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @draw.command(name="event")
    async def draw_event(self, interaction: Interaction) -> None:
        """Draw the turn's events; what is secret only its player sees"""
        await self.bot.replies.act(interaction, {"type": "draw"})

    @event.command()
    @app_commands.describe(marker="A marker in your hand", choice="What you choose, where the event offers a choice")
    async def play(self, interaction: Interaction, marker: Marker, choice: str | None = None) -> None:
        """Play an event from your hand; a form asks for what it lets you choose"""
        chosen = {} if choice is None else {"choice": choice}
        await self.bot.replies.act_on(interaction, {"type": "play", "marker": marker, **chosen}, marker)

    @event.command()
    @app_commands.describe(marker="A £ marker that you drew this turn")
    async def keep(self, interaction: Interaction, marker: Marker) -> None:
        """Keep a marker for a later turn"""
        await self.bot.replies.act(interaction, {"type": "keep", "marker": marker})

    @event.command(name="return")
    @app_commands.describe(marker="A £ marker in your hand, or a ¤ marker that was used")
    async def return_(self, interaction: Interaction, marker: Marker) -> None:
        """Return a marker to the pool"""
        await self.bot.replies.act(interaction, {"type": "return", "marker": marker})

    @event.command()
    @app_commands.describe(marker="A ¤ marker that was used")
    async def remove(self, interaction: Interaction, marker: Marker) -> None:
        """Remove a marker from the game after use"""
        await self.bot.replies.act(interaction, {"type": "remove", "marker": marker})

    @play.autocomplete("marker")
    async def _playable(self, interaction: Interaction, typed: str) -> Choices:
        return await self._legal(interaction, "play", typed)

    @play.autocomplete("choice")
    async def _choices(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        marker = str(getattr(interaction.namespace, "marker", "")).casefold()
        offers = campaign.offers(interaction.user.id) if campaign else ()
        open_ = [offer.command for offer in offers if (offer.subject or "").casefold() == marker]
        return choices(dict.fromkeys(filter(None, (getattr(command, "choice", "") for command in open_))), typed)

    @keep.autocomplete("marker")
    async def _keepable(self, interaction: Interaction, typed: str) -> Choices:
        return await self._legal(interaction, "keep", typed)

    @return_.autocomplete("marker")
    async def _returnable(self, interaction: Interaction, typed: str) -> Choices:
        return await self._legal(interaction, "return", typed)

    @remove.autocomplete("marker")
    async def _removable(self, interaction: Interaction, typed: str) -> Choices:
        return await self._legal(interaction, "remove", typed)

    async def _legal(self, interaction: Interaction, do: str, typed: str) -> Choices:
        """Exactly what the caller may do so now; markers alike stand once."""
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        offers = campaign.offers(interaction.user.id) if campaign else ()
        return choices(
            dict.fromkeys(offer.subject for offer in offers if offer.subject and offer.command.type == do), typed
        )

    @app_commands.command()
    async def hand(self, interaction: Interaction) -> None:
        """See what you hold; nobody else does"""
        await self.bot.replies.show_hand(interaction)

    @app_commands.command()
    async def pool(self, interaction: Interaction) -> None:
        """See what is publicly known of the pool"""
        campaign = (await self.bot.campaigns.table_in(interaction.channel_id or 0)).campaign
        embed = compose("The pool", campaign.game.pool(campaign.state), Colour.ANSWER)
        await self.bot.replies.tell_seat(interaction, embed)

    @turn.command(name="next")
    async def next_turn(self, interaction: Interaction) -> None:
        """End the turn, or its step, and begin the next"""
        await self.bot.replies.act(interaction, {"type": "next_turn"})

    @turn.command()
    @app_commands.describe(to="A later phase of this turn (default: the next one)")
    async def phase(self, interaction: Interaction, to: app_commands.Range[str, 1, 40] = "") -> None:
        """Go on to the next phase of the turn, or to a later one"""
        await self.bot.replies.act(interaction, {"type": "next_phase", "to": to})

    @phase.autocomplete("to")
    async def _phases(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.remaining_phases(campaign.state) if campaign else (), typed)

    @turn.command()
    @app_commands.describe(reason="Why; it stays in the log")
    async def skip(self, interaction: Interaction, reason: app_commands.Range[str, 3, 200]) -> None:
        """Leave a step of the turn undone, for a reason"""
        await self.bot.replies.act(interaction, {"type": "skip_step", "reason": reason})


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(DrawCog(bot))
