"""The table's own controls: the clock, and the bot's being there."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from localdiscord import InvalidAction, LocalDiscord, RunningBot
from localdiscord.state.clock import timestamp
from tests.localdiscord.script.scribe import start_scribe


class Sleeper:
    """A bot that notes what the table does to it."""

    def __init__(self, noted: list[str]) -> None:
        self.noted = noted
        noted.append("start")

    async def settle(self) -> None:
        self.noted.append("settle")

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


async def test_the_bot_is_ended_and_started(server: LocalDiscord, noted: list[str]) -> None:
    await server.table.start()
    await server.table.start()  # it is there
    await server.table.advance(timedelta(days=3))
    await server.table.restart()
    await server.table.stop()
    await server.table.stop()  # it is gone
    await server.table.kill()
    await server.table.advance(timedelta(hours=1))
    await server.table.restart()
    assert noted == ["start", "settle", "kill", "start", "stop", "start"]


async def test_a_bot_that_is_started_elsewhere(server: LocalDiscord) -> None:
    for control in (server.table.start, server.table.restart):
        with pytest.raises(InvalidAction, match="somewhere else"):
            await control()


async def use(server: LocalDiscord, control: str, **body: Any) -> tuple[int, Any]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/table/controls/{control}", json=body) as response,
    ):
        return response.status, await response.json()


async def controls(server: LocalDiscord) -> Any:
    async with aiohttp.ClientSession() as session, session.get(f"{server.url}/table/controls") as response:
        return await response.json()


async def test_the_page_uses_the_controls(server: LocalDiscord, noted: list[str]) -> None:
    assert await controls(server) == ["clock", "restart", "offline", "online"]
    before = server.clock.now()
    for control in ("online", "restart", "offline"):
        assert await use(server, control) == (200, {})
    assert await use(server, "clock", hours=72) == (200, {})
    assert timedelta(0) <= server.clock.now() - before - timedelta(days=3) < timedelta(minutes=1)
    assert noted == ["start", "kill", "start", "stop"]


async def test_the_clock_is_put_on_also_where_the_bot_is_started_elsewhere(server: LocalDiscord) -> None:
    before = server.clock.now()
    assert await use(server, "clock", hours=1) == (200, {})
    assert server.clock.now() - before >= timedelta(hours=1)
    assert (await use(server, "restart"))[0] == 400


@pytest.mark.parametrize(
    ("control", "body"),
    [
        ("clock", {}),
        ("clock", {"hours": 0}),
        ("clock", {"hours": -1}),
        ("clock", {"hours": 1.5}),
        ("clock", {"hours": "3"}),
        ("clock", {"hours": True}),
        ("clock", {"hours": 10**9}),
        ("restart", {}),
        ("fly", {}),
    ],
)
async def test_a_wrong_control_returns_one_sentence(server: LocalDiscord, control: str, body: dict[str, Any]) -> None:
    before = server.clock.offset
    status, response = await use(server, control, **body)
    assert (status, response["error"][-1]) == (400, ".")
    assert server.clock.offset == before
    assert await controls(server) == ["clock"]


async def test_the_controls_are_no_part_of_discord(server: LocalDiscord) -> None:
    headers = {"Authorization": f"Bot {server.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.post(f"{server.api_url}/table/controls/clock", json={"hours": 1}) as response:
            assert response.status == 404
        async with session.post(
            f"{server.url}/table/controls/clock", json={"hours": 1}, headers={"Origin": "http://example.org"}
        ) as response:
            assert response.status == 403
    assert server.clock.offset == timedelta()
    server.rejected.clear()


async def test_a_real_bot_comes_back(server: LocalDiscord, tmp_path: Path) -> None:
    anna, general = server.user("anna"), server.channel("general")
    server.table.host(lambda: start_scribe(server, tmp_path / "scribe.db"))
    await server.table.start()
    await server.bot_online()
    await anna.slash(general, "count")
    await use(server, "restart")
    await server.bot_online()
    await anna.slash(general, "count")
    assert [message["content"] for message in anna.messages(general)] == ["count 1", "count 2"]
    await use(server, "offline")
    assert not server.gateway.online
    await use(server, "online")
    await server.bot_online()
    await server.table.kill()


async def test_a_clock_that_is_put_on_is_told_to_every_page(server: LocalDiscord) -> None:
    told: list[str] = []
    server.hub.state.updates.subscribe(lambda update: told.append(f"{update.type} {update.body['now']}"))
    await server.table.advance(timedelta(hours=3))
    assert len(told) == 1
    assert told[0].startswith("clock ")
    assert told[0] <= f"clock {timestamp(server.clock.now())}"
