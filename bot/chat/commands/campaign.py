"""``/act``, ``/help`` and ``/campaign``: what can be done now; start a campaign, join it, see its status."""

from typing import Literal

import discord
from discord import app_commands

from bot.chat.client import Adjutant
from bot.chat.commands import Cog, opener
from bot.engine.founding import LONGEST_NAME, Wish
from bot.messages.autocomplete import LONGEST_CHOICE, Choices, choices, choices_of
from bot.messages.campaign_texts import status
from bot.messages.interaction import Interaction, answer_privately, server_of, tell_privately
from bot.messages.options_layout import options_layout
from bot.messages.result_message import buttons
from rules.campaign.questions.orders import can_order
from rules.campaign.seats.seating import check_can_sit
from rules.dice import read_faces
from rules.errors import NotThere, passes
from rules.game import AnyGame
from rules.seat import REFEREE

Name = app_commands.Range[str, 1, 60]


class CampaignCog(Cog):
    """Campaigns, from their founding to their end, and every open offer."""

    @app_commands.command()
    @app_commands.describe(offer="What to do", dice="Dice rolled on your table, e.g. 4 3 6")
    async def act(
        self,
        interaction: Interaction,
        offer: app_commands.Range[str, 1, LONGEST_CHOICE] | None = None,
        dice: str | None = None,
    ) -> None:
        """Do anything that you can do now; without an offer, see what there is"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        campaign, user = session.campaign.when(interaction.created_at), interaction.user.id
        offers = campaign.offers(user)
        if offer is None:
            shown = options_layout(session.id, offers, with_orders=can_order(campaign, user))
            await answer_privately(interaction, view=shown)
            return
        every = (*offers, *campaign.on_screens(user))
        chosen = next((each for each in every if offer in (each.key, each.name[:LONGEST_CHOICE])), None)
        if chosen is None:
            raise NotThere("You cannot do that now. Choose from the list that `/act` offers.")
        faces = read_faces(dice) if dice is not None else None
        await self.bot.responder.take_offer(interaction, session.id, chosen.key, faces)

    @act.autocomplete("offer")
    async def _offers(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        offers = campaign.when(interaction.created_at).offers(interaction.user.id) if campaign else ()
        return choices(dict.fromkeys(offer.name for offer in offers), typed)

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """What you can do here now"""
        await self.bot.welcome.help(interaction)

    campaign = app_commands.Group(name="campaign", description="A campaign in this channel or thread")

    def __init__(self, bot: Adjutant) -> None:
        super().__init__(bot)
        about = "Settings, seats, the end of the campaign, and all else that is rarely done"
        self.campaign.add_command(opener("manage", "manage", about))

    @campaign.command()
    @app_commands.describe(
        game="The game on your table",
        seat="Your seat; you are also the referee until somebody else takes that seat",
        dice="Sealed dice that anybody can check (default), or dice that you roll on your own table",
        name="Your own name for the campaign",
        scenario="The scenario with which the game begins",
        opponent="Who plays with you: I call them, with a button to take a seat",
        deadline="Days that play waits for an answer; without it, as many as your server has set",
    )
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seat: str,
        dice: Literal["sealed", "physical"] = "sealed",
        name: app_commands.Range[str, 1, LONGEST_NAME] = "",
        scenario: app_commands.Range[str, 1, 100] = "",
        deadline: app_commands.Range[int, 1, 90] | None = None,
        opponent: discord.User | None = None,
    ) -> None:
        """Start a campaign in this channel or thread"""
        players = [opponent.id] if opponent else []
        wish = Wish(game, name, seat, dice, scenario, deadline)
        await self.bot.welcome.starts.start(interaction, wish, players)

    @new.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        games = await self.bot.service.data.games(server_of(interaction))
        return choices_of(((name, each.game.title) for name, each in games.items()), typed)

    async def _game(self, interaction: Interaction) -> AnyGame | None:
        games = await self.bot.service.data.games(server_of(interaction))
        edition = games.get(getattr(interaction.namespace, "game", ""))
        return edition.game if edition else None

    @new.autocomplete("seat")
    async def _seats_of_game(self, interaction: Interaction, typed: str) -> Choices:
        game = await self._game(interaction)
        return choices((*game.seats, REFEREE) if game else (), typed)

    @new.autocomplete("scenario")
    async def _scenarios_of_game(self, interaction: Interaction, typed: str) -> Choices:
        game = await self._game(interaction)
        return choices(game.openings() if game else (), typed)

    @campaign.command()
    @app_commands.describe(seat="The seat to take; several players can share one")
    async def join(self, interaction: Interaction, seat: Name) -> None:
        """Take a seat in this channel's campaign"""
        await self.bot.responder.join(interaction, seat)

    @join.autocomplete("seat")
    async def _free_seats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        if campaign is None:
            return []
        now = campaign.when(interaction.created_at)
        return choices((seat for seat in now.roster if passes(check_can_sit, now, interaction.user.id, seat)), typed)

    @campaign.command()
    async def status(self, interaction: Interaction) -> None:
        """Show the campaign's status"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        campaign = session.campaign.when(interaction.created_at)
        below = buttons(session.id, campaign, interaction.user.id)
        await tell_privately(interaction, "Campaign status", status(campaign), **below)

    @campaign.command()
    async def undo(self, interaction: Interaction) -> None:
        """Undo the last action; after a die roll, a draw or a secret, the others must agree"""
        await self.bot.responder.execute(interaction, "undo")
