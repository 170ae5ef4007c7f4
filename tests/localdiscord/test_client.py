"""An unmodified client of discord.py on the server."""

import asyncio

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from localdiscord import LocalDiscord, redirect_client, run_client
from tests.localdiscord.little_bot import LittleBot
from tests.patience import a_moment


def addresses() -> tuple[str, yarl.URL]:
    return Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY


async def test_both_addresses_lead_to_the_server_and_back_again() -> None:
    before = addresses()
    async with LocalDiscord() as one, LocalDiscord() as two:
        with redirect_client(one):
            with redirect_client(two):
                assert addresses() == (two.api_url, yarl.URL(two.gateway_url))
            assert addresses() == (one.api_url, yarl.URL(one.gateway_url))
    assert addresses() == before


class Slow(LittleBot):
    """Registers its commands a while after it is connected."""

    async def setup_hook(self) -> None:
        self.syncing = asyncio.create_task(self.sync())

    async def sync(self) -> None:
        await self.wait_until_ready()
        await a_moment()
        await self.tree.sync()


@pytest.mark.parametrize("with_commands", [True, False])
async def test_a_client_runs_once_its_commands_are_known(server: LocalDiscord, *, with_commands: bool) -> None:
    bot = Slow()
    async with run_client(server, bot, with_commands=with_commands):
        assert server.gateway.online
        assert bool(server.hub.state.available_commands()) == with_commands
        await bot.syncing
    assert bot.is_closed()
    assert not server.gateway.online


async def test_why_a_client_cannot_log_in_is_raised(server: LocalDiscord) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True, members=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with run_client(server, client, with_commands=False):
            raise AssertionError("it is not connected")
    assert client.is_closed()


async def test_of_two_clients_each_is_waited_for(server: LocalDiscord) -> None:
    one, two = LittleBot(), Slow()
    async with run_client(server, one), run_client(server, two):
        assert server.gateway.connected == 2
        await two.syncing
