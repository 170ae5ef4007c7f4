"""``/act``: everything that can be done now, and ``/help``."""

from collections.abc import Iterable, Iterator, Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.autocomplete import LONGEST_CHOICE, Choices, choices
from bot.buttons import MOST_IN_HAND, own_view
from bot.client import Adjutant
from bot.embeds import Colour, compose
from rules.command import Offer
from rules.dice import read_faces
from rules.errors import NotThere
from rules.game import AnyGame
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

Interaction = discord.Interaction[Adjutant]


class ActCog(commands.Cog):
    """Every open offer, and how to begin."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

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
        offers = session.campaign.when(interaction.created_at).offers(interaction.user.id)
        if offer is None:
            view = own_view(session.id, offers)
            embed = compose("Your options now", _options(offers), Colour.ANSWER)
            await self.bot.responder.tell(interaction, embed, **({"view": view} if view else {}))
            return
        chosen = next((each for each in offers if offer in (each.key, each.name[:LONGEST_CHOICE])), None)
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
        """How to use the bot, and the commands for this channel's game"""
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        lines = [
            tell_all("I keep your campaign's markers, secret hands, dice and log. The board is yours."),
            tell_all(
                "Start with `/campaign new` in a channel or a thread. Other players take a seat with `/campaign join`."
            ),
            tell_all("Results are posted in the channel. Answers and secrets are shown only to you."),
            *_commands(
                self.bot.tree.get_commands(type=discord.AppCommandType.chat_input), campaign.game if campaign else None
            ),
        ]
        await self.bot.responder.tell(interaction, compose("Adjutant", lines, Colour.ANSWER))


def _options(offers: Sequence[Offer]) -> Iterator[Public]:
    """What a player can do now, where no button has room for it."""
    if not offers:
        yield tell_all("There is nothing that you can do now.")
    elif len(offers) > MOST_IN_HAND:
        yield tell_all("These are the first {count}. Type after `/act offer:` to find the others.", count=MOST_IN_HAND)


def _commands(every: Iterable[object], game: AnyGame | None) -> Iterator[Public]:
    """One line for each command that the game uses; the commands of a group stay together."""
    for command in every:
        title = command.description if isinstance(command, app_commands.Group) else "At any time"
        for part in command.commands if isinstance(command, app_commands.Group) else [command]:
            assert isinstance(part, app_commands.Command), "the bot has slash commands only"
            needed = part.extras.get("needs", ())
            if game is None or not needed or any(map(game.has, needed)):
                name, what = Shown(part.qualified_name), Shown(part.description)
                yield tell_section(Shown(title), "`/{name}`: {what}", name=name, what=what)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(ActCog(bot))
