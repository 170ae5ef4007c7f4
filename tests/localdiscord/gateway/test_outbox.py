"""A bot that reads no more."""

import asyncio
import sys
from typing import Any

import aiohttp
import pytest

from localdiscord import LocalDiscord
from localdiscord.gateway import outbox
from tests.patience import until

FROZEN = """
import asyncio, os, signal, sys, aiohttp

async def main():
    async with aiohttp.ClientSession() as session, session.ws_connect(sys.argv[1]) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": sys.argv[2], "intents": 1}})
        await socket.receive()
        os.kill(os.getpid(), signal.SIGSTOP)

asyncio.run(main())
"""


async def test_it_is_cut_off(server: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "_MOST_FRAMES", 10)
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": server.token, "intents": 1}})
        assert (await socket.receive_json())["t"] == "READY"
        for number in range(20):  # nothing is written in between
            server.channel(f"channel-{number}")
        await until(lambda: not server.gateway.online)
    (kept,) = server.gateway._sessions
    assert len(kept.sent) == 22


async def test_a_frozen_process_is_cut_off_when_its_heartbeat_fails() -> None:
    """Nothing can be written to it, not even that the connection ends."""
    async with LocalDiscord(heartbeat_interval=0.2) as server:
        general = server.channel("general")
        frozen = await asyncio.create_subprocess_exec(sys.executable, "-c", FROZEN, server.gateway_url, server.token)
        try:
            await server.bot_online(with_commands=False)
            for number in range(8000):  # more than the system's own buffers hold
                server.hub.state.channels.change(general, topic=f"{number} {'x' * 1000}")
            await until(lambda: not server.gateway.online)
            assert [task for task in asyncio.all_tasks() if task.get_name() == "gateway writer"] == []
            assert server._runner is not None
            listener: Any = server._runner.server
            await until(lambda: listener.connections == [])
        finally:
            frozen.kill()
            await frozen.wait()
