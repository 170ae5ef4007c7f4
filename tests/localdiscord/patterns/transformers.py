"""Options that become values: ranges, choices, an enumeration, and a type of one's own."""

import enum
from typing import Literal, NamedTuple

import discord
from discord import app_commands

from tests.localdiscord.patterns.app import App


class Side(enum.Enum):
    """Who plays."""

    NORTH = 1
    SOUTH = 2


class Hex(NamedTuple):
    """A place on a map."""

    column: int
    row: int


class HexTransformer(app_commands.Transformer):
    """Reads “3-7” as a place."""

    async def transform(self, _interaction: discord.Interaction, value: str) -> Hex:
        column, row = value.split("-")
        return Hex(int(column), int(row))


@app_commands.command(name="move", description="Moves")
async def move(
    interaction: discord.Interaction,
    side: Side,
    to: app_commands.Transform[Hex, HexTransformer],
    steps: app_commands.Range[int, 1, 6],
    how: Literal["march", "rail"] = "march",
) -> None:
    await interaction.response.send_message(f"{side.name} {how} {steps} to {to.column}/{to.row}")


def bot() -> App:
    return App(move)
