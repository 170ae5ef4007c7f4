"""The endpoints of the page: each user sees and does their own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import pytest

from localdiscord import Channel, LocalDiscord, User, run_client
from tests.localdiscord.little_bot import LittleBot
from tests.patience import PATIENCE, a_moment, until


class Screen:
    def __init__(self, server: LocalDiscord, session: aiohttp.ClientSession, user_id: str) -> None:
        self.server = server
        self.session = session
        self.user_id = user_id
        self.events: list[dict[str, Any]] = []

    async def get(self, path: str, **query: str) -> Any:
        async with self.session.get(self.server.url + path, params={"user": self.user_id, **query}) as response:
            return await response.json()

    async def act(self, channel: Channel, type_: str, **body: Any) -> tuple[int, Any]:
        sent = {"user": self.user_id, "channel": channel["id"], "type": type_, **body}
        async with self.session.post(self.server.url + "/local/actions", json=sent) as response:
            return response.status, await response.json()

    async def listen(self, ready: asyncio.Event) -> None:
        url = f"{self.server.url}/local/updates?user={self.user_id}"
        async with self.session.ws_connect(url) as socket:
            ready.set()
            async for frame in socket:
                self.events.append(frame.json())

    async def next_event(self, type_: str) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                for event in self.events:
                    if event["type"] == type_:
                        self.events.remove(event)
                        return event
                await a_moment()

    def types(self) -> list[str]:
        return [event["type"] for event in self.events]


@contextlib.asynccontextmanager
async def screen_of(server: LocalDiscord, user: User) -> AsyncIterator[Screen]:
    async with aiohttp.ClientSession() as session:
        screen, ready = Screen(server, session, user.id), asyncio.Event()
        listening = asyncio.create_task(screen.listen(ready))
        await ready.wait()
        yield screen
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


@pytest.fixture
async def left(server: LocalDiscord, anna: User, general: Channel) -> AsyncIterator[Screen]:
    assert general in server.hub.state.channels.by_id.values()
    async with screen_of(server, anna) as screen:
        yield screen


@pytest.fixture
async def right(server: LocalDiscord, bert: User) -> AsyncIterator[Screen]:
    async with screen_of(server, bert) as screen:
        yield screen


@pytest.mark.usefixtures("bot")
async def test_the_state_as_a_user_sees_it(server: LocalDiscord, left: Screen, right: Screen, general: Channel) -> None:
    left.server.thread("a-long-thread", general)
    server.user("anna").dm()
    state = await left.get("/local/state")
    assert state["guild"] == {"id": server.guild_id, "name": "Local guild"}
    assert [user["username"] for user in state["users"]] == ["anna", "bert"]
    assert {command["name"] for command in state["commands"]} == {"do", "draw", "say", "owners"}
    assert (state["bot"], state["application"]["user"]["bot"]) == ("online", True)
    assert [channel["type"] for channel in state["channels"]] == [0, 11, 1]
    assert [channel["type"] for channel in (await right.get("/local/state"))["channels"]] == [0, 11]


@pytest.mark.usefixtures("bot")
async def test_a_whole_interaction(left: Screen, right: Screen, general: Channel) -> None:
    options = {"card": "Three"}
    assert await left.act(general, "command", nonce="n1", name="draw card", options=options) == (200, {})
    assert (await left.next_event("interaction_create"))["nonce"] == "n1"
    assert (await left.next_event("message_create"))["message"]["embeds"][0]["title"] == "Drawn"
    assert (await left.next_event("interaction_success"))["nonce"] == "n1"
    private = (await left.next_event("message_create"))["message"]
    assert private["flags"] == 64
    await right.next_event("message_create")
    assert {"interaction_create", "interaction_success", "message_create"}.isdisjoint(right.types())
    assert len(await left.get("/local/messages", channel=general["id"])) == 2
    assert len(await right.get("/local/messages", channel=general["id"])) == 1

    press = {"nonce": "n2", "message": private["id"], "custom_id": "report"}
    status, response = await right.act(general, "press", **press)
    assert (status, response) == (400, {"error": "You cannot see this message."})
    await left.act(general, "press", **press)
    form = await left.next_event("modal")
    assert (form["nonce"], form["modal"]["title"]) == ("n2", "Report")
    values = {"points": "31"}
    assert (await right.act(general, "submit", modal=form["modal"]["id"], values=values))[0] == 400
    await left.act(general, "submit", nonce="n3", modal=form["modal"]["id"], values=values)
    assert (await right.next_event("message_create"))["message"]["content"] == "31 points"
    assert [(await left.next_event("interaction_success"))["nonce"] for _ in "ab"] == ["n2", "n3"], "the form's own"

    await left.act(general, "select", nonce="n4", message=private["id"], custom_id="card", values=["ace"])
    assert (await left.next_event("message_update"))["message"]["content"] == "chose ace"
    assert (await left.next_event("interaction_success"))["nonce"] == "n4"
    await left.act(general, "dismiss", message=private["id"])
    assert (await left.next_event("message_delete"))["id"] == private["id"]
    assert "message_update" not in right.types()
    assert "message_delete" not in right.types()


@pytest.mark.usefixtures("bot")
async def test_a_cancel_closes_no_newer_form(left: Screen, general: Channel) -> None:
    await left.act(general, "command", name="draw card", options={"card": "Three"})
    await left.next_event("message_create")
    private = (await left.next_event("message_create"))["message"]

    async def open_form() -> str:
        await left.act(general, "press", message=private["id"], custom_id="report")
        form = await left.next_event("modal")
        return str(form["modal"]["id"])

    async def submit(form: str) -> int:
        return (await left.act(general, "submit", modal=form, values={"points": "31"}))[0]

    older, newer = await open_form(), await open_form()
    await left.act(general, "cancel", modal=older)
    assert await submit(newer) == 200
    cancelled = await open_form()
    await left.act(general, "cancel", modal=cancelled)
    assert await submit(cancelled) == 400


@pytest.mark.usefixtures("bot")
async def test_autocomplete_messages_threads_and_users(left: Screen, right: Screen, general: Channel) -> None:
    typed = {"name": "draw card", "options": {}, "focused": "card", "value": "ace"}
    assert await left.act(general, "autocomplete", **typed) == (
        200, {"choices": [{"name": "Red ace", "value": "ace"}]}
    )  # fmt: skip
    await left.act(general, "send", content="hello")
    assert (await right.next_event("message_create"))["message"]["content"] == "hello"
    _, made = await left.act(general, "create_thread", name="a long thread")
    assert (await right.next_event("channel_create"))["channel"]["id"] == made["channel"]["id"]
    forum = left.server.forum("campaigns", ["waiting"])
    _, opened = await left.act(forum, "create_post", name="Marne", content="who?", tags=["waiting"])
    assert opened["channel"]["applied_tags"] == [forum["available_tags"][0]["id"]]
    (first,) = await right.get("/local/messages", channel=opened["channel"]["id"])
    assert (first["id"], first["content"]) == (opened["channel"]["id"], "who?")
    _, added = await left.act(general, "add_user", name="carla")
    assert (await right.next_event("user_create"))["user"] == added["user"]


async def test_a_user_is_added_once_with_a_short_name(left: Screen, general: Channel) -> None:
    longest, club = "x" * 32, left.server.guild("The club")
    status, added = await left.act(general, "add_user", name=longest)
    assert (status, added["user"]["username"]) == (200, longest)
    assert await left.act(general, "add_user", name=f" {longest} ") == (200, added)
    members = left.server.hub.state.guilds[club.id].members
    assert (added["user"]["id"] in left.server.hub.state.first.members, len(members)) == (True, 1)
    for wrong in ("x" * 33, "   "):
        assert (await left.act(general, "add_user", name=wrong))[0] == 400


@pytest.mark.usefixtures("bot", "_short_ack_timeout")
async def test_a_missing_response_is_shown_to_the_user(left: Screen, right: Screen, general: Channel) -> None:
    await left.act(general, "command", nonce="n1", name="do", options={})
    failure = await left.next_event("interaction_failure")
    assert failure["reason"] == "The application did not respond"
    assert (failure["nonce"], failure["channel_id"]) == ("n1", general["id"])
    assert right.types() == []


async def test_the_status_of_the_bot(server: LocalDiscord, left: Screen) -> None:
    async with run_client(server, LittleBot()):
        assert (await left.next_event("bot"))["status"] == "online"
        assert len((await left.next_event("commands"))["commands"]) == 4
    assert (await left.next_event("bot"))["status"] == "offline"


@pytest.mark.parametrize(
    ("type_", "body"),
    [
        ("command", {"name": "fly"}), ("command", {}), ("press", {"message": "1", "custom_id": "x"}),
        ("send", {"content": " "}), ("send", {"content": "x" * 2001}), ("create_thread", {"name": ""}),
        ("create_post", {"name": "x", "content": "x"}), ("add_user", {"name": ""}),
        ("context", {"message": "1", "name": "Why?"}), ("pin", {"message": "1", "pinned": True}),
        ("pin", {"message": "1"}), ("archive", {}), ("dms", {}), ("fly", {}),
    ],
)  # fmt: skip
async def test_an_invalid_action_is_refused(left: Screen, general: Channel, type_: str, body: dict[str, Any]) -> None:
    status, response = await left.act(general, type_, **body)
    assert status == 400
    assert response["error"].endswith(".")


@pytest.mark.parametrize("body", ["", "{", "[]", "1", "null", '"x"'])
async def test_an_action_is_a_json_object(server: LocalDiscord, left: Screen, body: str) -> None:
    async with left.session.post(f"{server.url}/local/actions", data=body) as response:
        assert response.status == 400
        assert await response.json() == {"error": "The action is not a JSON object."}


async def test_unread_messages_are_counted_per_user(
    server: LocalDiscord, left: Screen, right: Screen, general: Channel
) -> None:
    anna, bert = server.user("anna"), server.user("bert")
    anna.send(general, f"<@{bert.id}> hello")
    anna.send(general, "anybody?")
    calls = {anna.id: 0, bert.id: 1}
    for number in (1, 2):
        channels = {general["id"]: {"messages": number, "mentions": 1}}
        assert (await right.next_event("waiting"))["waiting"] == {"channels": channels, "calls": calls}
        # the other users of the table read the number, and not where it is
        assert (await left.next_event("waiting"))["waiting"] == {"channels": {}, "calls": calls}
    assert (await right.get("/local/state"))["waiting"] == {"channels": channels, "calls": calls}
    await right.act(general, "read")
    for screen in (left, right):
        assert (await screen.next_event("waiting"))["waiting"] == {"channels": {}, "calls": {anna.id: 0, bert.id: 0}}
    assert "read" not in left.types()


async def test_permissions_are_shown_per_user(
    server: LocalDiscord, left: Screen, right: Screen, general: Channel
) -> None:
    pins = [int((await screen.get("/local/state"))["permissions"][general["id"]]) >> 51 & 1 for screen in (left, right)]
    assert pins == [1, 0]  # Anna owns the guild
    said = server.user("anna").send(general, "rules")
    assert (await right.act(general, "pin", message=said["id"], pinned=True))[0] == 400
    assert (await left.act(general, "pin", message=said["id"], pinned=True)) == (200, {})
    assert (await right.next_event("message_update"))["message"]["pinned"]
    assert (await left.act(general, "pin", message=said["id"], pinned=False)) == (200, {})
    assert not (await right.next_event("message_update"))["message"]["pinned"]
    await right.act(general, "dms", taken=False)
    assert (await right.get("/local/state"))["takes_dms"] is False
    await right.act(general, "dms", taken=True)
    assert (await right.get("/local/state"))["takes_dms"] is True
    assert (await left.get("/local/state"))["takes_dms"] is True


async def test_the_history_comes_in_pages(server: LocalDiscord, left: Screen, right: Screen, general: Channel) -> None:
    ids = [server.user("anna").send(general, f"line {number}")["id"] for number in range(120)]

    async def page(screen: Screen, **asked: str) -> list[int]:
        found = await screen.get("/local/messages", channel=general["id"], **asked)
        return [int(message["content"].split()[-1]) for message in found]

    assert await page(right) == list(range(70, 120))
    assert await page(right, before=ids[70], limit="50") == list(range(20, 70))
    assert await page(right, after=ids[117]) == [118, 119]
    assert await page(right, around=ids[40], limit="4") == [38, 39, 40, 41]
    assert await page(left, before=ids[0]) == []
    for wrong in ({"limit": "0"}, {"limit": "101"}, {"before": "x"}):
        answer = await right.get("/local/messages", channel=general["id"], **wrong)
        assert answer == {"error": "This is no page of the history."}


@pytest.mark.usefixtures("bot")
async def test_history_excludes_private(server: LocalDiscord, left: Screen, right: Screen, general: Channel) -> None:
    public = server.user("bert").send(general, "to all")
    await left.act(general, "command", nonce="n1", name="draw card", options={"card": "Three"})
    seen_by_anna = [(await left.next_event("message_create"))["message"] for _ in range(3)]
    (private,) = [each for each in seen_by_anna if each["flags"] == 64]
    server.user("anna").pin(public)
    for asked in ({}, {"around": private["id"]}, {"after": public["id"]}, {"before": str(int(private["id"]) + 1)}):
        seen = [each["id"] for each in await right.get("/local/messages", channel=general["id"], **asked)]
        assert seen
        assert private["id"] not in seen
    assert [each["id"] for each in await right.get("/local/pins", channel=general["id"])] == [public["id"]]
    dm = server.user("anna").dm()
    assert await right.get("/local/pins", channel=dm["id"]) == {"error": "You cannot see this channel."}


async def test_the_clock_is_told(server: LocalDiscord, left: Screen) -> None:
    await server.table.advance(timedelta(days=3))
    now = datetime.fromisoformat((await left.next_event("clock"))["now"])
    assert abs(now - server.clock.now()) < timedelta(seconds=5)


async def test_an_unknown_user(server: LocalDiscord, left: Screen, general: Channel) -> None:
    left.user_id = "1"
    assert "error" in await left.get("/local/state")
    assert "error" in await left.get("/local/messages", channel=general["id"])
    assert (await left.act(general, "send", content="x"))[0] == 400
    assert server.hub.state.messages.in_channel(general["id"]) == {}


async def test_calls_and_days_are_counted(server: LocalDiscord, left: Screen, right: Screen, general: Channel) -> None:
    anna, bert = server.user("anna"), server.user("bert")
    sent = [anna.send(general, f"<@{bert.id}> {number}") for number in range(2)]
    await server.table.advance(timedelta(days=2))
    sent.append(anna.send(general, f"<@{bert.id}> again"))
    waiting = (await left.get("/local/state"))["waiting"]
    assert waiting["calls"] == {anna.id: 0, bert.id: 3}
    days = await right.get("/local/days", channel=general["id"])
    assert [each["message"] for each in days] == [sent[0]["id"], sent[2]["id"]]
    assert [each["day"] for each in days] == [sent[0]["timestamp"][:10], sent[2]["timestamp"][:10]]


@pytest.mark.usefixtures("right")
async def test_a_page_shows_the_first_guild(server: LocalDiscord, left: Screen, general: Channel) -> None:
    anna, bert, club, state = server.user("anna"), server.user("bert"), server.guild("The club"), server.hub.state
    carl, den, _ = club.user("carl"), club.channel("den"), club.user("anna")
    for guild, name in ((server.first_guild, "here"), (club, "there")):
        state.register_commands(guild.id, [{"id": "1", "name": name, "type": 1}])
    threads = [server.thread(name, general) for name in ("the tour", "tour")]
    server.lead_to("tour")
    anna.speak("fr")
    bert.close_dms()
    dm, _ = anna.dm(), bert.dm()
    for place in (den, club.thread("tour", den)):
        carl.send(place, f"<@{anna.id}>")
    seen = await left.get("/local/state")
    assert [each["id"] for each in seen["channels"]] == [each["id"] for each in (general, *threads, dm)]
    assert [each["name"] for each in seen["commands"]] == ["here"]
    assert (seen["tour"], seen["takes_dms"]) == (threads[1]["id"], True)
    assert seen["locales"] == {anna.id: "fr", bert.id: "en-US"}
    assert seen["waiting"] == {"channels": {}, "calls": {anna.id: 0, bert.id: 0}}
    async with left.session.get(f"{server.url}/local/state") as response:
        assert {**await response.json(), "now": ""} == {**seen, "now": ""}, "who has picked nobody yet sees the first"
    server.lead_to("")
    assert (await left.get("/local/state"))["tour"] is None
    left.user_id = carl.id
    assert await left.get("/local/state") == {"error": "This user does not exist."}
    assert await left.act(den, "send", content="x") == (400, {"error": "This user does not exist."})


async def test_a_page_hears_its_own_updates(
    server: LocalDiscord, left: Screen, right: Screen, general: Channel
) -> None:
    anna, bert, club = server.user("anna"), server.user("bert"), server.guild("The club")
    den, _ = club.channel("den"), club.user("anna")
    for user in (anna, club.user("carl")):
        user.send(den, f"<@{bert.id}> elsewhere")
    server.hub.state.channels.change(den, topic="x")
    server.delete(den)
    anna.send(anna.dm(), "whispered")
    said = anna.send(general, f"<@{bert.id}> here")
    for screen, heard in ((left, ["whispered", said["content"]]), (right, [said["content"]])):
        assert [(await screen.next_event("message_create"))["message"]["content"] for _ in heard] == heard
    assert {"message_create", "channel_update", "channel_delete"}.isdisjoint((*left.types(), *right.types()))
    # what waits for whom is told to all, and where it is to nobody else
    waiting, calls = {general["id"]: {"messages": 1, "mentions": 1}}, {anna.id: 0, bert.id: 1}
    for screen, channels in ((left, {}), (right, waiting)):
        told = [(await screen.next_event("waiting"))["waiting"] for _ in "ab"]
        assert told[-1] == {"channels": channels, "calls": calls}
    server.hub.state.messages.delete(server.hub.actions.visible_message(anna.id, said["id"]))
    assert (await right.next_event("message_delete"))["id"] == said["id"]
    assert (await right.next_event("waiting"))["waiting"] == {"channels": {}, "calls": {anna.id: 0, bert.id: 0}}


async def test_a_deleted_channel_leaves_nothing_unread(server: LocalDiscord, right: Screen, general: Channel) -> None:
    anna, bert, den = server.user("anna"), server.user("bert"), server.channel("den")
    for place in (general, den):
        anna.send(place, f"<@{bert.id}> here")
    server.delete(den)
    *_, last = [(await right.next_event("waiting"))["waiting"] for _ in ("here", "there", "deleted")]
    assert last == {"channels": {general["id"]: {"messages": 1, "mentions": 1}}, "calls": {anna.id: 0, bert.id: 1}}


async def test_pins_come_from_the_oldest(server: LocalDiscord, left: Screen, general: Channel) -> None:
    anna, den = server.user("anna"), server.channel("den")
    sent = [anna.send(place, str(number)) for number, place in enumerate((general, den, general, general))]
    for number in (2, 0, 1):
        anna.pin(sent[number])
    assert [each["id"] for each in await left.get("/local/pins", channel=general["id"])] == [
        sent[0]["id"], sent[2]["id"]
    ]  # fmt: skip


async def test_every_page_is_told_that_the_server_goes_away() -> None:
    server = LocalDiscord()
    await server.start()
    users = [server.user(name) for name in ("anna", "bert")]
    async with aiohttp.ClientSession() as session:
        sockets = [await session.ws_connect(f"{server.url}/local/updates?user={user.id}") for user in users]
        stopping = asyncio.create_task(server.stop())
        for socket in sockets:
            await socket.receive(timeout=PATIENCE)
            assert socket.close_code == 1001
        await stopping


async def test_a_nonce_tells_menus_apart(server: LocalDiscord, left: Screen, general: Channel) -> None:
    command = {"id": "1", "name": "Why?", "type": 3, "default_member_permissions": None}
    server.hub.state.register_commands("", [command])
    said = server.user("anna").send(general, "hello")
    assert await left.act(general, "context", nonce="n7", message=said["id"], name="Why?") == (200, {})
    begun = await left.next_event("interaction_create")
    assert (begun["nonce"], begun["channel_id"]) == ("n7", general["id"])


async def test_each_user_has_a_language(server: LocalDiscord, left: Screen, right: Screen, general: Channel) -> None:
    assert await right.act(general, "speak", locale="pt-BR") == (200, {})
    assert (await left.act(general, "speak", locale="pt-br"))[0] == 400
    locales = {server.user("anna").id: "en-US", server.user("bert").id: "pt-BR"}
    assert (await left.get("/local/state"))["locales"] == locales


async def test_a_page_that_was_closed_is_told_no_more(server: LocalDiscord, anna: User, bert: User) -> None:
    told = server.hub.state.updates._subscribers
    before = len(told)
    async with screen_of(server, bert):
        async with screen_of(server, anna):
            await until(lambda: len(told) == before + 2)
        await until(lambda: len(told) == before + 1)
    await until(lambda: len(told) == before)
