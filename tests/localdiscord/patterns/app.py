"""A client with the commands that it is given."""

from typing import Any

import discord
from discord import app_commands

GUILDS = discord.Intents(guilds=True)


class App(discord.Client):
    """Registers its commands when it starts."""

    def __init__(
        self,
        *commands: "app_commands.Command[Any, ..., Any] | app_commands.ContextMenu",
        intents: discord.Intents = GUILDS,
    ) -> None:
        # by default discord.py waits two seconds for more guilds
        super().__init__(intents=intents, guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()
