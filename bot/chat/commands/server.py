"""``/server``, ``/admin`` and the menu *Games…*: what the managers of a server set for its campaigns, do for one, and
add: games of its own, which they upload as one file each.
"""

from typing import Literal

import discord
from discord import app_commands

from bot.base.language import read_language, say
from bot.chat.answering.menus import Here, entry
from bot.chat.answering.responder import caller_of
from bot.chat.client import Adjutant
from bot.chat.commands import Cog, Menu, opener
from bot.chat.commands.manage import given_data
from bot.chat.onboarding.welcome import check_may_set_up
from bot.messages.autocomplete import Choices, choices, language_choices
from bot.messages.campaign_texts import faults
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Buttons, Interaction, answer_privately, server_of
from bot.messages.start_buttons import StartButton, TryButton
from rules.errors import DataError, NotThere
from rules.line import line
from rules.secrets import Shown

Days = app_commands.Range[int, 1, 90]


ON_SERVERS = app_commands.AppCommandContext(guild=True)
ON_SERVER_ALONE = app_commands.AppInstallationType(guild=True)
"""What only those use who manage a server."""


class ServerCog(Cog):
    """The settings of a server."""

    server = app_commands.Group(
        name="server",
        description="This server: how its new campaigns begin",
        default_permissions=discord.Permissions(manage_guild=True),
        allowed_contexts=ON_SERVERS,
        allowed_installs=ON_SERVER_ALONE,
    )

    @server.command()
    @app_commands.describe(
        language="The language of new campaigns",
        founders="Who can start campaigns",
        role="The role that can start campaigns",
        channel="The only channel for campaigns, with its threads",
        anywhere="True: campaigns can be started in any channel",
        answer="Days to answer; after that play goes on without whoever did not",
        pictures="Whether new campaigns have pictures",
    )
    async def settings(  # long: one option for each setting
        self,
        interaction: Interaction,
        language: str | None = None,
        founders: Literal["everybody", "managers"] | None = None,
        role: discord.Role | None = None,
        channel: discord.TextChannel | None = None,
        anywhere: bool | None = None,
        answer: Days | None = None,
        pictures: bool | None = None,
    ) -> None:
        """See this server's settings for new campaigns, and change them"""
        check_may_set_up(interaction)
        if anywhere and channel is not None:
            raise NotThere("Give a channel, or allow all channels, but not both.")
        if role is not None and founders is not None:
            raise NotThere("Give a role, or say who can start campaigns, but not both.")
        plain = {
            "language": read_language(language) if language else None,
            "founders": founders,
            "answer": answer,
            "pictures": pictures,
        }
        changes: dict[str, object] = {name: value for name, value in plain.items() if value is not None}
        if role is not None:
            changes |= {"founders": "role", "role": role.id}
        if channel is not None or anywhere:
            changes["channel"] = channel.id if channel else None
        await self.bot.welcome.set_up(interaction, **changes)

    @settings.autocomplete("language")
    async def _languages(self, _interaction: Interaction, typed: str) -> Choices:
        return language_choices(typed)


def setup(bot: Adjutant) -> None:
    """Add `/admin`."""
    about = "Help a campaign whose players are gone; openly, and without reading secrets"
    admin = opener("admin", "admin", about)
    admin.default_permissions = discord.Permissions(manage_guild=True)
    admin.allowed_contexts, admin.allowed_installs = ON_SERVERS, ON_SERVER_ALONE
    bot.tree.add_command(admin)


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
        said = line("{game} can be played here", game=Shown(title))
        embed = compose(said, edition.game.data.understood(), Colour.ANSWER)
        await answer_privately(interaction, embed=embed, view=Buttons(StartButton("new"), TryButton(title, title)))

    @app_commands.command(extras=entry("Take a game away…", there=lambda _: True, offered={"game": _own}))
    @app_commands.describe(game="Which; campaigns that are played with it go on")
    async def remove(self, interaction: Interaction, game: str) -> None:
        """Take one of this server's own games away"""
        await self.bot.service.data.drop_game(caller_of(interaction), game)
        said = line("{game} is no longer among the games of this server.", game=Shown(game))
        await answer_privately(interaction, content=say(said))
