"""A long run: ``python -m tests.soak 50000`` plays so many commands with a bot in a process of its own, and holds it
to ceilings of memory, descriptors, log and processor time. It prints what it measured, and fails where one is passed.
"""

import asyncio
import contextlib
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from pathlib import Path

from bot.base.settings import UNHURRIED
from localdiscord import Clock, LocalDiscord, NoResponse, User
from tests.bot.harness import EPHEMERAL, Message

COMMANDS = 50_000
WARM_UP = 1_000
"""Commands before the first measurement: what is loaded with them is no growth."""
TABLES = 8
ROUND = ("dice roll", "help", "campaign status", "hand", "dice roll", "record find", "act", "campaign manage")
GIVEN = {"dice roll": {"reason": "rain"}}
TICKS = os.sysconf("SC_CLK_TCK")
MOST_MEGABYTES = 260.0
MOST_GROWTH = 3.0
"""KB for each command after the first ones: a log that grows takes a little of it."""
MOST_DESCRIPTORS = 100
MOST_LOG = 50
"""Bytes of the program's log for each hundred commands."""
MOST_MILLISECONDS = 15.0
"""Of the processor, for each command."""
TICK = 0.05
REMEMBERED = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process has taken until now."""

    megabytes: float
    descriptors: int
    seconds: float


def taken(pid: int) -> Taken:
    """What the system knows of a process."""
    own = Path(f"/proc/{pid}")
    pages = int((own / "statm").read_text().split()[1])
    times = (own / "stat").read_text().rpartition(")")[2].split()
    return Taken(
        pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        len([*(own / "fd").iterdir()]),
        (int(times[11]) + int(times[12])) / TICKS,
    )


async def play(server: LocalDiscord, number: int) -> int:
    """Play so many commands at several tables; how many had no answer."""
    tables = [(server.user(f"player-{each}"), server.channel(f"table-{each}")) for each in range(TABLES)]
    lost = await asyncio.gather(*(sit(server, user, table, number // TABLES) for user, table in tables))
    return sum(lost)


async def sit(server: LocalDiscord, user: User, table: Message, number: int) -> int:
    """One player's commands, one after the other."""
    lost = 0
    for each in range(number):
        try:
            command = ROUND[each % len(ROUND)]
            await user.slash(table, command, GIVEN.get(command))
        except NoResponse:
            lost += 1
        if each % 50 == 0:
            clear(server, user, table)
    return lost


def clear(server: LocalDiscord, user: User, table: Message) -> None:
    """Forget old messages and interactions: the local Discord is not what is measured, and with 270,000 of them
    the collection of its garbage takes seconds.
    """
    interactions = server.hub.interactions._by_token
    horizon = server.clock.now() - REMEMBERED
    old = takewhile(lambda each: each[1].created_at < horizon, interactions.items())
    for token in [token for token, each in old if each.acknowledged.done()]:
        del interactions[token]
    for message in [*user.messages(table)][:-20]:
        stored = server.hub.state.messages.find(message["id"])
        if stored is not None and (message["flags"] & EPHEMERAL or message["author"].get("bot")):
            server.hub.state.messages.delete(stored)


class Pauses:
    """For how long the event loop of the local Discord was kept from its work at most."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.monotonic()
        self._tick()

    def _tick(self) -> None:
        now = time.monotonic()
        self.longest, self._last = max(self.longest, now - self._last - TICK), now
        asyncio.get_running_loop().call_later(TICK, self._tick)


@contextlib.asynccontextmanager
async def running(server: LocalDiscord, folder: Path, more: Mapping[str, object]) -> AsyncIterator[int]:
    """A bot in a process of its own, by its id, with more settings. Its database and its log are in a folder."""
    given = {"token": server.token, "discord_api": server.api_url, "database": folder / "a.sqlite", **more}
    settings = {f"ADJUTANT_{name.upper()}": str(value) for name, value in given.items()}
    with (folder / "log").open("wb") as log:
        bot = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"), env={**os.environ, **settings}, stderr=log
        )
    try:
        await server.bot_online(60)
        yield bot.pid
    finally:
        bot.terminate()
        await bot.wait()


async def soak(number: int) -> list[str]:
    """Play and measure; what was too much."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            LocalDiscord(clock=Clock(), idle_after=0.01, ack_timeout=10) as server,
            running(server, Path(folder), UNHURRIED) as pid,
        ):
            return await _measured(server, pid, Path(folder) / "log", number)


async def _measured(server: LocalDiscord, pid: int, log: Path, number: int) -> list[str]:
    for each in range(TABLES):
        options = {"game": "marne-1918", "seat": "Allies"}
        await server.user(f"player-{each}").slash(server.channel(f"table-{each}"), "campaign new", options)
    pauses = Pauses()
    lost = await play(server, WARM_UP)
    warm, began = taken(pid), time.monotonic()
    lost += await play(server, number)
    now = taken(pid)
    figures = {
        "MB held": (now.megabytes, MOST_MEGABYTES),
        "KB more a command": ((now.megabytes - warm.megabytes) * 1000 / number, MOST_GROWTH),
        "descriptors": (now.descriptors, MOST_DESCRIPTORS),
        "bytes of log a hundred commands": (_size(log) * 100 / (WARM_UP + number), MOST_LOG),
        "ms of the processor a command": ((now.seconds - warm.seconds) * 1000 / number, MOST_MILLISECONDS),
        "commands without an answer": (lost, 0),
    }
    print(f"{number} commands, {number / (time.monotonic() - began):.0f} a second")
    # the bot refuses what is 2.5 seconds old, whoever kept it so long
    print(f"{pauses.longest:10.2f} seconds: for so long the local Discord itself stood still at most")
    for name, (found, most) in figures.items():
        print(f"{found:10.2f} of at most {most:g}: {name}")
    return [name for name, (found, most) in figures.items() if found > most]


def _size(file: Path) -> int:
    return file.stat().st_size


if __name__ == "__main__":
    sys.exit(", ".join(asyncio.run(soak(int(sys.argv[1]) if len(sys.argv) > 1 else COMMANDS))) or None)
