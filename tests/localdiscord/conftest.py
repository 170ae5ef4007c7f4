"""A server whose requests and responses are checked against Discord's OpenAPI file, a bot, users, a channel."""

from collections.abc import AsyncIterator

import pytest

from localdiscord import Channel, LocalDiscord, RunningBot, User, run_client
from localdiscord.openapi import OpenApi
from tests.localdiscord.little_bot import LittleBot
from tests.patience import MOMENT


@pytest.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    openapi = OpenApi()
    async with LocalDiscord() as server:
        server.watch(openapi.compare)
        yield server
    assert openapi.found == []


@pytest.fixture
async def bot(server: LocalDiscord) -> AsyncIterator[LittleBot]:
    bot = LittleBot()
    async with run_client(server, bot):
        yield bot


@pytest.fixture
def anna(server: LocalDiscord) -> User:
    return server.user("anna")


@pytest.fixture
def bert(server: LocalDiscord, anna: User) -> User:  # noqa: ARG001 (anna comes first and owns the guild)
    return server.user("bert")


@pytest.fixture
def general(server: LocalDiscord) -> Channel:
    return server.channel("general")


@pytest.fixture
def _short_ack_timeout(server: LocalDiscord) -> None:
    """Does not wait three seconds for a bot that does not respond."""
    server.hub.interactions.ack_timeout = MOMENT


class Sleeper:
    """A bot that notes what the table does to it."""

    def __init__(self, noted: list[str]) -> None:
        self.noted = noted
        noted.append("start")

    async def settle(self) -> None:
        self.noted.append("settle")

    async def rest(self) -> None:
        self.noted.append("rest")

    async def stop(self) -> None:
        self.noted.append("stop")

    async def kill(self) -> None:
        self.noted.append("kill")


@pytest.fixture
def noted(server: LocalDiscord) -> list[str]:
    noted: list[str] = []

    async def start() -> RunningBot:
        return Sleeper(noted)

    server.table.host(start)
    return noted
