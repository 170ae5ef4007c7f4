"""``/dice`` and ``/enter``: dice for anything on the table, and what the board shows and the bot cannot know."""

from discord import app_commands

from bot.chat.commands import Cog, needs
from bot.messages.autocomplete import LONGEST_CHOICE, Choices, choices
from bot.messages.interaction import Interaction, answer_privately
from bot.messages.options_layout import options_layout
from rules.campaign import Campaign
from rules.command import Offer
from rules.errors import NotThere

MENU = "cp"
"""The menu of a game whose entries are no offers: what is entered can be said at any time."""


class EnterCog(Cog):
    """Dice that anybody can check, and entries from the board."""

    dice = app_commands.Group(name="dice", description="Dice that anybody can check")

    @dice.command()
    @app_commands.describe(
        reason="What the roll is for",
        number="How many dice",
        sides="Sides of each die",
        dice="Dice rolled on your table, e.g. 4 3 6",
    )
    async def roll(
        self,
        interaction: Interaction,
        reason: app_commands.Range[str, 1, 200],
        number: app_commands.Range[int, 1, 20] = 1,
        sides: app_commands.Range[int, 2, 100] = 6,
        dice: str | None = None,
    ) -> None:
        """Roll dice for something on your table"""
        await self.bot.responder.execute(interaction, "roll_dice", dice=dice, number=number, sides=sides, reason=reason)

    @app_commands.command(extras=needs("entries", "cp_blocks"))
    @app_commands.describe(what="What to enter; leave it empty to see what there is")
    async def enter(
        self, interaction: Interaction, what: app_commands.Range[str, 1, LONGEST_CHOICE] | None = None
    ) -> None:
        """Enter or correct what the board shows and the bot cannot know"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        if session.campaign.game.has("cp_blocks"):
            await self.bot.menus.open(interaction, MENU, what)
            return
        campaign = session.require("entries")
        campaign.check_seated(interaction.user.id)
        entries = _entries(campaign, interaction.user.id)
        if what is None:
            await answer_privately(interaction, view=options_layout(session.id, entries, "What do you want to enter?"))
            return
        offer = next((each for each in entries if each.label == what), None)
        if offer is None:
            raise NotThere("You cannot enter that now. Choose from the list that `/enter` offers.")
        await self.bot.responder.take_offer(interaction, session.id, offer.key)

    @enter.autocomplete("what")
    async def _whats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        if campaign is None:
            return []
        if campaign.game.has("cp_blocks"):
            return await self.bot.menus.choices(interaction, MENU, typed)
        return choices(dict.fromkeys(offer.label for offer in _entries(campaign, interaction.user.id)), typed)


def _entries(campaign: Campaign, user: int) -> tuple[Offer, ...]:
    return tuple(offer for offer in campaign.offers(user) if offer.command.is_entry)
