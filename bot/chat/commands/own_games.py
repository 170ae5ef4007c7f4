"""The menu *Games…* below a server's settings: games of its own, which its managers upload as one file each."""

import discord
from discord import app_commands

from bot.base.language import say
from bot.chat.answering.menus import Here, entry
from bot.chat.answering.responder import caller_of
from bot.chat.commands import Menu
from bot.chat.commands.manage import given_data
from bot.chat.onboarding.welcome import check_may_set_up
from bot.messages.autocomplete import Choices, choices
from bot.messages.campaign_texts import faults
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Buttons, Interaction, answer_privately, server_of
from bot.messages.start_buttons import TryButton
from rules.errors import DataError
from rules.line import line
from rules.secrets import Shown

MOST_LETTERS = 40


async def _own(here: Here) -> Choices:
    return choices((await here.service.servers.of(server_of(here.interaction))).games, "")


class Games(Menu, name="games", description="This server's own games"):
    """A server's own games."""

    @app_commands.command(extras=entry("Upload a game…", there=lambda _: True))
    @app_commands.describe(file="A TOML file, as docs/own-game.md builds one in twenty minutes")
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Add a game that a file declares, or a newer file of one"""
        check_may_set_up(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            edition = await self.bot.service.data.add_game(caller_of(interaction), await given_data(file))
        except DataError as fault:
            await answer_privately(interaction, embed=compose("Nothing was added", faults(fault), Colour.ANSWER))
            return
        title = edition.game.title
        embed = compose(
            say(line("{game} can be played here", game=Shown(title))), edition.game.data.understood(), Colour.ANSWER
        )
        await answer_privately(interaction, embed=embed, view=Buttons(TryButton(title, title)))

    @app_commands.command(extras=entry("Take a game away…", there=lambda _: True, offered={"game": _own}))
    @app_commands.describe(game="Which; campaigns that are played with it go on")
    async def remove(self, interaction: Interaction, game: app_commands.Range[str, 1, MOST_LETTERS]) -> None:
        """Take one of this server's own games away"""
        await self.bot.service.data.drop_game(caller_of(interaction), game)
        said = line("{game} is no longer among the games of this server.", game=Shown(game))
        await answer_privately(interaction, content=say(said))
