"""A small bot for the tests of the local table: real discord.py, and a command that does what a test says."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands

from localdiscord import LocalDiscord

GUILDS = discord.Intents(guilds=True)
Heard = discord.Interaction["LittleBot"]


async def silence(_interaction: Heard) -> None:
    """Does not answer."""


class LittleBot(commands.AutoShardedBot):
    def __init__(self, intents: discord.Intents = GUILDS) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents,
            guild_ready_timeout=0.01,
            max_messages=None,
        )
        self.heard: list[str] = []
        self.deed: Callable[[Heard], Awaitable[Any]] = silence
        self.tree.add_command(do)
        self.tree.add_command(draw)
        self.tree.add_command(say)
        self.tree.add_command(owners)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        """Does not wait five seconds."""

    async def on_socket_event_type(self, event: str) -> None:
        self.heard.append(event)

    async def on_interaction(self, interaction: Heard) -> None:
        """Buttons, menus and forms whose custom_id begins with “do” do what the test says."""
        data: Any = interaction.data
        if str(data.get("custom_id", "")).startswith("do"):
            await self.deed(interaction)

    async def raw(self, method: str, path: str, json: Any = None) -> Any:
        """A request as discord.py makes it, with a body of the test's own."""
        return await self.http.request(discord.http.Route(method, path), json=json)


class Report(discord.ui.Modal, title="Report"):
    vp: discord.ui.TextInput["Report"] = discord.ui.TextInput(label="Victory points", custom_id="vp")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{self.vp.value} points")


class Question(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Report", custom_id="report")
    async def report(self, interaction: discord.Interaction, _button: discord.ui.Button["Question"]) -> None:
        await interaction.response.send_modal(Report(custom_id="report-form"))

    @discord.ui.button(label="Reporting is over", custom_id="never", disabled=True)
    async def never(self, _interaction: discord.Interaction, _button: discord.ui.Button["Question"]) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        placeholder="Marker",
        custom_id="marker",
        options=[discord.SelectOption(label="Air unit", value="air"), discord.SelectOption(label="Gouraud")],
    )
    async def marker(self, interaction: discord.Interaction, menu: discord.ui.Select["Question"]) -> None:
        await interaction.response.edit_message(content=f"chose {menu.values[0]}", view=None)


@app_commands.command(name="do", description="Does what the test says")
async def do(interaction: Heard) -> None:
    await interaction.client.deed(interaction)


draw = app_commands.Group(name="draw", description="Draw a marker")


@draw.command(name="event", description="Draw an event marker")
async def draw_event(interaction: discord.Interaction, marker: str) -> None:
    embed = discord.Embed(title="Drawn", description=marker)
    embed.set_author(name="Allies").set_footer(text="one left").add_field(name="Pool", value="returns to the pool")
    await interaction.response.send_message(embed=embed)
    await interaction.followup.send("What now?", view=Question(), ephemeral=True)


@draw_event.autocomplete("marker")
async def offered(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    names = {"Air unit": "air", "Gouraud": "gou"}
    return [
        app_commands.Choice(name=name, value=value) for name, value in names.items() if typed.lower() in name.lower()
    ]


@app_commands.command(name="say", description="Repeats what it was told")
@app_commands.choices(seat=[app_commands.Choice(name="Central Powers", value="cp")])
async def say(
    interaction: discord.Interaction,
    text: app_commands.Range[str, 2, 5] | None = None,
    number: app_commands.Range[int, 1, 9] | None = None,
    amount: float | None = None,
    yes: bool | None = None,
    who: discord.Member | None = None,
    where: discord.TextChannel | discord.Thread | None = None,
    role: discord.Role | None = None,
    file: discord.Attachment | None = None,
    seat: str | None = None,
) -> None:
    content = (await file.read()).decode() if file else None
    given = (
        text,
        number,
        amount,
        yes,
        who and who.display_name,
        where and where.name,
        role and role.name,
        content,
        seat,
    )
    await interaction.response.send_message(repr([each for each in given if each is not None]))


@app_commands.command(name="owners", description="For those who manage the guild")
@app_commands.default_permissions(manage_guild=True)
async def owners(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(str(interaction.permissions.manage_guild))


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
