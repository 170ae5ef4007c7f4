"""Fixtures for the tests of any discord.py bot: a server, its users, a channel, and a bot that runs on it.

Installed from its own wheel, pytest finds them by itself. Otherwise a ``conftest.py`` names this module in
``pytest_plugins``.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, Final

import discord
import pytest
import pytest_asyncio

from localdiscord.client import run_client
from localdiscord.openapi import OpenApi
from localdiscord.server import LocalDiscord
from localdiscord.users.user import Channel, User

SETTING: Final = "discord_openapi"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where Discord's OpenAPI file is."""
    told = "Discord's OpenAPI file, with which each request is compared: a path, `packaged` (the default) or `off`"
    parser.addini(SETTING, told, default="packaged")


@pytest.fixture
def discord_openapi(pytestconfig: pytest.Config) -> OpenApi | None:
    """Discord's OpenAPI file, as the setting of this name says; None if it is ``off``."""
    setting = str(pytestconfig.getini(SETTING))
    match setting:
        case "off":
            return None
        case "packaged":
            return OpenApi()
        case _:
            return OpenApi(pytestconfig.rootpath / setting)


@pytest.fixture
def discord_settings() -> dict[str, Any]:
    """The arguments of ``LocalDiscord``. A project overrides this fixture to grant its bot an intent, for example."""
    return {}


@pytest_asyncio.fixture
async def discord_server(
    discord_openapi: OpenApi | None, discord_settings: dict[str, Any]
) -> AsyncIterator[LocalDiscord]:
    """A server of the test's own. If it refused the bot anything, the test fails, unless it clears ``rejected``; and if
    a request differed from Discord's OpenAPI file, unless it clears ``discord_openapi.found``.
    """
    async with LocalDiscord(**discord_settings) as server:
        if discord_openapi is not None:
            server.watch(discord_openapi.compare)
        yield server
    assert server.rejected == [], f"Discord would have refused this: {server.rejected}"
    if discord_openapi is not None:
        assert discord_openapi.found == [], f"This differs from Discord's OpenAPI file: {discord_openapi.found}"


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
