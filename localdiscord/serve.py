"""Runs the server with its page and a bot until somebody stops it."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from localdiscord.server import LocalDiscord, StartBot
from localdiscord.state.objects import ENGLISH
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from localdiscord.tour import Tour, past, play_tour

NO_TOURS: Final[Mapping[str, Tour]] = MappingProxyType({})


async def serve(
    folder: Path,
    start_bot: StartBot,
    *,
    port: int | Sequence[int] = 0,
    guild_name: str = "Local guild",
    bot_name: str = "Bot",
    users: Iterable[str] = ("anna", "bert"),
    channels: Iterable[str] = ("general",),
    bot_permissions: int = DEFAULT_PERMISSIONS,
    tours: Mapping[str, Tour] = NO_TOURS,
    locale: str = ENGLISH,
) -> None:
    """Serves the guild that is kept in the folder, with these users; returns after Ctrl-C. Of several ports it takes
    the first that is free. Raises NoPort if none is. A new guild has these channels and the language ``locale``, and
    has seen the tour in that language, if there is one, before anybody comes.
    """
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 (nothing else runs yet)
    file = folder / "discord.db"
    begins = locale in tours and not file.exists()
    clock = past() if begins else None
    server = LocalDiscord(
        port, clock, file, guild_name=guild_name, bot_name=bot_name, bot_permissions=bot_permissions, locale=locale
    )
    _seat(server, users, channels)
    tour = tours.get(server.locale)
    server.lead_to(tour.thread if tour is not None else "")
    async with server:
        if tour is not None and begins:
            await play_tour(server, tour, folder / "bot.db")
        server.table.host(lambda: start_bot(server, folder / "bot.db"))
        await _open(server)


def _seat(server: LocalDiscord, users: Iterable[str], channels: Iterable[str]) -> None:
    """Makes the users, and the channels of a new guild."""
    for name in users:
        server.user(name)
    if not server.hub.state.channels.by_id:
        for name in channels:
            server.channel(name)


async def _open(server: LocalDiscord) -> None:
    """Starts the bot, says where the page is, and returns after Ctrl-C."""
    await server.table.start()
    try:
        await _wait(server)
    finally:
        await server.table.stop()


async def _wait(server: LocalDiscord) -> None:
    await server.bot_online(timeout=60)
    sys.stdout.write(f"Local Discord is running at {server.url}/ (Ctrl-C stops it)\n")
    sys.stdout.flush()
    await _interrupt()


async def _interrupt() -> None:
    """Returns after Ctrl-C, or when the system asks the process to end."""
    interrupted = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
            loop.add_signal_handler(number, interrupted.set)
    await interrupted.wait()
