"""What the bot may do with each permission, and what it may not without it, in a channel and in a thread."""

from typing import Any

import pytest

from localdiscord import Permission
from tests.localdiscord.api.scene import Scene
from tests.localdiscord.api.steps import codes

P = Permission
MESSAGE = "/channels/{channel}/messages/{message}"
PIN = "/channels/{channel}/messages/pins/{message}"
REACTION = MESSAGE + "/reactions/{emoji}/@me"
THREADS = "/channels/{channel}/threads"
NEEDED: list[tuple[str, str, Any, Permission]] = [
    ("GET", "/channels/{channel}", None, P(0)),
    ("POST", "/channels/{channel}/messages", {"content": "x"}, P.SEND_MESSAGES),
    ("POST", "/channels/{thread}/messages", {"content": "x"}, P.SEND_MESSAGES_IN_THREADS),
    ("GET", MESSAGE, None, P.READ_MESSAGE_HISTORY), ("PATCH", MESSAGE, {"content": "x"}, P(0)),
    ("DELETE", MESSAGE, None, P(0)), ("DELETE", "/channels/{channel}/messages/{said}", None, P.MANAGE_MESSAGES),
    ("POST", "/channels/{channel}/messages/bulk-delete", ["message", "second"], P.MANAGE_MESSAGES),
    ("GET", "/channels/{channel}/messages/pins", None, P(0)), ("PUT", PIN, None, P.PIN_MESSAGES),
    ("DELETE", PIN, None, P.PIN_MESSAGES), ("PUT", REACTION, None, P.ADD_REACTIONS | P.READ_MESSAGE_HISTORY),
    ("DELETE", REACTION, None, P(0)), ("POST", "/channels/{channel}/typing", None, P.SEND_MESSAGES),
    ("POST", "/channels/{thread}/typing", None, P.SEND_MESSAGES_IN_THREADS),
    ("POST", "/channels/{channel}/messages", {"embeds": [{"title": "x"}]}, P.SEND_MESSAGES | P.EMBED_LINKS),
    ("POST", "/channels/{channel}/messages", {"content": "x", "tts": True}, P.SEND_MESSAGES | P.SEND_TTS_MESSAGES),
    ("POST", "/channels/{channel}/messages", {"content": "x", "embeds": [], "tts": False}, P.SEND_MESSAGES),
    ("PATCH", "/channels/{channel}/messages/{said}", {"flags": 4}, P.MANAGE_MESSAGES),
    ("PATCH", "/channels/{channel}", {"topic": "x"}, P.MANAGE_CHANNELS),
    ("DELETE", "/channels/{channel}", None, P.MANAGE_CHANNELS),
    ("POST", THREADS, {"name": "new", "type": 11}, P.CREATE_PUBLIC_THREADS),
    ("POST", THREADS, {"name": "new", "type": 12}, P.CREATE_PRIVATE_THREADS),
    ("POST", MESSAGE + "/threads", {"name": "new"}, P.CREATE_PUBLIC_THREADS),
    ("PATCH", "/channels/{thread}", {"name": "own"}, P(0)), ("PATCH", "/channels/{thread}", {"archived": True}, P(0)),
    ("PATCH", "/channels/{thread}", {"archived": False, "rate_limit_per_user": 5}, P(0)),
    ("PATCH", "/channels/{thread}", {"locked": True}, P.MANAGE_THREADS),
    ("PATCH", "/channels/{thread}", {"flags": 2}, P.MANAGE_THREADS),
    ("PATCH", "/channels/{talk}", {"name": "x"}, P.MANAGE_THREADS),
    ("DELETE", "/channels/{thread}", None, P.MANAGE_THREADS),
    ("PATCH", "/channels/{talk}", {"archived": False}, P.SEND_MESSAGES_IN_THREADS),
    ("PATCH", "/channels/{talk}", {"archived": True}, P.MANAGE_THREADS),
    ("PATCH", "/channels/{talk}", {"archived": False, "name": "x"}, P.MANAGE_THREADS),
    ("PATCH", "/channels/{shut}", {"archived": False}, P.MANAGE_THREADS),
]  # fmt: skip
"""What is asked for, and the permissions that it needs beside that to see the channel: all of them, and no others."""


def furnished(scene: Scene) -> Scene:
    """With what Anna has said, a thread of hers, and one of the bot's that is locked."""
    channels = scene.state.channels
    scene.ids["said"] = scene.anna.send(scene.general, "mine")["id"]
    scene.ids["talk"] = channels.add_thread(scene.general["id"], "hers", scene.anna.id)["id"]
    shut = channels.add_thread(scene.general["id"], "shut", scene.state.bot_id)
    channels.set_thread(shut, locked=True)
    scene.ids["shut"] = shut["id"]
    return scene


async def asks(scene: Scene, method: str, path: str, body: Any) -> tuple[int, int]:
    """The status, and Discord's code for what was refused."""
    if isinstance(body, list):
        body = {"messages": [scene.ids[each] for each in body]}
    return await scene.asks(method, path, body)


def single(permissions: Permission) -> list[Permission]:
    return [each for each in Permission if each & permissions]


@pytest.mark.parametrize(("method", "path", "body", "needed"), NEEDED)
async def test_a_request_needs_its_permissions(
    scene: Scene, method: str, path: str, body: Any, needed: Permission
) -> None:
    every, general = P(sum(set(P))), furnished(scene).general
    scene.server.allow(general, every)
    for missing in single(needed):
        scene.server.deny(general, missing)
        assert await asks(scene, method, path, body) == (403, 50013), missing
        scene.server.allow(general, missing)
    scene.server.deny(general, P.VIEW_CHANNEL)
    assert await asks(scene, method, path, body) == (403, 50001)
    scene.server.allow(general, P.VIEW_CHANNEL)
    scene.server.deny(general, every & ~(needed | P.VIEW_CHANNEL))
    status, _ = await asks(scene, method, path, body)
    assert status < 300
    refused = [(403, 50013)] * len(single(needed)) + [(403, 50001)]
    assert codes(scene.server) == refused


@pytest.mark.parametrize(("count", "status"), [(1, 400), (2, 204), (100, 204), (101, 400)])
async def test_two_to_a_hundred_messages_are_deleted_at_once(scene: Scene, count: int, status: int) -> None:
    ids = [scene.anna.send(scene.general, str(number))["id"] for number in range(count)]
    answer, _ = await scene.request("POST", "/channels/{channel}/messages/bulk-delete", {"messages": ids})
    assert answer == status
    left = {each["id"] for each in scene.anna.messages(scene.general)} & {*ids}
    assert left == (set() if status == 204 else {*ids})
