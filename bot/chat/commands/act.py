"""``/act``: everything that can be done now, and ``/help``."""

from discord import app_commands

from bot.chat.client import Adjutant
from bot.chat.commands import Cog
from bot.messages.autocomplete import LONGEST_CHOICE, Choices, choices
from bot.messages.interaction import Interaction, answer_privately
from bot.messages.options_layout import options_layout
from rules.campaign.questions.orders import can_order
from rules.dice import read_faces
from rules.errors import NotThere


class ActCog(Cog):
    """Every open offer, and how to begin."""

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
        chosen = next(
            (each for each in (*offers, *campaign.on_screens(user)) if offer in (each.key, each.name[:LONGEST_CHOICE])),
            None,
        )
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


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(ActCog(bot))
