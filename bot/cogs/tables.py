"""``/table`` and ``/odds``: the printed tables, and what they may bring."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import Table
from bot.client import Adjutant
from bot.embeds import Colour, compose
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.odds_report import WhatIf, tell_odds
from rules.printed.lookup import PrintedData, show_chart

Interaction = discord.Interaction[Adjutant]
Sps = app_commands.Range[int, 0, 400]


class TablesCog(commands.Cog):
    """Reading tables; nothing is rolled or stored."""

    table = app_commands.Group(name="table", description="The printed tables of your game")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @table.command()
    @app_commands.describe(table="The table's title")
    async def show(self, interaction: Interaction, table: str) -> None:
        """Show a table with its modifiers"""
        tables = await self._charts(interaction)
        await self.bot.replies.tell_seat(interaction, compose(table, show_chart(tables, table), Colour.ANSWER))

    @table.command()
    @app_commands.describe(
        table="The table's title", roll="The roll, with its modifiers", column="The number that the column holds"
    )
    async def lookup(
        self,
        interaction: Interaction,
        table: str,
        roll: app_commands.Range[int, -20, 60],
        column: app_commands.Range[int, 0, 400] = 0,
    ) -> None:
        """Read a cell of a table"""
        tables = await self._charts(interaction)
        embed = compose(table, show_chart(tables, table, (roll, column)), Colour.ANSWER)
        await self.bot.replies.tell_seat(interaction, embed)

    @show.autocomplete("table")
    async def _titles(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        tables = await self._charts(interaction)
        return _choices([*tables.printed_tables, *tables.printed_lists], typed)

    @lookup.autocomplete("table")
    async def _charts_titles(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _choices([*(await self._charts(interaction)).printed_tables], typed)

    @app_commands.command()
    @app_commands.describe(
        hidden="What if so many SPs were hidden",
        turn="What if it were that turn",
        phase="What if it were that action phase",
        total="What if the CP total were so high",
        in_france="Whether a hex in France is under CP control (default: yes)",
        allies_ahead="Turn 9, action phase 2: the Allies are at the victory or draw condition",
        allied="Allied SPs of an attack, artillery and blocks (default: 12)",
        artillery="Allied artillery SPs among them (default: 3)",
        air="Allied air over a hex (default: 3)",
    )
    async def odds(
        self,
        interaction: Interaction,
        hidden: Sps | None = None,
        turn: Literal[7, 8, 9] | None = None,
        phase: Literal[1, 2] | None = None,
        total: Sps | None = None,
        in_france: bool = True,
        allies_ahead: bool = False,
        allied: app_commands.Range[int, 1, 400] = 12,
        artillery: Sps = 3,
        air: app_commands.Range[int, 1, 50] = 3,
    ) -> None:
        """See exactly what the Central Powers may do from here, or what if"""
        campaign = (await self._table(interaction)).campaign
        game = campaign.game
        if not isinstance(game, FieldsOfDespair):
            raise NotThere(f"{game.title} has no odds to count.")
        if not campaign.state.is_set_up:
            raise NotNow("First tell me what the Central Powers have on the board: `/cp setup`.")
        what_if = WhatIf(
            hidden=hidden, turn=turn, phase=phase, total=total, in_france=in_france, allies_ahead=allies_ahead,
            allied=allied, artillery=artillery, air=air,
        )  # fmt: skip
        lines = tell_odds(game.data, campaign.state, what_if)
        await self.bot.replies.tell_seat(interaction, compose("The odds", lines, Colour.ANSWER))

    async def _table(self, interaction: Interaction) -> Table:
        return await self.bot.campaigns.table_in(interaction.channel_id or 0)

    async def _charts(self, interaction: Interaction) -> PrintedData:
        game = (await self._table(interaction)).campaign.game
        if not isinstance(game.data, PrintedData):
            raise NotThere(f"{game.title} has no printed tables here.")
        return game.data


def _choices(titles: list[str], typed: str) -> list[app_commands.Choice[str]]:
    fitting = [title for title in titles if typed.casefold() in title.casefold()]
    return [app_commands.Choice(name=title[:100], value=title[:100]) for title in fitting[:25]]


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(TablesCog(bot))
