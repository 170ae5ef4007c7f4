"""Facts of Discord's documentation, each asked of the server by a plain request, with the page that states it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import pytest

from localdiscord import Clock, LocalDiscord, Permission
from localdiscord.interactions.events import interaction_create
from localdiscord.interactions.interaction import InteractionType
from localdiscord.limits.commands import OPTION, SLASH_COMMAND
from localdiscord.limits.components import BUTTON, MODAL
from localdiscord.limits.shape import Object
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from tests.localdiscord.api.conftest import MANAGER
from tests.localdiscord.api.scene import Scene

P = Permission
MESSAGES = "/channels/{channel}/messages"
MESSAGE = MESSAGES + "/{message}"
REACTION = MESSAGE + "/reactions/{emoji}/@me"


def modal(field: dict[str, Any]) -> dict[str, Any]:
    """A form with one field."""
    label = {"type": 18, "label": "x", "component": {"custom_id": "a", **field}}
    return {"custom_id": "b", "title": "x", "components": [label]}


@pytest.fixture
async def raw() -> AsyncIterator[Scene]:
    """The scene without the check of each request against Discord's OpenAPI file: what is asked here is wrong."""
    headers, clock = {"Authorization": "Bot local-token"}, Clock(datetime(2026, 1, 5, 12, tzinfo=UTC))
    async with (
        LocalDiscord(bot_permissions=DEFAULT_PERMISSIONS | MANAGER, clock=clock) as server,
        aiohttp.ClientSession(headers=headers) as session,
    ):
        scene = Scene(server, session)
        await scene.fill()
        yield scene


# Resources, Message: Allowed Mentions Object


# Topics, Permissions: MENTION_EVERYONE


async def test_everyone_is_mentioned_by_who_may(raw: Scene) -> None:
    body = {"content": "@everyone", "allowed_mentions": {"parse": ["everyone"]}}
    assert (await raw.request("POST", MESSAGES, body))[1]["mention_everyone"] is False
    raw.server.allow(raw.general, P.MENTION_EVERYONE)
    assert (await raw.request("POST", MESSAGES, body))[1]["mention_everyone"] is True
    body["allowed_mentions"] = {"parse": []}
    assert (await raw.request("POST", MESSAGES, body))[1]["mention_everyone"] is False


# Resources, Message: Create Message


async def test_a_reply_needs_the_history(raw: Scene) -> None:
    body = {"content": "x", "message_reference": {"message_id": raw.ids["message"]}}
    raw.server.deny(raw.general, P.READ_MESSAGE_HISTORY)
    assert await raw.asks("POST", MESSAGES, body) == (400, 160002)
    raw.server.allow(raw.general, P.READ_MESSAGE_HISTORY)
    assert await raw.asks("POST", MESSAGES, body) == (200, 0)


# Resources, Message: Embed Limits


# Resources, Message: Edit Message


async def test_embeds_are_suppressed_by_a_flag_that_stays(raw: Scene) -> None:
    _, message = await raw.request("PATCH", MESSAGE, {"flags": 4})
    assert message["flags"] == 4
    assert (await raw.request("PATCH", MESSAGE, {"content": "new"}))[1]["flags"] == 4
    assert (await raw.request("PATCH", MESSAGE, {"flags": 0}))[1]["flags"] == 0
    raw.ids["message"] = raw.anna.send(raw.general, "mine")["id"]
    assert (await raw.request("PATCH", MESSAGE, {"flags": 4}))[1]["flags"] == 4
    assert await raw.asks("PATCH", MESSAGE, {"flags": 4, "content": "x"}) == (403, 50005)


# Resources, Message: Bulk Delete Messages


async def test_bulk_delete_takes_two_weeks_and_unique_ids(raw: Scene) -> None:
    one, two = raw.ids["message"], raw.ids["second"]
    assert await raw.asks("POST", MESSAGES + "/bulk-delete", {"messages": [one, two, one]}) == (400, 50035)
    raw.server.clock.advance(timedelta(days=14))
    fresh = [raw.anna.send(raw.general, word)["id"] for word in ("three", "four")]
    den = raw.server.channel("den")
    elsewhere = raw.anna.send(den, "x")
    raw.server.clock.advance(timedelta(milliseconds=1))
    assert await raw.asks("POST", MESSAGES + "/bulk-delete", {"messages": [one, two]}) == (400, 50034)
    assert await raw.asks("POST", MESSAGES + "/bulk-delete", {"messages": [one, fresh[0]]}) == (400, 50034)
    assert raw.message() is not None
    raw.server.clock.advance(timedelta(days=14) - timedelta(milliseconds=1))
    assert (await raw.asks("POST", MESSAGES + "/bulk-delete", {"messages": [*fresh, elsewhere["id"]]}))[0] == 204
    assert (raw.contents(), raw.anna.messages(den)) == (["one", "two"], [elsewhere])


# Resources, Message: Get Channel Pins


async def test_pins_need_the_history_permission(raw: Scene) -> None:
    await raw.request("PUT", MESSAGES + "/pins/{message}")
    assert len((await raw.request("GET", MESSAGES + "/pins"))[1]["items"]) == 1
    await raw.request("PUT", MESSAGES + "/pins/{second}")
    items = (await raw.request("GET", MESSAGES + "/pins"))[1]["items"]
    assert [each["message"]["id"] for each in items] == [raw.ids["second"], raw.ids["message"]], "the newest pin first"
    raw.server.deny(raw.general, P.READ_MESSAGE_HISTORY)
    assert await raw.request("GET", MESSAGES + "/pins") == (200, {"items": [], "has_more": False})


# Resources, Message: Create Reaction; Topics, Opcodes and Status Codes: JSON


