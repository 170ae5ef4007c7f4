"""The slash commands. Each builds a command or a query and passes it on. What is done rarely is an entry of a menu,
which ``opener`` makes a slash command for.

``needs(feature)`` marks a slash command that only some games use: `/help` lists it where the game has that command or
view (``Game.has``).
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.messages.autocomplete import LONGEST_CHOICE, Choices
from bot.messages.interaction import Interaction

if TYPE_CHECKING:
    from bot.chat.client import Adjutant


async def load(bot: "Adjutant") -> None:
    """Add the commands and menus of every module of this folder, and what a module adds by itself (``setup``)."""
    for each in iter_modules(__path__, f"{__name__}."):
        module = import_module(each.name)
        for part in [part for part in vars(module).values() if getattr(part, "__module__", "") == each.name]:
            if isinstance(part, type) and issubclass(part, commands.Cog):
                await bot.add_cog(part(bot))
            elif isinstance(part, type) and issubclass(part, Menu):
                bot.menus.add(part(bot))
        if setup := getattr(module, "setup", None):
            setup(bot)


class Cog(commands.Cog):
    """Some slash commands of the bot."""

    def __init__(self, bot: "Adjutant") -> None:
        self.bot = bot


class Menu(app_commands.Group):
    """A menu of the bot: its commands are the entries."""

    def __init__(self, bot: "Adjutant") -> None:
        super().__init__()
        self.bot = bot


def needs(*features: str) -> dict[str, Any]:
    """Return the ``extras`` of a slash command that a game uses if it has one of these features."""
    return {"needs": features}


def opener(name: str, menu: str, about: str, **more: Any) -> app_commands.Command[Any, ..., Any]:
    """Return the slash command that opens the entries of a menu."""

    @app_commands.describe(what="What to do; leave it empty to see what there is")
    async def open_menu(
        interaction: Interaction, what: app_commands.Range[str, 1, LONGEST_CHOICE] | None = None
    ) -> None:
        await interaction.client.menus.open(interaction, menu, what)

    command = app_commands.Command[Any, ..., Any](name=name, description=about, callback=open_menu, **more)

    @command.autocomplete("what")
    async def _there(interaction: Interaction, typed: str) -> Choices:
        found: Choices = await interaction.client.menus.choices(interaction, menu, typed)
        return found

    return command
