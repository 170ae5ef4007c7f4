"""Every route once: a request as discord.py sends it, and the response or what it changed."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from localdiscord import LocalDiscord
from localdiscord.api.router import PREFIX, api_routes
from tests.localdiscord.api.scene import COMMAND, EVENT, Scene


@dataclass(frozen=True)
class Case:
    """A request, and whether the response and the state are right. `ids` are other parameters than the usual ones."""

    check: Callable[[Any, Scene], bool]
    body: Any = None
    ids: dict[str, str] = field(default_factory=dict)
    status: int = 200
    before: tuple[tuple[str, str], ...] = ()


THREAD = {"channel": "thread"}
PIN = ("PUT", "/channels/{channel}/messages/pins/{message}")
REACT = ("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me")
JOIN = ("PUT", "/channels/{channel}/thread-members/{user}")
ORIGINAL = {"message": "@original"}


def is_ping(response: Any, _scene: Scene) -> bool:
    return [command["name"] for command in response] == ["ping"]


def no_commands_left(_response: Any, scene: Scene) -> bool:
    return len(scene.state.available_commands()) == 1


def is_named(name: str) -> Callable[[Any, Scene], bool]:
    return lambda response, _: bool(response["name"] == name)


CASES: dict[str, Case] = {
    "GET /users/@me": Case(lambda r, s: r["id"] == s.state.bot_id),
    "GET /oauth2/applications/@me": Case(lambda r, s: r["owner"]["id"] == s.anna.id),
    "GET /gateway/bot": Case(lambda r, s: r["url"] == s.server.gateway_url),
    "GET /applications/{application}/commands": Case(is_ping),
    "PUT /applications/{application}/commands": Case(is_ping, [COMMAND]),
    "GET /applications/{application}/commands/{command}": Case(is_named("ping")),
    "DELETE /applications/{application}/commands/{command}": Case(no_commands_left, status=204),
    "GET /applications/{application}/guilds/{guild}/commands": Case(is_ping),
    "PUT /applications/{application}/guilds/{guild}/commands": Case(is_ping, [COMMAND]),
    "GET /applications/{application}/guilds/{guild}/commands/{command}": Case(
        is_named("ping"), ids={"command": "guild_command"}
    ),
    "DELETE /applications/{application}/guilds/{guild}/commands/{command}": Case(
        no_commands_left, ids={"command": "guild_command"}, status=204
    ),
    "GET /guilds/{guild}": Case(lambda r, _: r["approximate_member_count"] == 2),
    "GET /guilds/{guild}/channels": Case(lambda r, _: [channel["name"] for channel in r] == ["general"]),
    "POST /guilds/{guild}/channels": Case(
        lambda r, s: s.server.channel("new")["id"] == r["id"], {"name": "new"}, status=201
    ),
    "GET /guilds/{guild}/threads/active": Case(lambda r, _: [each["name"] for each in r["threads"]] == ["talk"]),
    "GET /guilds/{guild}/roles": Case(lambda r, _: [role["name"] for role in r] == ["@everyone", "Bot"]),
    "GET /guilds/{guild}/members": Case(lambda r, s: r[0]["user"]["id"] == s.state.bot_id),
    "GET /guilds/{guild}/members/{user}": Case(lambda r, s: r["user"]["id"] == s.anna.id),
    "GET /users/@me/guilds": Case(lambda r, s: r[0]["id"] == s.server.guild_id),
    "GET /users/{user}": Case(lambda r, _: r["username"] == "anna"),
    "GET /channels/{channel}": Case(is_named("general")),
    "PATCH /channels/{channel}": Case(lambda r, s: r["topic"] == s.general["topic"] == "x", {"topic": "x"}),
    "DELETE /channels/{channel}": Case(lambda _, s: not s.state.channels.by_id),
    "POST /channels/{channel}/typing": Case(lambda *_: True, status=204),
    "POST /users/@me/channels": Case(lambda r, s: r["id"] == s.anna.dm()["id"], {"recipient_id": "{user}"}),
    "POST /channels/{channel}/threads": Case(is_named("new"), {"name": "new"}, status=201),
    "POST /channels/{channel}/messages/{message}/threads": Case(
        lambda r, s: r["id"] == s.message()["thread"]["id"], {"name": "new"}, status=201
    ),
    "GET /channels/{channel}/threads/archived/public": Case(lambda r, _: r["threads"] == []),
    "GET /channels/{channel}/threads/archived/private": Case(lambda r, _: r["threads"] == []),
    "GET /channels/{channel}/thread-members": Case(lambda r, s: r[0]["user_id"] == s.state.bot_id, ids=THREAD),
    "GET /channels/{channel}/thread-members/{user}": Case(
        lambda r, s: r["user_id"] == s.anna.id, ids=THREAD, before=(JOIN,)
    ),
    "PUT /channels/{channel}/thread-members/@me": Case(
        lambda _, s: s.thread_members() == [s.state.bot_id], ids=THREAD, status=204
    ),
    "DELETE /channels/{channel}/thread-members/@me": Case(
        lambda _, s: s.thread_members() == [], ids=THREAD, status=204
    ),
    "PUT /channels/{channel}/thread-members/{user}": Case(
        lambda _, s: s.anna.id in s.thread_members(), ids=THREAD, status=204
    ),
    "DELETE /channels/{channel}/thread-members/{user}": Case(
        lambda _, s: s.anna.id not in s.thread_members(), ids=THREAD, status=204, before=(JOIN,)
    ),
    "POST /channels/{channel}/messages": Case(lambda _, s: s.contents()[-1] == "three", {"content": "three"}),
    "GET /channels/{channel}/messages": Case(lambda r, _: [each["content"] for each in r] == ["talk", "two", "one"]),
    "POST /channels/{channel}/messages/bulk-delete": Case(
        lambda _, s: s.contents() == [], {"messages": ["{message}", "{second}"]}, status=204
    ),
    "GET /channels/{channel}/messages/pins": Case(
        lambda r, s: [each["message"]["id"] for each in r["items"]] == [s.ids["message"]], before=(PIN,)
    ),
    "PUT /channels/{channel}/messages/pins/{message}": Case(lambda _, s: s.message()["pinned"], status=204),
    "DELETE /channels/{channel}/messages/pins/{message}": Case(
        lambda _, s: not s.message()["pinned"], status=204, before=(PIN,)
    ),
    "GET /channels/{channel}/pins": Case(lambda r, s: [each["id"] for each in r] == [s.ids["message"]], before=(PIN,)),
    "PUT /channels/{channel}/pins/{message}": Case(lambda _, s: s.message()["pinned"], status=204),
    "DELETE /channels/{channel}/pins/{message}": Case(
        lambda _, s: not s.message()["pinned"], status=204, before=(PIN,)
    ),
    "GET /channels/{channel}/messages/{message}": Case(lambda r, _: r["content"] == "one"),
    "PATCH /channels/{channel}/messages/{message}": Case(
        lambda r, s: r["content"] == s.message()["content"] == "x", {"content": "x"}
    ),
    "DELETE /channels/{channel}/messages/{message}": Case(lambda _, s: s.message() is None, status=204),
    "PUT /channels/{channel}/messages/{message}/reactions/{emoji}/@me": Case(
        lambda _, s: s.message()["reactions"][0]["emoji"]["name"] == "👍", status=204
    ),
    "DELETE /channels/{channel}/messages/{message}/reactions/{emoji}/@me": Case(
        lambda _, s: s.message()["reactions"] == [], status=204, before=(REACT,)
    ),
    "GET /guilds/{guild}/scheduled-events": Case(lambda r, _: [each["name"] for each in r] == ["Night"]),
    "POST /guilds/{guild}/scheduled-events": Case(is_named("Dawn"), EVENT | {"name": "Dawn"}),
    "GET /guilds/{guild}/scheduled-events/{event}": Case(is_named("Night")),
    "PATCH /guilds/{guild}/scheduled-events/{event}": Case(is_named("Dusk"), {"name": "Dusk"}),
    "DELETE /guilds/{guild}/scheduled-events/{event}": Case(lambda _, s: s.anna.events() == [], status=204),
    "GET /guilds/{guild}/scheduled-events/{event}/users": Case(
        lambda r, s: [each["user_id"] for each in r] == [s.anna.id]
    ),
    "POST /interactions/{interaction}/{token}/callback": Case(
        lambda _, s: s.contents()[-1] == "pong", {"type": 4, "data": {"content": "pong"}}, status=204
    ),
    "POST /webhooks/{application}/{token}": Case(lambda _, s: s.contents()[-1] == "more", {"content": "more"}),
    "GET /webhooks/{application}/{token}/messages/{message}": Case(lambda r, _: r["content"] == "pong", ids=ORIGINAL),
    "PATCH /webhooks/{application}/{token}/messages/{message}": Case(
        lambda _, s: s.contents()[-1] == "x", {"content": "x"}, ids=ORIGINAL
    ),
    "DELETE /webhooks/{application}/{token}/messages/{message}": Case(
        lambda _, s: s.contents() == ["one", "two"], ids=ORIGINAL, status=204
    ),
}
# the routes beside the API, which tests/localdiscord/web and tests/localdiscord/gateway use
PAGE_ROUTES = {
    "GET /", "GET /gateway", "GET /static/{file}", "GET /attachments/{id}/{name}", "GET /local/state",
    "GET /local/messages", "GET /local/days", "GET /local/pins", "GET /local/updates", "POST /local/actions",
    "GET /table/controls", "POST /table/controls/{control}",
}  # fmt: skip


def filled(body: Any, ids: dict[str, str]) -> Any:
    """The body with ids in the place of their names."""
    if isinstance(body, dict):
        return {key: filled(value, ids) for key, value in body.items()}
    if isinstance(body, list):
        return [filled(each, ids) for each in body]
    return body.format(**ids) if isinstance(body, str) else body


@pytest.mark.parametrize("route", CASES)
async def test_route(scene: Scene, route: str) -> None:
    case = CASES[route]
    if "/webhooks/" in route:
        await scene.respond()
    scene.ids |= {name: scene.ids.get(other, other) for name, other in case.ids.items()}
    for method, path in case.before:
        assert (await scene.request(method, path))[0] == 204
    method, path = route.split(" ")
    status, response = await scene.request(method, path, filled(case.body, scene.ids))
    assert status == case.status
    assert case.check(response, scene)
    assert scene.server.rejected == []


def test_every_route_has_its_case() -> None:
    server = LocalDiscord()
    assert [f"{route.method} {route.path}" for route in api_routes(server.hub) if route.path] == list(CASES)
    served = {
        f"{route.method} {route.resource.canonical.removeprefix(PREFIX)}"
        for route in server.app().router.routes()
        if route.resource is not None and route.method not in ("HEAD", "*")
    }
    assert served == CASES.keys() | PAGE_ROUTES
