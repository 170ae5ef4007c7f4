"""``/ledger`` and ``/table``: running totals with every contribution, and the printed tables of a game."""

from discord import app_commands

from bot.chat.commands import Cog, needs
from bot.messages.autocomplete import Choices, choices
from bot.messages.interaction import Interaction, tell_privately
from rules.errors import NotThere
from rules.line import Listed
from rules.notice import Public
from rules.printed.lookup import show_table
from rules.ruling import GameData
from rules.seat import SideSeat


class TablesCog(Cog):
    """Reads totals and tables; it rolls and stores nothing."""

    @app_commands.command(extras=needs("ledger"))
    @app_commands.describe(power="The seat whose totals you want")
    async def ledger(self, interaction: Interaction, power: str | None = None) -> None:
        """Show all totals with every contribution; only you see your secret ones"""
        campaign = (await self.bot.service.session_in(interaction.channel_id or 0)).require("ledger")
        if power is not None and power not in campaign.game.seats:
            raise NotThere("The seats of this game are {names}.", names=Listed(campaign.game.seats))
        own = campaign.acts_for(interaction.user.id)
        notices = campaign.game.ledger(campaign.state, SideSeat(power) if power else None)
        lines = [notice for notice in notices if isinstance(notice, Public) or notice.seat in own]
        await tell_privately(interaction, "Ledger", lines)

    @ledger.autocomplete("power")
    async def _powers(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.seats if campaign else (), typed)

    @app_commands.command(extras=needs("table"))
    @app_commands.describe(
        title="The table's title",
        roll="The roll after modifiers, to look up its result",
        column="The number that picks the column",
    )
    async def table(
        self,
        interaction: Interaction,
        title: str,
        roll: app_commands.Range[int, -20, 60] | None = None,
        column: app_commands.Range[int, 0, 400] = 0,
    ) -> None:
        """Show a printed table with its modifiers, or look up a result in it"""
        data = await self._data(interaction, title)
        looked_up = None if roll is None else (roll, column)
        await tell_privately(interaction, title, show_table(data, title, looked_up))

    @table.autocomplete("title")
    async def _titles(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        every = [campaign.game.data] if campaign else self._of_all_games()
        return choices([title for data in every for title in (*data.printed_tables, *data.printed_lists)], typed)

    async def _data(self, interaction: Interaction, title: str) -> GameData:
        """Return the tables of this channel's campaign, or without one those of the game with a table of that title.

        Raises ``NotThere``.
        """
        if await self.bot.service.campaign_in(interaction.channel_id or 0) is None:
            for each in self._of_all_games():
                if title in each.printed_tables or title in each.printed_lists:
                    return each
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        data: GameData = session.require("table").game.data
        return data

    def _of_all_games(self) -> list[GameData]:
        return [game.data for game in self.bot.service.catalog.games.values()]
