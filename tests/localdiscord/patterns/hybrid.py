"""Commands that are typed after a mention or picked by a slash, in a cog, with converters and a group."""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

Context = commands.Context[Any]
# a type checker cannot infer what these decorate
Hybrid = Callable[..., Callable[[Any], commands.HybridCommand[Any, ..., Any]]]
hybrid_command: Hybrid = commands.hybrid_command
hybrid_group: Callable[..., Callable[[Any], commands.HybridGroup[Any, ..., Any]]] = commands.hybrid_group
GAMES = ("Marne 1918", "Fields of Despair", "Gathering Storm")


class Slug(commands.Converter[str]):
    """A name without spaces and capitals."""

    async def convert(self, _ctx: Context, argument: str) -> str:
        return argument.lower().replace(" ", "-")


class Games(commands.Cog):
    """What can be asked of games."""

    @hybrid_command(description="Says which game it is")
    async def game(self, ctx: Context, name: str) -> None:
        await ctx.send(f"You play {name}.")

    @game.autocomplete("name")
    async def offer(self, _interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = [each for each in GAMES if typed.lower() in each.lower()]
        return [app_commands.Choice(name=each, value=each) for each in found]

    @hybrid_group(description="Players")
    async def player(self, ctx: Context) -> None:
        await ctx.send("add or list?")

    subcommand: Hybrid = player.command

    @subcommand(description="Adds one")
    async def add(self, ctx: Context, who: discord.Member) -> None:
        await ctx.send(f"{who.display_name} plays.")

    @commands.command()
    async def slug(self, ctx: Context, numbers: commands.Greedy[int], *, words: Slug) -> None:
        await ctx.reply(f"{sum(numbers)} {words}")


class HybridBot(commands.Bot):
    """Listens to those who mention it."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True)
        super().__init__(command_prefix=commands.when_mentioned, intents=intents, guild_ready_timeout=0.01)

    async def setup_hook(self) -> None:
        await self.add_cog(Games())
        await self.tree.sync()

    async def on_command_error(self, ctx: Context, error: commands.CommandError) -> None:
        await ctx.send(f"{type(error).__name__}: {error}")


def bot() -> HybridBot:
    return HybridBot()
