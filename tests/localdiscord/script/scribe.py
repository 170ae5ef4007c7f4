"""A bot for the tests of the script player. It keeps a count in its database, and misbehaves when asked to."""

import asyncio
import contextlib
import io
import sqlite3
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from localdiscord import LocalDiscord, redirect_client
from tests.localdiscord.little_bot import LittleBot, Received


class Scribe(LittleBot):
    """Counts, reminds, blunders, whispers, hides, and asks."""

    def __init__(self, database: Path) -> None:
        super().__init__()
        self.file = sqlite3.connect(database, isolation_level=None)
        self.file.execute("CREATE TABLE IF NOT EXISTS said (text TEXT)")
        self.tree.add_command(count)
        self.tree.add_command(remind)
        self.tree.add_command(blunder)
        self.tree.add_command(whisper)
        self.tree.add_command(hide)
        self.tree.add_command(draw_map)
        self.tree.add_command(choose)
        self.tree.add_command(why)
        self.handler = self.show_custom_id

    async def show_custom_id(self, interaction: Received) -> None:
        data: Any = interaction.data
        if "custom_id" in data:
            await interaction.response.edit_message(content=data["custom_id"])


@app_commands.command(name="count", description="Counts")
async def count(interaction: discord.Interaction) -> None:
    scribe: Any = interaction.client
    scribe.file.execute("INSERT INTO said VALUES ('x')")
    (number,) = scribe.file.execute("SELECT count(*) FROM said").fetchone()
    await interaction.response.defer(thinking=True)
    await interaction.followup.send(f"count {number}")


@app_commands.command(name="remind", description="What time is it?")
async def remind(interaction: discord.Interaction, text: str, who: discord.Member | None = None) -> None:
    moment = f"{interaction.created_at:%Y-%m-%d %H:%M:%S}"
    await interaction.response.send_message(f"{moment} {text} {who.mention if who else ''}")


@app_commands.command(name="blunder", description="Sends too much")
async def blunder(interaction: discord.Interaction) -> None:
    try:
        await interaction.response.send_message("x" * 2001)
    except discord.HTTPException:
        await interaction.response.send_message("sorry")


@app_commands.command(name="whisper", description="Writes in private, later")
async def whisper(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("sent")
    user = await interaction.client.fetch_user(interaction.user.id)
    await user.send("psst")


@app_commands.command(name="map", description="Two messages, one with a file")
async def draw_map(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("the map")
    await interaction.followup.send(file=discord.File(io.BytesIO(b"pixels"), "map.png", description="A map"))


@app_commands.command(name="hide", description="Takes the last message away")
async def hide(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("one")
    sent = await interaction.followup.send("two", wait=True)
    await sent.delete()


@app_commands.command(name="choose", description="Two buttons that begin alike")
async def choose(interaction: discord.Interaction) -> None:
    view = discord.ui.View(timeout=None)
    for label in ("Keep all", "Keep"):
        view.add_item(discord.ui.Button(label=label, custom_id=f"do-{label}"))
    await interaction.response.send_message("?", view=view)


@app_commands.context_menu(name="Why?")
async def why(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"because of “{message.content}”")


class RunningScribe:
    """A bot that was started on a server."""

    def __init__(self, server: LocalDiscord, database: Path) -> None:
        self.bot = Scribe(database)
        self._stack = contextlib.ExitStack()
        self._stack.enter_context(redirect_client(server))
        self._stack.callback(self.bot.file.close)
        self._task = asyncio.create_task(self.bot.start(server.token))

    async def stop(self) -> None:
        await self.bot.close()
        await self.kill()

    async def settle(self) -> None:
        """Nothing waits for its time."""

    async def rest(self) -> None:
        """It does nothing but answer."""

    async def kill(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.bot.close()
        self._stack.close()


async def start_scribe(server: LocalDiscord, database: Path) -> RunningScribe:
    """Starts the bot, as `serve` and `play` want it."""
    return RunningScribe(server, database)
