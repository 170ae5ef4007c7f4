"""A bot that reads no more."""

import aiohttp
import pytest

from localdiscord import LocalDiscord
from localdiscord.gateway import outbox
from tests.localdiscord.gateway.test_gateway import until


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
