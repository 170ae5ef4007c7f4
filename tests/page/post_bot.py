"""A bot that shows everything that the page can show, and calls people as a game by post does."""

import asyncio
import contextlib
import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
from discord import app_commands, ui

from localdiscord import LocalDiscord, redirect_client
from tests.localdiscord.little_bot import LittleBot, Received

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63647860f80f0003060180d9a1"
    "c1c30000000049454e44ae426082"
)
MARKDOWN = """# Orders
**bold** *italic* __under__ ~~struck~~ ||secret|| `code` <@{user}> <#{channel}> https://example.org/x
- one
- two
> said
-# small
```py
x = 1
```"""


class PostBot(LittleBot):
    """Calls, whispers, sets deadlines, and explains a message."""

    def __init__(self, server: LocalDiscord) -> None:
        super().__init__()
        self.now = server.clock.now
        commands: list[Any] = [call, whisper, deadline, show, report, why, explain_user]
        for command in commands:
            self.tree.add_command(command)
        self.handler = self.answer

    async def answer(self, interaction: Received) -> None:
        data: Any = interaction.data
        await interaction.response.send_message(f"answer to {data['custom_id']}")


@app_commands.command(name="call", description="Calls somebody")
async def call(interaction: Received, who: discord.Member) -> None:
    await interaction.response.send_message(f"{who.mention}, it is your move.", view=Move())


@app_commands.command(name="whisper", description="Writes in private")
async def whisper(interaction: Received) -> None:
    user = await interaction.client.fetch_user(interaction.user.id)
    try:
        await user.send("For you alone.")
    except discord.Forbidden as error:
        await interaction.response.send_message(f"refused: {error.code}")
    else:
        await interaction.response.send_message("sent", ephemeral=True)


@app_commands.command(name="deadline", description="In three days")
async def deadline(interaction: Received) -> None:
    moment = interaction.client.now() + timedelta(days=3, minutes=1)  # type: ignore[attr-defined]
    await interaction.response.send_message(f"Until {discord.utils.format_dt(moment, 'R')}.")


@app_commands.command(name="show", description="Everything that a message can hold")
async def show(interaction: Received) -> None:
    words = MARKDOWN.format(user=interaction.user.id, channel=interaction.channel_id)
    embed = discord.Embed(title="Embed", description="With fields", colour=0x336699, url="https://example.org")
    embed.set_author(name="Author").set_footer(text="Footer").set_image(url="attachment://map.png")
    for name in ("One", "Two", "Three"):
        embed.add_field(name=name, value="x", inline=True)
    files = [discord.File(io.BytesIO(PIXEL), "map.png"), discord.File(io.BytesIO(b"{}"), "dice.json")]
    await interaction.response.send_message(words, embed=embed, files=files, view=Everything())
    await interaction.followup.send(view=Layout())


@app_commands.command(name="report", description="Opens a form")
async def report(interaction: Received) -> None:
    await interaction.response.send_modal(Form())


@app_commands.context_menu(name="Why?")
async def why(interaction: Received, message: discord.Message) -> None:
    await interaction.response.send_message(f"Because it says “{message.content}”.", ephemeral=True)


@app_commands.context_menu(name="Explain user")
async def explain_user(interaction: Received, member: discord.Member) -> None:
    await interaction.response.send_message(member.display_name)


class Move(ui.View):
    """One button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(ui.Button(label="Move", custom_id="do-move", style=discord.ButtonStyle.primary))


class Everything(ui.View):
    """A button of each style, selects."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        for label, style in (("Good", "success"), ("Bad", "danger"), ("Plain", "secondary")):
            self.add_item(ui.Button(label=label, custom_id=f"do-{label}", style=discord.ButtonStyle[style]))
        self.add_item(ui.Button(label="Off", custom_id="do-off", disabled=True))
        self.add_item(ui.Button(label="Link", url="https://example.org", emoji="🎲"))
        options = [discord.SelectOption(label=label, description="a card") for label in ("Ace", "King", "Queen")]
        self.add_item(ui.Select(placeholder="Cards", custom_id="do-cards", options=options, max_values=2))
        self.add_item(ui.UserSelect(placeholder="Somebody", custom_id="do-user"))


class Layout(ui.LayoutView):
    """Discord's newer components."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        box: ui.Container[Layout] = ui.Container(ui.TextDisplay("## A box"), accent_colour=0x996633)
        box.add_item(ui.Separator())
        box.add_item(ui.Section("A section", accessory=ui.Button(label="Aside", custom_id="do-aside")))
        self.add_item(box)
        self.add_item(ui.TextDisplay("Below the box"))


class Form(ui.Modal, title="Report"):
    """A field of each kind."""

    points: ui.Label["Form"] = ui.Label(
        text="Points", description="whole", component=ui.TextInput(custom_id="points", max_length=3)
    )
    notes: ui.Label["Form"] = ui.Label(
        text="Notes", component=ui.TextInput(custom_id="notes", style=discord.TextStyle.paragraph, required=False)
    )
    front: ui.Label["Form"] = ui.Label(
        text="Front",
        component=ui.Select(
            custom_id="front", options=[discord.SelectOption(label="West"), discord.SelectOption(label="East")]
        ),
    )

    side: ui.Label["Form"] = ui.Label(
        text="Side",
        component=ui.RadioGroup(
            custom_id="side",
            options=[discord.RadioGroupOption(label=label, value=label) for label in ("Axis", "Allies")],
            required=False,
        ),
    )
    arms: ui.Label["Form"] = ui.Label(
        text="Arms",
        component=ui.CheckboxGroup(
            custom_id="arms",
            options=[discord.CheckboxGroupOption(label=label, value=label) for label in ("Air", "Guns")],
            required=False,
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        if self.points.component.value == "0":  # type: ignore[attr-defined]
            return  # nobody answers
        points, notes, *lists, side, arms = map(_answer, (self.points, self.notes, self.front, self.side, self.arms))
        texts = [points.value, notes.value, *(", ".join(each.values) for each in (*lists, arms)), side.value or ""]
        await interaction.response.send_message(f"Reported: {' / '.join(texts)}")


def _answer(label: ui.Label[Form]) -> Any:
    return label.component


class RunningPostBot:
    """A bot that was started on a server."""

    def __init__(self, server: LocalDiscord) -> None:
        self.bot = PostBot(server)
        self._stack = contextlib.ExitStack()
        self._stack.enter_context(redirect_client(server))
        self._task = asyncio.create_task(self.bot.start(server.token))

    async def settle(self) -> None:
        """Nothing waits for its time."""

    async def rest(self) -> None:
        """It does nothing but answer."""

    async def stop(self) -> None:
        await self.kill()

    async def kill(self) -> None:
        await self.bot.close()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._stack.close()


async def start_post_bot(server: LocalDiscord, _database: Path) -> RunningPostBot:
    """Starts the bot, as a table wants it."""
    return RunningPostBot(server)
