"""From the start of the process to its first answer."""

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from bot.storage import SqliteStore
from localdiscord import LocalDiscord
from tests.bench.figure import Figure, median
from tests.bot.desk import ANNA, Desk

ROUNDS = 5
AIMS = {0: 1.2, 1000: 1.5}


async def prepare(file: Path, campaigns: int) -> None:
    """A database with so many campaigns that were used."""
    store = await SqliteStore.open(file)
    desk = Desk(store)
    for number in range(campaigns):
        await desk.found("marne-1918", "Allies", channel=number)
        await desk.act(ANNA, {"type": "draw"}, channel=number)
    await store.close()


async def first_answer(file: Path) -> float:
    """Seconds from the start of a process until it has answered a command."""
    server = LocalDiscord(idle_after=0.01)
    await server.start()
    anna, channel = server.user("anna"), server.channel("marne")
    given = {"ADJUTANT_TOKEN": server.token, "ADJUTANT_DATABASE": str(file), "ADJUTANT_DISCORD_API": server.api_url}
    began = time.perf_counter()
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", env=os.environ | given, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await server.bot_online()
        await anna.slash(channel, "help")
        took = time.perf_counter() - began
    finally:
        bot.kill()
        await bot.wait()
        await server.stop()
    return took


async def measure() -> list[Figure]:
    """With an empty database and with a thousand campaigns."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        for campaigns, aim in AIMS.items():
            file = Path(folder) / f"{campaigns}.sqlite"
            await prepare(file, campaigns)
            took = [await first_answer(file) for _ in range(ROUNDS)]
            figures.append(median(f"process start to first answer, {campaigns:,} campaigns", took, "s", aim))
    return figures
