"""A small bot for the tests of the local table: real discord.py, one command of each sort."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.local import LocalDiscord


class LittleBot(commands.AutoShardedBot):
    def __init__(self, **settings: Any) -> None:
        settings.setdefault("intents", discord.Intents(guilds=True))
        super().__init__(
            command_prefix=commands.when_mentioned,
            guild_ready_timeout=0.01,
            max_messages=None,
            **settings,
        )
        self.heard: list[str] = []
        self.tree.add_command(draw)
        self.tree.add_command(ask)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_socket_event_type(self, event: str) -> None:
        self.heard.append(event)


class Report(discord.ui.Modal, title="Report"):
    vp: discord.ui.TextInput["Report"] = discord.ui.TextInput(label="Victory points", custom_id="vp")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{self.vp.value} points")


class Question(discord.ui.View):
    @discord.ui.button(label="Report", custom_id="report")
    async def report(self, interaction: discord.Interaction, _button: discord.ui.Button["Question"]) -> None:
        await interaction.response.send_modal(Report())

    @discord.ui.button(label="Never", custom_id="never", disabled=True)
    async def never(self, _interaction: discord.Interaction, _button: discord.ui.Button["Question"]) -> None:
        raise AssertionError("a disabled button was pressed")


draw = app_commands.Group(name="draw", description="Draw a marker")


@draw.command(name="event", description="Draw an event marker")
async def draw_event(interaction: discord.Interaction, marker: str) -> None:
    embed = discord.Embed(title="Drawn", description=marker)
    await interaction.response.send_message(embed=embed)
    await interaction.followup.send("What now?", view=Question(), ephemeral=True)


@app_commands.command(name="ask", description="Ask")
async def ask(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Report())


@contextlib.asynccontextmanager
async def connected(table: LocalDiscord, bot: commands.AutoShardedBot) -> AsyncIterator[None]:
    """The bot, connected to this table."""
    discord.http.Route.BASE = table.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(table.gateway.url)
    running = asyncio.create_task(bot.start(table.token), name="little bot")
    online = asyncio.create_task(table.bot_online())
    try:
        await asyncio.wait((running, online), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        await online
        yield
    finally:
        online.cancel()
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)
