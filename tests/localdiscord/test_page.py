"""The endpoints of the page: each person sees and does their own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yarl

from localdiscord import LocalDiscord, Person
from localdiscord.people import Place
from tests.localdiscord.little_bot import LittleBot


class Screen:
    """A browser of one person."""

    def __init__(self, table: LocalDiscord, session: aiohttp.ClientSession, user_id: str) -> None:
        self.table = table
        self.session = session
        self.user_id = user_id
        self.events: list[dict[str, Any]] = []

    async def get(self, path: str, **query: str) -> Any:
        async with self.session.get(self.table.url + path, params={"user": self.user_id, **query}) as answer:
            return await answer.json()

    async def act(self, channel: Place, kind: str, **body: Any) -> tuple[int, Any]:
        sent = {"user": self.user_id, "channel": channel["id"], "kind": kind, **body}
        async with self.session.post(self.table.url + "/table/act", json=sent) as answer:
            return answer.status, await answer.json()

    async def listen(self, ready: asyncio.Event) -> None:
        url = f"{self.table.url}/table/events?user={self.user_id}"
        async with self.session.ws_connect(url) as socket:
            ready.set()
            async for frame in socket:
                self.events.append(frame.json())

    async def heard(self, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(3):
            while True:
                for event in self.events:
                    if event["type"] == kind:
                        self.events.remove(event)
                        return event
                await asyncio.sleep(0.005)

    def kinds(self) -> list[str]:
        return [event["type"] for event in self.events]


@contextlib.asynccontextmanager
async def screen_of(table: LocalDiscord, person: Person) -> AsyncIterator[Screen]:
    async with aiohttp.ClientSession() as session:
        screen, ready = Screen(table, session, person.id), asyncio.Event()
        listening = asyncio.create_task(screen.listen(ready))
        await ready.wait()
        yield screen
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


@pytest.fixture
async def left(table: LocalDiscord, anna: Person, marne: Place) -> AsyncIterator[Screen]:
    assert marne in table.world.channels.values()
    async with screen_of(table, anna) as screen:
        yield screen


@pytest.fixture
async def right(table: LocalDiscord, bert: Person) -> AsyncIterator[Screen]:
    async with screen_of(table, bert) as screen:
        yield screen


@pytest.mark.usefixtures("bot")
async def test_the_world_of_a_person(table: LocalDiscord, left: Screen, right: Screen, marne: Place) -> None:
    left.table.thread("the-long-war", marne)
    table.person("anna").dm()
    world = await left.get("/table/world")
    assert world["guild"] == {"id": table.world.guild_id, "name": "The table"}
    assert [user["username"] for user in world["users"]] == ["anna", "bert"]
    assert {command["name"] for command in world["commands"]} == {"do", "draw", "say", "owners"}
    assert (world["bot"], world["application"]["user"]["bot"]) == ("online", True)
    assert [channel["type"] for channel in world["channels"]] == [0, 11, 1]
    assert [channel["type"] for channel in (await right.get("/table/world"))["channels"]] == [0, 11]


@pytest.mark.usefixtures("bot")
async def test_a_whole_deed(left: Screen, right: Screen, marne: Place) -> None:
    options = {"marker": "Fog"}
    assert await left.act(marne, "command", nonce="n1", name="draw event", options=options) == (200, {})
    assert (await left.heard("thinking"))["nonce"] == "n1"
    assert (await left.heard("message_create"))["message"]["embeds"][0]["title"] == "Drawn"
    assert (await left.heard("answered"))["nonce"] == "n1"
    private = (await left.heard("message_create"))["message"]
    assert private["flags"] == 64
    await right.heard("message_create")
    assert {"thinking", "answered", "message_create"}.isdisjoint(right.kinds())
    assert len(await left.get("/table/messages", channel=marne["id"])) == 2
    assert len(await right.get("/table/messages", channel=marne["id"])) == 1

    press = {"nonce": "n2", "message": private["id"], "custom_id": "report"}
    status, answer = await right.act(marne, "press", **press)
    assert (status, answer) == (400, {"error": "You do not see that message."})
    await left.act(marne, "press", **press)
    form = await left.heard("modal")
    assert (form["nonce"], form["modal"]["title"]) == ("n2", "Report")
    values = {"vp": "31"}
    assert (await right.act(marne, "submit", modal=form["modal"]["id"], values=values))[0] == 400
    await left.act(marne, "submit", nonce="n3", modal=form["modal"]["id"], values=values)
    assert (await right.heard("message_create"))["message"]["content"] == "31 points"

    await left.act(marne, "select", message=private["id"], custom_id="marker", values=["air"])
    assert (await left.heard("message_update"))["message"]["content"] == "chose air"
    await left.act(marne, "dismiss", message=private["id"])
    assert (await left.heard("message_delete"))["id"] == private["id"]
    assert "message_update" not in right.kinds()
    assert "message_delete" not in right.kinds()


@pytest.mark.usefixtures("bot")
async def test_completion_talk_threads_and_people(left: Screen, right: Screen, marne: Place) -> None:
    typed = {"name": "draw event", "options": {}, "focused": "marker", "value": "air"}
    assert await left.act(marne, "autocomplete", **typed) == (
        200, {"choices": [{"name": "Air unit", "value": "air"}]}
    )  # fmt: skip
    await left.act(marne, "say", content="hello")
    assert (await right.heard("message_create"))["message"]["content"] == "hello"
    _, made = await left.act(marne, "thread", name="the long war")
    assert (await right.heard("channel_create"))["channel"]["id"] == made["channel"]["id"]
    _, added = await left.act(marne, "user", name="carla")
    assert (await right.heard("user_create"))["user"] == added["user"]


@pytest.mark.usefixtures("bot", "_impatient")
async def test_silence_is_told_to_the_person(left: Screen, right: Screen, marne: Place) -> None:
    await left.act(marne, "command", nonce="n1", name="do", options={})
    failed = await left.heard("failed")
    assert failed["reason"] == "The application did not respond"
    assert (failed["nonce"], failed["channel_id"]) == ("n1", marne["id"])
    assert right.kinds() == []


async def test_the_bot_comes_and_goes(table: LocalDiscord, left: Screen) -> None:
    from tests.localdiscord.little_bot import connected

    async with connected(table, LittleBot()):
        assert (await left.heard("bot"))["status"] == "online"
        assert len((await left.heard("commands"))["commands"]) == 4
    assert (await left.heard("bot"))["status"] == "offline"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("command", {"name": "march"}),
        ("command", {}),
        ("press", {"message": "1", "custom_id": "x"}),
        ("say", {"content": " "}),
        ("say", {"content": "x" * 2001}),
        ("thread", {"name": ""}),
        ("user", {"name": ""}),
        ("fly", {}),
    ],
)
async def test_what_cannot_be_done_is_one_sentence(left: Screen, marne: Place, kind: str, body: dict[str, Any]) -> None:
    status, answer = await left.act(marne, kind, **body)
    assert status == 400
    assert answer["error"].endswith(".")


async def test_nobody_is_not_a_person(table: LocalDiscord, left: Screen, marne: Place) -> None:
    left.user_id = "1"
    assert "error" in await left.get("/table/world")
    assert "error" in await left.get("/table/messages", channel=marne["id"])
    assert (await left.act(marne, "say", content="x"))[0] == 400
    assert table.world.posts[marne["id"]] == {}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "{own}"}, 200),
        ({"Host": "localhost:{port}", "Origin": "http://localhost:{port}"}, 200),
        ({"Origin": "http://example.org"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Host": "example.org:{port}"}, 403),
        ({"Host": "127.0.0.1"}, 403),
    ],
)
async def test_other_pages_are_kept_out(
    table: LocalDiscord, anna: Person, headers: dict[str, str], status: int
) -> None:
    port = table.url.rsplit(":", 1)[1]
    sent = {name: value.format(own=table.url, port=port) for name, value in headers.items()}
    async with aiohttp.ClientSession(headers=sent) as session:
        async with session.get(f"{table.url}/table/world?user={anna.id}") as answer:
            assert answer.status == status
        body = {"user": anna.id, "channel": table.channel("marne")["id"], "kind": "say", "content": "x"}
        async with session.post(f"{table.url}/table/act", json=body) as answer:
            assert answer.status == status
        socket = session.ws_connect(f"{table.url}/table/events?user={anna.id}")
        if status == 200:
            async with socket:
                return
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await socket


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/page/page.js", 200),
        ("/page/nothing.js", 404),
        ("/page/..%2Fsecret", 404),
        ("/page/%2e%2e%2fsecret", 404),
        ("/other", 404),
    ],
)
async def test_only_the_files_of_the_page(
    table: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    page = tmp_path / "page"
    page.mkdir()
    for file in (page / "index.html", page / "page.js", tmp_path / "secret"):
        file.write_text("x")
    monkeypatch.setattr("localdiscord.page.PAGE", page)
    url = yarl.URL(table.url + path, encoded=True)
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        assert answer.status == status
