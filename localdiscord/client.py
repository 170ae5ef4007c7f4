"""Connects an unmodified discord.py client to the server."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from localdiscord.server import LocalDiscord


@contextlib.contextmanager
def redirect_client(server: LocalDiscord) -> Iterator[None]:
    """Makes discord.py talk to the server. Its addresses are class attributes: this holds for the whole process."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = server.api_url, yarl.URL(server.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@contextlib.asynccontextmanager
async def run_client(
    server: LocalDiscord, client: discord.Client, *, with_commands: bool = True
) -> AsyncIterator[None]:
    """Runs a client on the server. The context begins when it is connected and has registered its commands."""
    with redirect_client(server):
        running = asyncio.create_task(client.start(server.token), name="client")
        sessions = server.gateway.connected + 1  # others of the bot may be there
        online = asyncio.create_task(server.bot_online(with_commands=with_commands, sessions=sessions))
        try:
            await asyncio.wait((running, online), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()  # raises why it could not log in
            await online
            yield
        finally:
            online.cancel()
            await client.close()
            await asyncio.gather(running, return_exceptions=True)
