"""What one process answers when many channels roll at once, beside a bare bot that answers one embed, and beside the
least that any bot does which keeps a log and leaves live buttons below its newest message alone.
"""

import asyncio
import itertools
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot.engine.founding import Wish
from bot.messages.interaction import Buttons
from tests.bench.answers import Bench, a_bench, limit
from tests.bench.figure import Figure
from tests.bot.harness import choose

CHANNELS = 64
WARM_UP = 2
ROUNDS = 8
SHARE = 0.4


async def measure() -> list[Figure]:
    """Rolls a second with many channels at once, as a share of what a bare command gives."""
    async with a_bench() as bench:
        return await _shares(bench)


def add_least(bench: Bench) -> None:
    """A command that writes one durable row, sends a message with buttons, and takes away those of the one before."""
    rows, newest = itertools.count(1), dict[int, int]()

    @app_commands.command()
    async def least(interaction: discord.Interaction[Any]) -> None:
        """One durable row, one message with buttons, and one edit"""
        row, view = next(rows), Buttons()
        for label in ("Next turn", "My hand", "Why?"):
            view.add_item(discord.ui.Button(label=label, custom_id=label))
        await bench.store._db.write(lambda db: db.execute("INSERT INTO limit_row VALUES (?, ?)", (row, "x" * 400)))
        shown = discord.Embed(title="Dice rolled", description="The limit.")
        sent = await interaction.response.send_message(embed=shown, view=view)
        channel, message = interaction.channel, sent.message_id
        assert isinstance(channel, discord.TextChannel)
        assert message is not None
        before, newest[channel.id] = newest.get(channel.id), message
        if before is not None:
            await channel.get_partial_message(before).edit(embed=shown, view=None)

    bench.bot.client.tree.add_command(least)


async def _shares(bench: Bench) -> list[Figure]:
    channels = [bench.server.channel(f"table-{number}") for number in range(CHANNELS)]
    for channel in channels:
        session = await bench.service.found(bench.call(channel), Wish("marne-1918", "", "Allies", "sealed"))
        bench.bot.outbox.note(session.id, 0, None)
    await bench.store._db.execute("CREATE TABLE limit_row (id INTEGER PRIMARY KEY, body TEXT)")
    bench.bot.client.tree.add_command(limit)
    add_least(bench)
    await bench.bot.client.tree.sync()

    def at_once(command: str) -> Callable[[], Awaitable[Any]]:
        given = {"reason": "rain"} if command == "dice roll" else {}
        return lambda: asyncio.gather(*(choose(bench.anna, channel, command, given) for channel in channels))

    seconds: dict[str, list[float]] = {"dice roll": [], "least": [], "limit": []}
    for round_ in range(WARM_UP + ROUNDS):
        for command, taken in seconds.items():
            began = time.perf_counter()
            await at_once(command)()
            if round_ >= WARM_UP:
                taken.append(time.perf_counter() - began)
    rates = {command: f"{CHANNELS * ROUNDS / sum(taken):,.0f}" for command, taken in seconds.items()}
    what = f"{CHANNELS} channels at once: {rates['dice roll']} rolls a second to {rates['limit']} bare answers"
    least = f"the least with a log and live buttons: {rates['least']} a second to {rates['limit']}"
    return [
        _share(what, seconds["limit"], seconds["dice roll"], SHARE),
        _share(least, seconds["limit"], seconds["least"]),
    ]


def _share(what: str, bare: list[float], taken: list[float], aim: float | None = None) -> Figure:
    shares = [one / other for one, other in zip(bare, taken, strict=True)]
    return Figure(what, statistics.median(shares), min(shares), max(shares), "x", aim, at_least=True)
