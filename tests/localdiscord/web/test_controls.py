"""What the page can do to the table: its clock, and the bot's being there."""

from datetime import timedelta
from typing import Any

import aiohttp
import pytest

from localdiscord import LocalDiscord


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


async def test_the_clock_advances_without_a_hosted_bot(server: LocalDiscord) -> None:
    before = server.clock.now()
    assert await use(server, "clock", hours=1) == (200, {})
    assert server.clock.now() - before >= timedelta(hours=1)
    assert (await use(server, "restart"))[0] == 400
    assert await use(server, "clock", hours=24 * 366) == (200, {})
    assert server.clock.now() - before >= timedelta(days=366, hours=1)


@pytest.mark.parametrize(
    ("control", "body"),
    [
        ("clock", {}), ("clock", {"hours": 0}), ("clock", {"hours": -1}), ("clock", {"hours": 1.5}),
        ("clock", {"hours": "3"}), ("clock", {"hours": True}), ("clock", {"hours": 24 * 366 + 1}), ("restart", {}),
        ("fly", {}),
    ],
)  # fmt: skip
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
