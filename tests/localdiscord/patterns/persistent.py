"""A view and a button that work after a restart: by their ids alone."""

import re
from typing import Any

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App


class Roles(ui.View):
    """Never ends, and is known by its ids."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Green", custom_id="persistent:green")
    async def green(self, interaction: discord.Interaction, _button: ui.Button["Roles"]) -> None:
        await interaction.response.send_message("This is green.", ephemeral=True)


class Tally(ui.DynamicItem[ui.Button[Any]], template=r"tally:(?P<count>\d+)"):
    """A button that keeps its count in its id."""

    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label=f"{count} so far", custom_id=f"tally:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, _interaction: Any, _item: Any, match: re.Match[str]) -> "Tally":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=board(self.count + 1))


def board(count: int) -> Roles:
    return Roles().add_item(Tally(count))


@app_commands.command(name="board", description="Shows both")
async def show(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Board", view=board(0))


class Board(App):
    """Takes the buttons up again when it starts."""

    async def setup_hook(self) -> None:
        self.add_view(Roles())
        self.add_dynamic_items(Tally)
        await super().setup_hook()


def bot() -> Board:
    return Board(show)
