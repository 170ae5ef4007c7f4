"""``/draw``, ``/event``, ``/hand``, ``/pool`` and ``/turn``: a campaign's events, turn by turn."""

from discord import app_commands

from bot.base.language import said_by_any
from bot.chat.commands import Cog, needs
from bot.messages.autocomplete import LONGEST_CHOICE, Choices, choices, choices_of
from bot.messages.interaction import Interaction, tell_privately
from rules.seat import sides

Marker = app_commands.Range[str, 1, 100]


class EventsCog(Cog):
    """Drawing, playing and returning events."""

    draw = app_commands.Group(name="draw", description="Draw from a pool or deck")
    event = app_commands.Group(name="event", description="Your events")
    turn = app_commands.Group(name="turn", description="The campaign's turn")

    # ---- events ----

    @draw.command(name="event", extras=needs("draw"))
    async def draw_event(self, interaction: Interaction) -> None:
        """Draw the turn's events; a secret event is shown only to its player"""
        await self.bot.responder.execute(interaction, "draw")

    @event.command(extras=needs("play"))
    @app_commands.describe(marker="An event in your hand", choice="What you choose, if the event offers a choice")
    async def play(self, interaction: Interaction, marker: Marker, choice: str | None = None) -> None:
        """Play an event from your hand; a form asks for its choices"""
        chosen = {} if choice is None else {"choice": choice}
        name = await self._called(interaction, marker)
        await self.bot.responder.execute_about(interaction, "play", name, **chosen)

    @event.command(name="return", extras=needs("return"))
    @app_commands.describe(marker="A £ marker in your hand, or a used ¤ marker")
    async def return_(self, interaction: Interaction, marker: Marker) -> None:
        """Return a marker to the pool"""
        await self.bot.responder.execute(interaction, "return", marker=await self._called(interaction, marker))

    @event.command(extras=needs("remove"))
    @app_commands.describe(marker="A used ¤ marker")
    async def remove(self, interaction: Interaction, marker: Marker) -> None:
        """Remove a used marker from the game"""
        await self.bot.responder.execute(interaction, "remove", marker=await self._called(interaction, marker))

    @play.autocomplete("choice")
    async def _choices(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        marker = str(getattr(interaction.namespace, "marker", "")).casefold()
        offers = campaign.offers(interaction.user.id) if campaign else ()
        about = [offer for offer in offers if offer.words and (offer.subject or "").casefold() == marker]
        return choices_of({str(getattr(offer.command, "choice", "")): offer.words for offer in about}.items(), typed)

    async def _called(self, interaction: Interaction, typed: str) -> str:
        """Return the thing in the caller's hand with that name in any language, even if it cannot be played now."""
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        own = sides(campaign.acts_for(interaction.user.id)) if campaign else ()
        told = [line for seat in own for line in campaign.game.hand(campaign.state, seat)] if campaign else []
        held = dict.fromkeys(each for line in told for each in line.about)
        wanted = typed.strip().casefold()
        return next((each for each in held if wanted in map(str.casefold, said_by_any(each))), typed)

    @play.autocomplete("marker")
    @return_.autocomplete("marker")
    @remove.autocomplete("marker")
    async def _subjects(self, interaction: Interaction, typed: str) -> Choices:
        """What the caller can do that with now; identical things are listed once."""
        (command,) = interaction.command.extras["needs"] if interaction.command else ("",)
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        offers = campaign.offers(interaction.user.id) if campaign else ()
        subjects = (offer.subject for offer in offers if offer.subject and offer.command.type == command)
        return choices(dict.fromkeys(subjects), typed)

    # ---- hand and pool ----

    @app_commands.command(extras=needs("hand"))
    async def hand(self, interaction: Interaction) -> None:
        """Show your hand; only you see it"""
        await self.bot.looks.show_hand(interaction)

    @app_commands.command(extras=needs("pool"))
    async def pool(self, interaction: Interaction) -> None:
        """Show what is publicly known about the pool"""
        campaign = (await self.bot.service.session_in(interaction.channel_id or 0)).require("pool")
        await tell_privately(interaction, "The pool", campaign.game.pool(campaign.state))

    # ---- the turn ----

    @turn.command(name="next", extras=needs("next_turn", "next_step"))
    async def next_turn(self, interaction: Interaction) -> None:
        """End the turn, phase or step, and begin the next"""
        await self.bot.responder.execute(interaction, "next_turn")

    @turn.command(extras=needs("next_phase", "skip_step"))
    @app_commands.describe(
        to="A later phase of this turn (default: the next one)", skip="Why this step is skipped, for the log"
    )
    async def phase(
        self,
        interaction: Interaction,
        to: app_commands.Range[str, 1, LONGEST_CHOICE] = "",
        skip: app_commands.Range[str, 3, 200] = "",
    ) -> None:
        """Go to the next phase of the turn, or to a later one; or skip a step and say why"""
        game = (await self.bot.service.session_in(interaction.channel_id or 0)).campaign.game
        if skip:
            await self.bot.responder.execute(interaction, "skip_step", reason=skip)
        elif to or game.has("next_phase"):
            await self.bot.responder.execute(interaction, "next_phase", to=to)
        else:  # it has steps alone
            await self.bot.responder.execute(interaction, "next_turn")

    @phase.autocomplete("to")
    async def _phases(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.remaining_phases(campaign.state) if campaign else (), typed)
