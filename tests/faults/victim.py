"""A bot that is killed. ``python -m tests.faults.victim`` starts one life for each line that it reads.

A line is a ``Life`` as JSON; the answer is the id of the process. Each life is a fork of a process that has imported
everything, so that it begins at once; it knows nothing else of the lives before it.
"""

import asyncio
import json
import mmap
import os
import signal
import struct
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord

from bot.base.clock import steady_now
from bot.base.settings import UNHURRIED, Settings
from bot.cli.app import start
from bot.storage import SqliteStore
from tests.games import catalog
from tests.patience import bear_with_lateness

GAMES = catalog()

POINTS: dict[str, tuple[Any, str]] = {
    "append": (SqliteStore, "append"),
    "callback": (discord.InteractionResponse, "send_message"),
    "edit": (discord.InteractionResponse, "edit_message"),
    "follow-up": (discord.Webhook, "send"),
    "mark": (SqliteStore, "end_posts"),
    "take": (SqliteStore, "take_due"),
    "post": (discord.PartialMessageable, "send"),
}
"""Where a life can end by itself: before or after one of these."""


@dataclass(frozen=True)
class Life:
    """How a bot lives: ``clock`` is a file that says by how many seconds its time is put on, ``point`` and ``nth``
    where it ends by itself, as ``before append`` and 3.
    """

    token: str
    api: str
    database: str
    clock: str
    point: str = ""
    nth: int = 1

    def as_line(self) -> str:
        return json.dumps(asdict(self)) + "\n"


def die_at(point: str, nth: int) -> None:
    """Kill this process the nth time that it comes to a point."""
    when, _, name = point.partition(" ")
    owner, method = POINTS[name]
    original = getattr(owner, method)
    left = [nth]

    async def deadly(*args: Any, **options: Any) -> Any:
        left[0] -= 1
        if not left[0] and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        done = await original(*args, **options)
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(owner, method, deadly)


async def live(life: Life) -> None:
    """Run the bot until it is killed."""
    with Path(life.clock).open("rb") as file:  # noqa: ASYNC230 (nothing else runs yet)
        offset = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)

    def now() -> datetime:
        return datetime.now(UTC) + timedelta(seconds=struct.unpack("d", offset[:8])[0])

    if life.point:
        die_at(life.point, life.nth)
    given = {"token": life.token, "database": life.database, "discord_api": life.api, **UNHURRIED}
    bot = await start(Settings.model_validate(given), GAMES, now=now, steady=steady_now, guild_ready_timeout=0.01)
    bot.outbox._poll = 0.05
    await bot.wait()


def main() -> None:
    """Start a life for each line."""
    bear_with_lateness()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    discord.utils.setup_logging(level=30)
    for line in sys.stdin:
        life = Life(**json.loads(line))
        if not (pid := os.fork()):
            asyncio.run(live(life))
            os._exit(0)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
