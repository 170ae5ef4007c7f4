"""A command that takes its time: it defers, reads a file, sends others, edits and deletes what it sent."""

import io

import discord
from discord import app_commands

from tests.localdiscord.patterns.app import App


@app_commands.command(name="copy", description="Copies a file")
@app_commands.describe(file="What is copied", times="How often")
@app_commands.rename(times="count")
async def copy(interaction: discord.Interaction, file: discord.Attachment, times: int = 1) -> None:
    await interaction.response.defer(thinking=True, ephemeral=True)
    content = await file.read()
    copies = [discord.File(io.BytesIO(content), f"{number}-{file.filename}") for number in range(times)]
    message = await interaction.followup.send(f"{len(content)} bytes", files=copies, wait=True)
    gone = await interaction.followup.send("working", wait=True)
    await gone.delete()
    await message.edit(content="copied", attachments=message.attachments[:1])


def bot() -> App:
    return App(copy)
