"""A loop in the background, and a command that waits for a message."""

import discord
from discord import app_commands
from discord.ext import tasks

from tests.localdiscord.patterns.app import App
from tests.patience import PATIENCE


class Clockwork(App):
    """Counts in a channel, three times, from the moment it is ready."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(guess, intents=discord.Intents(guilds=True, guild_messages=True))
        self.channel_id = channel_id

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self.tick.start()

    async def close(self) -> None:
        self.tick.cancel()
        await super().close()

    @tasks.loop(seconds=0.01, count=3)
    async def tick(self) -> None:
        channel = self.get_channel(self.channel_id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send(f"tick {self.tick.current_loop}")

    @tick.before_loop
    async def before_tick(self) -> None:
        await self.wait_until_ready()


@app_commands.command(name="guess", description="Waits for a number")
async def guess(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("A number?")
    message = await interaction.client.wait_for(
        "message",
        check=lambda each: each.author == interaction.user and each.channel == interaction.channel,
        timeout=PATIENCE,
    )
    await interaction.followup.send(f"You wrote in {message.channel.name}.")


def bot(channel_id: int) -> Clockwork:
    return Clockwork(channel_id)
