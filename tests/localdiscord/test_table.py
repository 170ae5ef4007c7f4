"""The table's own controls: the clock, and the bot's being there."""

from datetime import UTC, datetime, timedelta

import aiohttp
import pytest

from localdiscord import Clock, InvalidAction, LocalDiscord
from localdiscord.state.clock import timestamp
from tests.patience import PATIENCE

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


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


async def test_a_clock_that_is_put_on_is_told_to_every_page() -> None:
    server, told = LocalDiscord(clock=Clock(NOW)), list[str]()
    server.hub.state.updates.subscribe(lambda update: told.append(f"{update.type} {update.body['now']}"))
    await server.table.advance(timedelta(hours=3))
    assert told == [f"clock {timestamp(NOW + timedelta(hours=3))}"]


async def test_a_restart_ends_every_connection_of_the_bot_that_died(server: LocalDiscord, noted: list[str]) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await server.table.restart()
        await socket.receive(timeout=PATIENCE)
        assert (socket.close_code, noted) == (1011, ["start"])
