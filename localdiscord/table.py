"""A table to sit at: the little Discord, its page and the bot, until Ctrl-C."""

import asyncio
import contextlib
import signal
from pathlib import Path

from localdiscord.script import StartBot
from localdiscord.server import LocalDiscord

GUILD = "Adjutant's table"
CHANNELS = ("marne", "fields-of-despair", "gathering-storm")
PEOPLE = ("anna", "bert", "carla")


async def run_table(port: int, folder: Path, start_bot: StartBot) -> None:
    """Serves the table kept in the folder, and says where; returns when somebody ends it."""
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 (nothing else runs yet)
    table = LocalDiscord(port, database=folder / "table.db", guild=GUILD)
    for name in PEOPLE:
        table.person(name)
    for name in CHANNELS:
        table.channel(name)
    await table.start()
    try:
        bot = await start_bot(table, folder / "bot.db", None)
        try:
            await table.bot_online(timeout=60)
            print(f"The table stands at {table.url}/ (end with Ctrl-C)", flush=True)
            await _end()
        finally:
            # a bot that can stop properly may do so here
            await getattr(bot, "stop", bot.kill)()
    finally:
        await table.stop()


async def _end() -> None:
    """Until Ctrl-C, or until the machine asks to stop."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
            loop.add_signal_handler(name, ended.set)
    await ended.wait()
