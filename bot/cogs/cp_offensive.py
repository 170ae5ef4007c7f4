"""``/cp-offensive`` and ``/cp``: the Central Powers of Fields of Despair, who play themselves."""

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.buttons import public_buttons
from bot.campaigns import Table
from bot.client import Adjutant
from bot.embeds import Colour, compose
from rules.dice import read_faces
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.status import board, compare, question

Interaction = discord.Interaction[Adjutant]
Written = app_commands.Range[str, 1, 300]
Sps = app_commands.Range[int, 0, 400]
Reason = app_commands.Range[str, 3, 200]
PHASE = "cp_"

HEXES = "e.g. A05 B06 I06"
DICE = "Dice rolled on your table, e.g. 4 3 6"


class CpOffensiveCog(commands.Cog):
    """The Central Powers."""

    cp = app_commands.Group(name="cp", description="The Central Powers of Fields of Despair")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    # ---- their own action phase ----

    @app_commands.command(name="cp-offensive")
    @app_commands.describe(dice=DICE)
    async def cp_offensive(self, interaction: Interaction, dice: str | None = None) -> None:
        """Go on with the Central Powers' action phase (7.5-S)"""
        table, game = await self._game(interaction)
        asked = [*question(game.data, table.campaign.state)]
        offers = [each for each in table.campaign.offers(interaction.user.id) if each.command.type.startswith(PHASE)]
        if len(offers) == 1:
            await self.bot.replies.take(interaction, table.id, offers[0].key, _faces(dice))
            return
        view = public_buttons(table.id, offers, with_hand=False)
        embed = compose("The Central Powers' action phase", asked, Colour.ANSWER)
        await self.bot.replies.tell_seat(interaction, embed, **({"view": view} if view is not None else {}))

    @cp.command()
    @app_commands.describe(hexes="Hexes with a CP block after the reset; leave it empty for a form")
    async def reset(self, interaction: Interaction, hexes: Written | None = None) -> None:
        """Reset the CP blocks at the end of action phase 2 (7.5-S 10)"""
        if hexes is None:
            await self._take(interaction, "cp_reset")
        else:
            await self.bot.replies.act(interaction, {"type": "cp_reset", "hexes": hexes})

    # ---- the Allied turn ----

    @cp.command()
    @app_commands.describe(hexes="All hexes with Allied air and its value, e.g. A05 4, B06 1; empty: answer", dice=DICE)
    async def dogfight(self, interaction: Interaction, hexes: Written | None = None, dice: str | None = None) -> None:
        """Let the CP air force answer Allied squadrons, strongest hex first (7.1.2-S)"""
        command = {"type": "answer_air"} if hexes is None else {"type": "dogfight", "hexes": hexes}
        await self.bot.replies.act(interaction, command, _faces(dice))

    @cp.command()
    @app_commands.describe(
        hex="The hex, e.g. I06",
        air="The surviving Allied air value there",
        limit="The shaded limit on your aid, for air 1 or 2",
        dice=DICE,
    )
    async def recon(
        self,
        interaction: Interaction,
        hex: Written,
        air: app_commands.Range[int, 1, 50],
        limit: app_commands.Range[int, 1, 400] | None = None,
        dice: str | None = None,
    ) -> None:
        """See what CP blocks hold, by surviving Allied squadrons (7.1.3-S)"""
        command = {"type": "recon", "hex": hex, "air": air, "limit": limit}
        await self.bot.replies.act(interaction, command, _faces(dice))

    @cp.command()
    @app_commands.describe(
        attacks="All attacks, artillery + blocks, e.g. A05 4+18, B06 0+12; empty: answer the next",
        losses="SPs that the CP lost in the combat now fought",
        limit="The shaded limit on your aid",
        dice=DICE,
    )
    async def combat(
        self,
        interaction: Interaction,
        attacks: Written | None = None,
        losses: Sps | None = None,
        limit: app_commands.Range[int, 1, 400] | None = None,
        dice: str | None = None,
    ) -> None:
        """Declare Allied attacks, let the CP answer the next one, or tell its losses (7.3-S)"""
        if attacks is not None:
            await self.bot.replies.act(interaction, {"type": "combat", "hexes": attacks}, _faces(dice))
        elif losses is not None:
            await self.bot.replies.act(interaction, {"type": "losses", "sps": losses}, _faces(dice))
        else:
            await self.bot.replies.act(interaction, {"type": "answer_attack", "limit": limit}, _faces(dice))

    # ---- between the phases ----

    @cp.command()
    @app_commands.describe(
        eps="The CP economic points",
        supply="Supply Capacity that is needed, 0 to 2",
        item="A Choice item for a point that is left",
    )
    async def economy(
        self,
        interaction: Interaction,
        eps: Sps | None = None,
        supply: app_commands.Range[int, 0, 2] = 0,
        item: str | None = None,
    ) -> None:
        """Spend the CP economic points by the Economic Guide (6.5-S)"""
        if item is not None:
            await self.bot.replies.act(interaction, {"type": "choose", "item": item})
        elif eps is not None:
            await self.bot.replies.act(interaction, {"type": "economy", "eps": eps, "supply": supply})
        else:
            await self._take(interaction, "economy")

    @economy.autocomplete("item")
    async def _items(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        table, game = await self._game(interaction)
        items = game.data.economy.turns[table.campaign.state.turn].choice
        return [app_commands.Choice(name=each, value=each) for each in items if typed.casefold() in each.casefold()]

    @cp.command()
    @app_commands.describe(
        total="CP total SPs",
        hexes=f"Hexes with CP blocks, {HEXES}",
        air="Values of the CP air counters, e.g. 3 2 2",
        artillery="Values of the CP artillery counters, e.g. 5 4 2",
        eps="CP economic points",
        turn="The turn that begins",
    )
    async def setup(
        self,
        interaction: Interaction,
        total: Sps,
        hexes: Written,
        air: str = "",
        artillery: str = "",
        eps: Sps = 0,
        turn: app_commands.Range[int, 7, 9] = 7,
    ) -> None:
        """Tell what the Central Powers have on the board"""
        command = {"type": "set_up", "total": total, "hexes": hexes, "air": air, "artillery": artillery, "eps": eps}
        await self.bot.replies.act(interaction, {**command, "turn": turn})

    @cp.command()
    @app_commands.describe(
        what="What to put right", value="The value that is right, e.g. 96, I06 12, 5 4 2", reason="Why"
    )
    async def adjust(
        self,
        interaction: Interaction,
        what: Literal["total", "hexes", "hex", "air", "artillery", "logistic points", "eps"],
        value: Written,
        reason: Reason,
    ) -> None:
        """Put right what I have wrong, or tell what the core rules changed"""
        await self.bot.replies.act(interaction, {"type": "adjust", "what": what, "value": value, "reason": reason})

    @cp.command()
    @app_commands.describe(revealed="What the Revealed SPs marker reads", total="What the CP track reads")
    async def check(self, interaction: Interaction, revealed: Sps | None = None, total: Sps | None = None) -> None:
        """Compare the markers on your board with what they should read"""
        table, _ = await self._game(interaction)
        state = table.campaign.state
        lines = board(state) if revealed is None and total is None else compare(state, revealed, total)
        await self.bot.replies.tell_seat(interaction, compose("The board", lines, Colour.ANSWER))

    # ---- finding ----

    async def _game(self, interaction: Interaction) -> tuple[Table, FieldsOfDespair]:
        table = await self.bot.campaigns.table_in(interaction.channel_id or 0)
        game = table.campaign.game
        if not isinstance(game, FieldsOfDespair):
            raise NotThere(f"This channel's campaign is {game.title}; these commands are for Fields of Despair.")
        return table, game

    async def _take(self, interaction: Interaction, do: str) -> None:
        """Take the one offer for a deed, with its form."""
        table, _ = await self._game(interaction)
        offers = [offer for offer in table.campaign.offers(interaction.user.id) if offer.command.type == do]
        if not offers:
            raise NotNow("That is not for now; `/act` shows what you may do.")
        await self.bot.replies.take(interaction, table.id, offers[0].key)


def _faces(dice: str | None) -> tuple[int, ...] | None:
    return read_faces(dice) if dice is not None else None


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(CpOffensiveCog(bot))
