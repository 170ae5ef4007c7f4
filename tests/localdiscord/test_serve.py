"""The server that runs until somebody stops it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from localdiscord import LocalDiscord, Permission, Tour, serve
from localdiscord.script.player import START
from localdiscord.server import StartBot
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from tests.localdiscord.script.scribe import RunningScribe, start_scribe
from tests.patience import PATIENCE, a_moment

GUILD = {"guild_name": "The club", "bot_name": "Marshal", "users": ("anna", "bert"), "channels": ("general", "random")}
TOUR = """\
@anna #general/"A long thread"
/count
"""


@asynccontextmanager
async def served(
    folder: Path, capsys: pytest.CaptureFixture[str], start_bot: StartBot, number: Any = signal.SIGINT, **settings: Any
) -> AsyncIterator[str]:
    """The address of a server that runs until it is interrupted."""
    running, out = asyncio.create_task(serve(folder, start_bot, **settings)), ""
    # a signal that the server does not take ends neither the tests nor the server in order
    asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    async with asyncio.timeout(PATIENCE):
        while "Local Discord is running at" not in out:
            await a_moment()
            out += capsys.readouterr().out
    yield out.partition("running at ")[2].partition("/ (")[0]
    os.kill(os.getpid(), number)
    await running


async def get(url: str) -> Any:
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return await response.json()


async def test_it_serves_one_guild_until_interrupted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    servers: list[LocalDiscord] = []
    bots: list[RunningScribe] = []

    async def start_bot(server: LocalDiscord, database: Path) -> RunningScribe:
        servers.append(server)
        assert database == tmp_path / "tables" / "club" / "bot.db"
        bots.append(await start_scribe(server, database))
        return bots[-1]

    for number in (signal.SIGINT, signal.SIGTERM):  # the second server finds what the first one left
        settings = {**GUILD, "bot_permissions": DEFAULT_PERMISSIONS | Permission.MANAGE_MESSAGES}
        async with served(tmp_path / "tables" / "club", capsys, start_bot, number, **settings) as url:
            server = servers[-1]
            assert server.url == url
            state = await get(f"{url}/local/state?user={server.user('anna').id}")
            assert state["guild"]["name"] == "The club"
            assert state["application"]["name"] == "Marshal"
            assert state["tour"] is None
            assert [channel["name"] for channel in state["channels"]] == ["general", "random"]
            assert [user["username"] for user in state["users"]] == ["anna", "bert"]
            granted = server.hub.state.channels.permissions_in(server.hub.state.bot_id, server.hub.state.first)
            assert granted & Permission.MANAGE_MESSAGES
        assert bots[-1].bot.is_closed()
    assert servers[0].hub.state.users == servers[1].hub.state.users


async def test_a_new_guild_has_seen_the_tour_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "tour.script"
    script.write_text(TOUR, encoding="utf-8")
    tours, seen = {"fr": Tour(script, "A long thread", start_scribe)}, []
    # a guild that is there keeps its language, its channels, and its tour
    for locale, guild in (("fr", GUILD), ("en-US", {**GUILD, "channels": ("elsewhere",)}), ("fr", GUILD)):
        async with served(tmp_path / "club", capsys, start_scribe, **guild, tours=tours, locale=locale) as url:
            state = await get(f"{url}/local/state")
            assert {*state["locales"].values()} == {"fr"}
            assert len(state["channels"]) == 3
            anna, thread = state["users"][0]["id"], state["tour"]
            assert [each["name"] for each in state["channels"] if each["id"] == thread] == ["A long thread"]
            assert datetime.fromisoformat(state["now"]) - START > timedelta(days=1), "it is the present"
            seen.append(await get(f"{url}/local/messages?user={anna}&channel={thread}"))
    (message,) = seen[0]
    assert message["content"] == "count 1"
    assert datetime.fromisoformat(message["timestamp"]) - START < timedelta(days=1)
    assert seen[0] == seen[1] == seen[2]
