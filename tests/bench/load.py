"""What one process answers when many channels roll at once, beside a bare bot that answers one embed."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.base.pace import UNHURRIED
from bot.base.settings import Settings
from bot.cli.app import start
from localdiscord import LocalDiscord
from tests.bench.answers import Bench, limit
from tests.bench.figure import Figure
from tests.bot.harness import choose
from tests.games import SEED

CHANNELS = 64
WARM_UP = 2
ROUNDS = 8
SHARE = 0.4


async def measure() -> list[Figure]:
    """Rolls a second with many channels at once, as a share of what a bare command gives."""
    with tempfile.TemporaryDirectory() as folder:
        server = LocalDiscord()
        await server.start()
        given = {"token": server.token, "database": Path(folder) / "bench.sqlite", "discord_api": server.api_url}
        bot = await start(Settings.model_validate(given | {"seed": SEED.hex(), **UNHURRIED}), guild_ready_timeout=0.01)
        await server.bot_online()
        try:
            bench = Bench(server, bot)
            return [await _share(bench)]
        finally:
            await bot.kill()
            await server.stop()


async def _share(bench: Bench) -> Figure:
    channels = [bench.server.channel(f"table-{number}") for number in range(CHANNELS)]
    for channel in channels:
        session = await bench.service.found(bench.call(channel), "marne-1918", "", "Allies", "sealed")
        bench.bot.outbox.note(session.id, 0, None)
    bench.bot.client.tree.add_command(limit)
    await bench.bot.client.tree.sync()

    def at_once(command: str) -> Callable[[], Awaitable[Any]]:
        given = {"reason": "rain"} if command == "dice roll" else {}
        return lambda: asyncio.gather(*(choose(bench.anna, channel, command, given) for channel in channels))

    shares, rates = [], [0.0, 0.0]
    for round_ in range(WARM_UP + ROUNDS):
        seconds = []
        for command in ("dice roll", "limit"):
            began = time.perf_counter()
            await at_once(command)()
            seconds.append(time.perf_counter() - began)
        if round_ >= WARM_UP:
            shares.append(seconds[1] / seconds[0])
            rates = [rate + CHANNELS / taken / ROUNDS for rate, taken in zip(rates, seconds, strict=True)]
    what = f"{CHANNELS} channels at once: {rates[0]:,.0f} rolls a second to {rates[1]:,.0f} bare answers"
    return Figure(what, statistics.median(shares), min(shares), max(shares), "x", SHARE, at_least=True)
