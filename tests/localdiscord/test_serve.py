"""The server that runs until somebody stops it."""

import asyncio
import os
import signal
from pathlib import Path

import aiohttp
import pytest

from localdiscord import LocalDiscord, serve
from tests.localdiscord.script.scribe import RunningScribe, start_scribe

GUILD = {"guild_name": "The club", "users": ("anna", "bert"), "channels": ("general", "random")}


async def test_it_serves_the_same_guild_until_it_is_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    servers: list[LocalDiscord] = []
    bots: list[RunningScribe] = []

    async def start_bot(server: LocalDiscord, database: Path) -> RunningScribe:
        servers.append(server)
        bots.append(await start_scribe(server, database))
        return bots[-1]

    for _ in range(2):  # the second server finds what the first one left
        running = asyncio.create_task(serve(tmp_path / "club", start_bot, **GUILD))  # type: ignore[arg-type]
        out = ""
        async with asyncio.timeout(30):
            while "Local Discord is running at" not in out:
                await asyncio.sleep(0.01)
                out += capsys.readouterr().out
        server = servers[-1]
        assert server.url in out
        url = f"{server.url}/local/state?user={server.user('anna').id}"
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            state = await response.json()
        assert state["guild"]["name"] == "The club"
        assert [channel["name"] for channel in state["channels"]] == ["general", "random"]
        assert [user["username"] for user in state["users"]] == ["anna", "bert"]
        os.kill(os.getpid(), signal.SIGINT)
        await running
        assert bots[-1].bot.is_closed()
    assert servers[0].hub.state.users == servers[1].hub.state.users


async def test_of_several_ports_it_takes_the_first_that_is_free() -> None:
    async with LocalDiscord() as first, LocalDiscord() as second:
        ports = [int(each.url.rpartition(":")[2]) for each in (first, second)]
        await second.stop()
        async with LocalDiscord(ports) as third:
            assert third.url.endswith(f":{ports[1]}")
            with pytest.raises(OSError, match="in use"):
                await LocalDiscord(ports).start()
