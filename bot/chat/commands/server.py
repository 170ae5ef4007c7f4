"""``/server`` and ``/admin``: what the managers of a server set for its campaigns, and do for one."""

from typing import Literal

import discord
from discord import app_commands

from bot.base.language import read_language
from bot.chat.client import Adjutant
from bot.chat.commands import Cog, opener
from bot.chat.onboarding.welcome import check_may_set_up
from bot.messages.autocomplete import Choices, language_choices
from bot.messages.interaction import Interaction
from rules.errors import NotThere

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
