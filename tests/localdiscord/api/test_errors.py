"""Requests that Discord rejects, whatever the bot is: unknown objects, wrong channels, invalid bodies."""

from typing import Any

import pytest

from tests.localdiscord.api.scene import Scene

CHANNEL = "/channels/{channel}"
MESSAGE = CHANNEL + "/messages/{message}"
GLOBAL = "/applications/{application}/commands"


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/channels/1", None, 404, 10003),
        ("GET", CHANNEL + "/messages/1", None, 404, 10008),
        ("GET", "/guilds/1", None, 404, 10004),
        ("GET", "/users/1", None, 404, 10013),
        ("GET", "/guilds/{guild}/members/1", None, 404, 10007),
        ("GET", "/applications/1/commands", None, 404, 10002),
        ("GET", "/applications/{application}/guilds/1/commands", None, 404, 10004),
        ("GET", GLOBAL + "/1", None, 404, 10063),
        ("POST", "/users/@me/channels", {"recipient_id": "1"}, 400, 50033),
        ("POST", "/channels/{thread}/threads", {"name": "x", "type": 11}, 400, 50024),
        ("GET", CHANNEL + "/thread-members", None, 400, 50024),
        ("PUT", CHANNEL + "/thread-members/{user}", None, 400, 50024),
        ("GET", "/channels/{thread}/thread-members/{user}", None, 404, 10007),
        ("PUT", "/channels/{thread}/thread-members/1", None, 404, 10013),
        ("POST", CHANNEL + "/messages", [], 400, 50109),
        ("POST", CHANNEL + "/messages/bulk-delete", {"messages": ["1"]}, 400, 50016),
        ("POST", CHANNEL + "/messages", {"content": "x", "message_reference": {"message_id": "1"}}, 400, 50035),
        ("POST", "/interactions/1/{token}/callback", {"type": 4}, 404, 10062),
        ("POST", "/webhooks/1/{token}", {"content": "x"}, 401, 50027),
        ("POST", "/webhooks/{application}/1", {"content": "x"}, 401, 50027),
        ("PUT", GLOBAL, [1], 400, 50035),
        ("PUT", GLOBAL, [{"name": "x", "description": "x", "options": [{"name": "a"}]}], 400, 50035),
    ],
)
async def test_it_is_rejected(scene: Scene, method: str, path: str, body: Any, status: int, code: int) -> None:
    got, response = await scene.request(method, path, body)
    assert (got, response["code"]) == (status, code)
    assert [rejected.code for rejected in scene.server.rejected] == [code]


ARCHIVED = {
    "send": ("POST", "/channels/{thread}/messages", {"content": "x"}),
    "edit": ("PATCH", "/channels/{thread}/messages/{inside}", {"content": "x"}),
    "react": ("PUT", "/channels/{thread}/messages/{inside}/reactions/{emoji}/@me", None),
    "rename": ("PATCH", "/channels/{thread}", {"name": "other"}),
    "leave": ("DELETE", "/channels/{thread}/thread-members/@me", None),
    "remove": ("DELETE", "/channels/{thread}/thread-members/{user}", None),
    "add": ("PUT", "/channels/{thread}/thread-members/{user}", None),
    "pin": ("PUT", "/channels/{thread}/messages/pins/{inside}", None),
}


@pytest.mark.parametrize("what", ARCHIVED)
async def test_nothing_changes_in_an_archived_thread(scene: Scene, what: str) -> None:
    _, inside = await scene.request("POST", "/channels/{thread}/messages", {"content": "inside"})
    scene.ids["inside"] = inside["id"]
    await scene.request("PATCH", "/channels/{thread}", {"archived": True})
    status, response = await scene.request(*ARCHIVED[what])
    assert (status, response["code"]) == (400, 50083)
    await scene.request("PATCH", "/channels/{thread}", {"archived": False})
    assert (await scene.request(*ARCHIVED[what]))[0] in (200, 204)


@pytest.mark.parametrize("asked", ["limit=0", "limit=101", "limit=many", "before=x"])
async def test_a_page_of_the_history_has_bounds(scene: Scene, asked: str) -> None:
    status, response = await scene.request("GET", f"{CHANNEL}/messages?{asked}")
    assert (status, response["code"]) == (400, 50035)
    assert list(response["errors"]) == [asked.split("=")[0]]
