"""Ten thousand campaigns that are used in turn, in one process."""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.storage import SqliteStore
from tests.bench.figure import Figure
from tests.bot.desk import ANNA, Desk

CAMPAIGNS = 10_000
GAMES = (("marne-1918", "Allies"), ("fields-of-despair", "Allies"), ("gathering-storm", "Germany"))


async def play() -> None:
    """Found and use so many campaigns; print the most memory that this process ever had, in MB."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "bench.sqlite")
        desk = Desk(store)
        for number in range(CAMPAIGNS):
            game, seat = GAMES[number % len(GAMES)]
            await desk.found(game, seat, channel=number)
            await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6}, channel=number)
        began = time.perf_counter()
        for number in range(0, CAMPAIGNS, 100):
            await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6}, channel=number)
        each = (time.perf_counter() - began) / (CAMPAIGNS / 100) * 1000
        print(most_held(), each)
        await store.close()


def most_held() -> float:
    """The most memory that this process ever had, in MB: `getrusage` counts its parent's too."""
    (most,) = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(most) / 1024


def measure() -> list[Figure]:
    """In a process of its own, which has held nothing else."""
    code = "import asyncio; from tests.bench.memory import play; asyncio.run(play())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    megabytes, each = map(float, done.stdout.split())
    return [
        Figure(f"memory of a process with {CAMPAIGNS:,} campaigns", megabytes, megabytes, megabytes, "MB", 200),
        Figure("a command in a campaign that has left the memory", each, each, each, "ms", 20),
    ]
