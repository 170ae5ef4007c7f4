"""A small bot for the tests of the local Discord: an ordinary discord.py bot that knows nothing about the server."""

from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

GUILDS = discord.Intents(guilds=True)
Received = discord.Interaction["LittleBot"]


async def ignore(_interaction: Received) -> None:
    """Does not respond."""


class LittleBot(commands.AutoShardedBot):
    """Registers a few commands; `/do`, and components called `do…`, run the handler that a test sets."""

    def __init__(self, intents: discord.Intents = GUILDS) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents,
            # by default discord.py waits two seconds for more guilds
            guild_ready_timeout=0.001,
            max_messages=None,
        )
        self.events: list[str] = []
        self.handler: Callable[[Received], Awaitable[Any]] = ignore
        self.failures: list[BaseException] = []
        self.tree.add_command(do)
        self.tree.add_command(draw)
        self.tree.add_command(say)
        self.tree.add_command(owners)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, _shard_id: int | None, *, initial: bool = False) -> None:
        """Skips the five seconds that discord.py waits before it identifies again."""

    async def on_socket_event_type(self, event: str) -> None:
        """Records the name of every gateway event."""
        self.events.append(event)

    async def on_interaction(self, interaction: Received) -> None:
        """Runs the handler for buttons, selects and modals whose custom_id begins with “do”."""
        data: Any = interaction.data
        if str(data.get("custom_id", "")).startswith("do"):
            await self.handle(interaction)

    async def handle(self, interaction: Received) -> None:
        """Runs the handler, and keeps what it expected in vain, which discord.py would only log."""
        try:
            await self.handler(interaction)
        except BaseException as error:
            is_expectation = isinstance(error, AssertionError) or not isinstance(error, (Exception, CancelledError))
            self.failures += [error] if is_expectation else []
            raise

    async def close(self) -> None:
        """Closes the connection, and fails if a handler expected something in vain."""
        await super().close()
        if self.failures:
            raise self.failures.pop(0)

    async def raw(self, method: str, path: str, json: Any = None) -> Any:
        """Sends a request as discord.py does, with a body that discord.py would not build."""
        return await self.http.request(discord.http.Route(method, path), json=json)


class Report(discord.ui.Modal, title="Report"):
    """A modal with one text field."""

    points: discord.ui.TextInput["Report"] = discord.ui.TextInput(label="Points", custom_id="points")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{self.points.value} points")


class Question(discord.ui.View):
    """A button that opens a modal, a disabled button, and a select."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Report", custom_id="report")
    async def report(self, interaction: discord.Interaction, _button: discord.ui.Button["Question"]) -> None:
        await interaction.response.send_modal(Report(custom_id="report-modal"))

    @discord.ui.button(label="Reporting is over", custom_id="never", disabled=True)
    async def never(self, _interaction: discord.Interaction, _button: discord.ui.Button["Question"]) -> None:
        """Fails the test."""
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        placeholder="Card",
        custom_id="card",
        options=[discord.SelectOption(label="Red ace", value="ace"), discord.SelectOption(label="Joker")],
    )
    async def card(self, interaction: discord.Interaction, select: discord.ui.Select["Question"]) -> None:
        """Replaces the question by the answer."""
        await interaction.response.edit_message(content=f"chose {select.values[0]}", view=None)


@app_commands.command(name="do", description="Does what the test says")
async def do(interaction: Received) -> None:
    """Runs the handler."""
    await interaction.client.handle(interaction)


draw = app_commands.Group(name="draw", description="Draw from the pile")


@draw.command(name="card", description="Draw a card")
async def draw_card(interaction: discord.Interaction, card: str) -> None:
    """Posts an embed for everyone and a question for the user alone."""
    embed = discord.Embed(title="Drawn", description=card)
    embed.set_author(name="Dealer").set_footer(text="one left").add_field(name="Pile", value="returns to the pile")
    await interaction.response.send_message(embed=embed)
    await interaction.followup.send("What now?", view=Question(), ephemeral=True)


@draw_card.autocomplete("card")
async def card_choices(_interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offers the cards that contain the typed text."""
    names = {"Red ace": "ace", "Joker": "joker"}
    return [
        app_commands.Choice(name=name, value=value) for name, value in names.items() if typed.lower() in name.lower()
    ]


@app_commands.command(name="say", description="Repeats its options")
@app_commands.choices(side=[app_commands.Choice(name="North Side", value="north")])
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
    side: str | None = None,
) -> None:
    """Posts the values that it received, one option of each type."""
    content = (await file.read()).decode() if file else None
    values = (
        text, number, amount, yes, who and who.display_name, where and where.name, role and role.name, content,
        side,
    )  # fmt: skip
    await interaction.response.send_message(repr([value for value in values if value is not None]))


@app_commands.command(name="owners", description="For those who manage the guild")
@app_commands.default_permissions(manage_guild=True)
async def owners(interaction: discord.Interaction) -> None:
    """Posts whether the user can manage the guild."""
    await interaction.response.send_message(str(interaction.permissions.manage_guild))