async def test_reactions_are_limited_to_twenty_per_message(raw: Scene) -> None:
    for wrong in ("no emoji", "x:1", "sword:", "sword:x", "sword:1:1"):
        raw.ids["emoji"] = wrong
        assert await raw.asks("PUT", REACTION) == (400, 10014)
    raw.ids["emoji"] = "sword:123"
    assert [(await raw.asks(method, REACTION))[0] for method in ("PUT", "DELETE")] == [204, 204], "one of a server"
    for place in range(20):
        raw.ids["emoji"] = chr(0x1F600 + place)
        assert (await raw.asks("PUT", REACTION))[0] == 204
    raw.server.deny(raw.general, P.ADD_REACTIONS)
    assert (await raw.asks("PUT", REACTION))[0] == 204
    raw.ids["emoji"] = "⚔️"
    assert await raw.asks("PUT", REACTION) == (403, 50013)
    raw.server.allow(raw.general, P.ADD_REACTIONS)
    assert await raw.asks("PUT", REACTION) == (400, 30010)


# Resources, Channel: Thread Members; Topics, Threads


async def test_members_of_a_thread_are_removed_by_who_manages_threads(raw: Scene) -> None:
    member = "/channels/{thread}/thread-members/{user}"
    assert (await raw.asks("PUT", member))[0] == 204
    raw.server.deny(raw.general, P.MANAGE_THREADS)
    assert await raw.asks("DELETE", member) == (403, 50013)
    assert (await raw.asks("DELETE", "/channels/{thread}/thread-members/@me"))[0] == 204
    raw.server.deny(raw.general, P.SEND_MESSAGES_IN_THREADS)
    assert await raw.asks("PUT", member) == (403, 50013)
    _, private = await raw.request("POST", "/channels/{channel}/threads", {"name": "own", "type": 12})
    raw.server.allow(raw.general, P.SEND_MESSAGES_IN_THREADS)
    raw.ids["thread"] = private["id"]
    assert [(await raw.asks(method, member))[0] for method in ("PUT", "DELETE")] == [204, 204], "it is the bot's own"


# Reference: Snowflakes, Content Type


async def test_only_json_bodies_are_accepted(raw: Scene) -> None:
    url = raw.server.api_url + MESSAGES.format(**raw.ids)
    kinds = {"text/plain": 400, "application/octet-stream": 400, "": 400, "application/json; charset=utf-8": 200}
    for kind, status in kinds.items():
        headers = {"Content-Type": kind} if kind else {}
        async with raw.session.post(
            url, data=b'{"content": "x"}', headers=headers, skip_auto_headers=("Content-Type",)
        ) as answer:
            said = await answer.json()
            assert (answer.status, said.get("code")) == (status, 50035 if status == 400 else None), kind


# Components: String Select, Text Input


# Interactions, Application Commands: Option Structure


# Topics, Threads; Resources, Channel: Channel Types


@pytest.mark.parametrize(
    ("place", "type_", "status"),
    [("text", 10, 400), ("text", 11, 201), ("text", 12, 201), ("news", 10, 201), ("news", 11, 400), ("news", 12, 400)],
)
async def test_announcements_have_threads_of_their_own_kind(raw: Scene, place: str, type_: int, status: int) -> None:
    channel = raw.general if place == "text" else raw.server.announcement("news")
    asked = await raw.request("POST", f"/channels/{channel['id']}/threads", {"name": "x", "type": type_})
    assert (asked[0], asked[1].get("code", 50024), asked[1].get("type", type_)) == (status, 50024, type_)


# Resources, Message: Message Flags; Embed Object


async def test_a_message_in_a_channel_is_for_everybody(raw: Scene) -> None:
    assert (await raw.request("POST", MESSAGES, {"content": "x", "flags": 64}))[1]["flags"] == 0
    for at, status in (("garbage", 400), (7, 400), ("2026-01-05T12:00:00Z", 200), ("2026-01-05", 200)):
        body = {"embeds": [{"title": "x", "timestamp": at}]}
        assert (await raw.request("POST", MESSAGES, body))[0] == status, at


# Interactions, Receiving and Responding: Interaction Object


async def test_in_a_dm_the_bot_may_do_four_things(raw: Scene) -> None:
    anna = raw.server.user("anna")
    interaction = raw.server.hub.interactions.begin(anna.id, anna.dm()["id"], InteractionType.COMMAND, {})
    may = Permission(int(interaction_create(raw.server.hub.state, interaction)["app_permissions"]))
    assert may == P.ATTACH_FILES | P.EMBED_LINKS | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS


# Components, Reference: Button, Checkbox Group, String Select; Interactions, Application Commands


@pytest.mark.parametrize(
    ("shape", "given"),
    [
        (BUTTON, {"type": 2, "style": 1, "custom_id": "a", "label": " "}),
        (MODAL, modal({"type": 22, "min_values": 0, "options": [{"label": "x", "value": "x"}]})),
        (MODAL, modal({"type": 3, "disabled": True, "options": [{"label": "x", "value": "x"}]})),
        (SLASH_COMMAND, {"name": "x", "description": "x", "integration_types": [7]}),
        (SLASH_COMMAND, {"name": "x", "description": "x", "contexts": [3]}),
        (OPTION, {"type": 4, "name": "x", "description": "x", "min_value": 3, "max_value": 2}),
        (OPTION, {"type": 3, "name": "x", "description": "x", "min_length": 3, "max_length": 2}),
    ],
)
def test_what_discord_refuses_is_refused(shape: Object, given: dict[str, Any]) -> None:
    assert len([*shape.violations(given)]) == 1
