"""``/table``: the printed tables of a game."""

from discord import app_commands
from discord.ext import commands

from bot.chat.client import Adjutant
from bot.chat.commands import needs
from bot.ui.autocomplete import Choices, choices
from bot.ui.embeds import Colour, compose
from bot.ui.interaction import Interaction, answer_privately
from rules.printed.lookup import show_table
from rules.ruling import GameData


class TablesCog(commands.Cog):
    """Reads tables; it rolls and stores nothing."""

    table = app_commands.Group(name="table", description="The printed tables of your game")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @table.command(extras=needs("table"))
    @app_commands.describe(table="The table's title")
    async def show(self, interaction: Interaction, table: str) -> None:
        """Show a printed table with its modifiers"""
        data = await self._data(interaction)
        await answer_privately(interaction, embed=compose(table, show_table(data, table), Colour.ANSWER))

    @table.command(extras=needs("table"))
    @app_commands.describe(
        table="The table's title", roll="The roll after modifiers", column="The number that picks the column"
    )
    async def lookup(
        self,
        interaction: Interaction,
        table: str,
        roll: app_commands.Range[int, -20, 60],
        column: app_commands.Range[int, 0, 400] = 0,
    ) -> None:
        """Look up a result in a printed table"""
        data = await self._data(interaction)
        embed = compose(table, show_table(data, table, (roll, column)), Colour.ANSWER)
        await answer_privately(interaction, embed=embed)

    @show.autocomplete("table")
    async def _titles(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return (
            choices([*campaign.game.data.printed_tables, *campaign.game.data.printed_lists], typed) if campaign else []
        )

    @lookup.autocomplete("table")
    async def _table_titles(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.data.printed_tables, typed) if campaign else []

    async def _data(self, interaction: Interaction) -> GameData:
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        data: GameData = session.require("table").game.data
        return data


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(TablesCog(bot))
