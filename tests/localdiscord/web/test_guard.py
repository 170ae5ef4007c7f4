"""Who is answered: the server's own page, and no other."""

import aiohttp
import pytest

from localdiscord import Channel, LocalDiscord, User


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "{own}"}, 200),
        ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}, 200),
        ({"Host": "localhost:{port}"}, 200),
        ({"Host": "localhost:{port}", "Origin": "{own}"}, 200),
        ({"Origin": ""}, 403),
        ({"Host": "example.org:{port}", "Origin": "{own}"}, 403),
        ({"Host": "example.org:{port}", "Origin": "http://example.org:{port}"}, 403),
        ({"Origin": "http://example.org"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Host": "example.org:{port}"}, 403),
        ({"Host": "127.0.0.1"}, 403),
    ],
)
async def test_other_pages_are_rejected(server: LocalDiscord, anna: User, headers: dict[str, str], status: int) -> None:
    port = server.url.rsplit(":", 1)[1]
    sent = {name: value.format(own=server.url, port=port) for name, value in headers.items()}
    async with aiohttp.ClientSession(headers=sent) as session:
        async with session.get(f"{server.url}/local/state?user={anna.id}") as response:
            assert response.status == status
        body = {"user": anna.id, "channel": server.channel("general")["id"], "type": "send", "content": "x"}
        async with session.post(f"{server.url}/local/actions", json=body) as response:
            assert response.status == status
        socket = session.ws_connect(f"{server.url}/local/updates?user={anna.id}")
        if status == 200:
            async with socket:
                return
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await socket


@pytest.mark.usefixtures("_short_ack_timeout")
async def test_an_impossible_action_is_told_in_a_sentence(server: LocalDiscord, anna: User, general: Channel) -> None:
    word = {"type": 3, "name": "word", "description": "x", "autocomplete": True}
    command = {"id": "1", "name": "tell", "type": 1, "default_member_permissions": None, "options": [word]}
    server.hub.state.register_commands("", [command])
    typed = {"type": "autocomplete", "name": "tell", "focused": "word", "value": "x"}
    async with aiohttp.ClientSession() as session:
        for action, sentence in (
            (typed, "The application did not respond"),
            ({"type": "send", "content": ""}, "You cannot send an empty message."),
        ):
            body = {"user": anna.id, "channel": general["id"], **action}
            async with session.post(f"{server.url}/local/actions", json=body) as response:
                assert (response.status, await response.json()) == (400, {"error": sentence})
