"""Fixtures for the tests of any discord.py bot: a server, its users, a channel, and a bot that runs on it.

Installed from its own wheel, pytest finds them by itself. Otherwise a ``conftest.py`` names this module in
``pytest_plugins``.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import discord
import pytest
import pytest_asyncio

from localdiscord.client import run_client
from localdiscord.server import LocalDiscord
from localdiscord.users.user import Channel, User


@pytest_asyncio.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """A server of the test's own. If it refused the bot anything, the test fails, unless it clears ``rejected``."""
    async with LocalDiscord() as server:
        yield server
    assert server.rejected == [], f"Discord would have refused this: {server.rejected}"


@pytest.fixture
def user(discord_server: LocalDiscord) -> Callable[[str], User]:
    """Finds a user by name; the first call creates it. The first user owns the server."""
    return discord_server.user


@pytest.fixture
def channel(discord_server: LocalDiscord) -> Channel:
    """A text channel, ``#general``."""
    return discord_server.channel("general")


@pytest_asyncio.fixture
async def run_bot(discord_server: LocalDiscord) -> AsyncIterator[Callable[[discord.Client], Awaitable[None]]]:
    """Runs a client on the server until the test ends; it is connected, and its commands are there, once awaited."""
    async with AsyncExitStack() as running:

        async def run(client: discord.Client) -> None:
            await running.enter_async_context(run_client(discord_server, client))

        yield run
