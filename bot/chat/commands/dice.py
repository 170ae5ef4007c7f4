"""``/dice``: roll dice for something on the table."""

from discord import app_commands

from bot.chat.client import Adjutant
from bot.chat.commands import Cog
from bot.messages.interaction import Interaction


class DiceCog(Cog):
    """Dice that anybody can check."""

    dice = app_commands.Group(name="dice", description="Dice that anybody can check")

    @dice.command()
    @app_commands.describe(
        reason="What the roll is for",
        number="How many dice",
        sides="Sides of each die",
        dice="Dice rolled on your table, e.g. 4 3 6",
    )
    async def roll(
        self,
        interaction: Interaction,
        reason: app_commands.Range[str, 1, 200],
        number: app_commands.Range[int, 1, 20] = 1,
        sides: app_commands.Range[int, 2, 100] = 6,
        dice: str | None = None,
    ) -> None:
        """Roll dice for something on your table"""
        await self.bot.responder.execute(interaction, "roll_dice", dice=dice, number=number, sides=sides, reason=reason)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(DiceCog(bot))
