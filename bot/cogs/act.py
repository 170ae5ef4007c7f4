"""``/act``: anything that may be done now, and ``/help``."""

from collections.abc import Iterable

import discord
from discord import app_commands
from discord.ext import commands

from bot.choices import LONGEST_CHOICE, choices
from bot.client import Adjutant
from bot.embeds import Colour, compose
from rules.command import Offer
from rules.dice import read_faces
from rules.errors import NotThere
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

Interaction = discord.Interaction[Adjutant]

# the commands that only one game has
OWN_COMMANDS = {
    "fields-of-despair": ("cp", "cp-offensive", "table", "odds"),
    "gathering-storm": ("ledger", "enter"),
}


class ActCog(commands.Cog):
    """Everything that is on offer, and how to begin."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(offer="What to do", dice="Dice rolled on your table, e.g. 4 3 6")
    async def act(
        self, interaction: Interaction, offer: app_commands.Range[str, 1, LONGEST_CHOICE], dice: str | None = None
    ) -> None:
        """Do anything that you may do now"""
        table = await self.bot.campaigns.table_in(interaction.channel_id or 0)
        offers = table.campaign.offers(interaction.user.id)
        chosen = next((each for each in offers if offer in (each.key, named(each))), None)
        if chosen is None:
            raise NotThere("That is not among what you may do now: choose from the list that `/act` offers.")
        faces = read_faces(dice) if dice is not None else None
        await self.bot.replies.take(interaction, table.id, chosen.key, faces)

    @act.autocomplete("offer")
    async def _offers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        offers = campaign.offers(interaction.user.id) if campaign else ()
        return choices(dict.fromkeys(map(named, offers)), typed)

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """How to use the bot, and the commands for this channel's game"""
        campaign = await self.bot.campaigns.campaign_in(interaction.channel_id or 0)
        others = [names for game, names in OWN_COMMANDS.items() if campaign and game != campaign.game.id]
        hidden = {name for names in others for name in names}
        lines = [
            tell_all(
                "I keep the markers, the secret hands, the dice and the log of your campaign. The board is yours."
            ),
            tell_all("Begin with `/campaign new` in a channel or a thread; others take seats with `/campaign join`."),
            tell_all("Deeds are told to the channel; questions and secrets are answered to you alone."),
            *(line for each in self.bot.tree.get_commands() if each.name not in hidden for line in _described(each)),
        ]
        await self.bot.replies.tell_seat(interaction, compose("Adjutant", lines, Colour.ANSWER))


def named(offer: Offer) -> str:
    """An offer as it stands in a list."""
    return (f"{offer.label} {offer.subject}" if offer.subject else offer.label)[:LONGEST_CHOICE]


def _described(command: object) -> Iterable[Public]:
    """A line a command; those of a group stand together."""
    parts = command.commands if isinstance(command, app_commands.Group) else [command]
    for part in parts:
        assert isinstance(part, app_commands.Command), "the bot has slash commands only"
        name, what = Shown(part.qualified_name), Shown(part.description)
        if isinstance(command, app_commands.Group):
            yield tell_section(Shown(command.description), "`/{name}` {what}", name=name, what=what)
        else:
            yield tell_section("At any time", "`/{name}` {what}", name=name, what=what)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(ActCog(bot))
