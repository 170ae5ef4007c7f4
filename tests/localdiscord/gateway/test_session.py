"""Sessions: which shard receives what, and which session can be resumed."""

import asyncio
import contextlib
import itertools
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import aiohttp
import pytest

from localdiscord import Chaos, Intent, LocalDiscord, Permission
from localdiscord.chaos import Disturbance
from localdiscord.interactions.interaction import InteractionType
from localdiscord.state.composition import compose, edit, pin
from tests.localdiscord.api.scene import EVENT
from tests.localdiscord.api.steps import until
from tests.localdiscord.gateway.test_gateway import identify

INTENTS = 1 | 1 << 9 | 1 << 12  # guilds, messages, DMs


@pytest.fixture
async def two_shards() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(shards=2, max_concurrency=4) as server:
        server.user("anna")
        server.guild("second").user("anna")
        yield server


class Shard:
    """A process that reads what the gateway sends to it."""

    def __init__(self, server: LocalDiscord, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.server = server
        self.socket = socket
        self.ready: Any = None

    async def identify(self, *shard: int) -> None:
        await self.socket.receive()
        data = {"token": self.server.token, "intents": INTENTS, "shard": list(shard)}
        await self.socket.send_json({"op": 2, "d": data})
        self.ready = (await self.next())[1]

    async def resume(self, session_id: str, sequence: int) -> None:
        await self.socket.receive()
        data = {"token": self.server.token, "session_id": session_id, "seq": sequence}
        await self.socket.send_json({"op": 6, "d": data})

    async def next(self) -> tuple[str | int, Any]:
        """The name and the data of the next event; the number of the opcode for another frame."""
        frame = await self.socket.receive_json(timeout=3)
        return frame["t"] or frame["op"], frame["d"]

    async def heard(self) -> list[str]:
        """The contents of the messages that arrive, and the ids of interactions, until nothing more does."""
        contents: list[str] = []
        with contextlib.suppress(TimeoutError):
            while True:
                frame = await self.socket.receive_json(timeout=0.1)
                if frame["t"] in ("MESSAGE_CREATE", "INTERACTION_CREATE"):
                    contents.append(frame["d"].get("content", frame["d"]["id"]))
        return contents


@contextlib.asynccontextmanager
async def shard(server: LocalDiscord, *numbers: int) -> AsyncIterator[Shard]:
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as socket:
        one = Shard(server, socket)
        if numbers:
            await one.identify(*numbers)
        yield one


async def test_each_shard_receives_its_own(two_shards: LocalDiscord) -> None:
    server, anna = two_shards, two_shards.user("anna")
    first, second = server.channel("general"), server.guild("second").channel("general")
    mention = f"<@{server.hub.state.bot_id}>"  # without the message content intent the bot reads only these
    async with shard(server, 0, 2) as zero, shard(server, 1, 2) as one, shard(server, 0, 1) as every:
        guilds = [[guild["id"] for guild in each.ready["guilds"]] for each in (zero, one, every)]
        assert guilds == [[server.guild_id], [server.guild("second").id], [server.guild_id, server.guild("second").id]]
        for place, text in ((first, "first"), (second, "second"), (anna.dm(), "dm")):
            anna.send(place, f"{mention} {text}")
        heard = [[text.removeprefix(f"{mention} ") for text in await each.heard()] for each in (zero, one, every)]
        assert heard == [["first", "dm"], ["second"], ["first", "second", "dm"]]
        begun = [
            server.hub.interactions.begin(anna.id, place["id"], InteractionType.COMMAND, {"id": "1", "name": "x"})
            for place in (first, second, anna.dm())
        ]
        for each in begun:
            server.hub.interactions.acknowledge(each)
        ids = [each.id for each in begun]
        assert [await each.heard() for each in (zero, one, every)] == [[ids[0], ids[2]], [ids[1]], ids]


async def test_a_new_guild_appears_on_its_shard(two_shards: LocalDiscord) -> None:
    async with shard(two_shards, 0, 2) as zero, shard(two_shards, 1, 2) as one:
        await zero.next()
        await one.next()
        third, fourth = two_shards.guild("third"), two_shards.guild("fourth")
        for each, guild in ((zero, third), (one, fourth)):
            name, data = await each.next()
            assert (name, data["id"], data["name"]) == ("GUILD_CREATE", guild.id, guild.name)


async def test_every_session_of_a_shard_receives_every_event(two_shards: LocalDiscord) -> None:
    """A second process starts before the first one stops; whichever answers first has answered."""
    server, anna = two_shards, two_shards.user("anna")
    command = {"id": "1", "name": "ping", "type": 1, "default_member_permissions": None}
    server.hub.state.register_commands("", [command])
    async with shard(server, 0, 2) as old, shard(server, 0, 2) as new, shard(server, 1, 2) as other:
        assert server.gateway.connected == 3
        interaction = server.hub.actions.command(anna.id, server.channel("general")["id"], "ping", {})
        assert [await each.heard() for each in (old, new, other)] == [[interaction.id], [interaction.id], []]
        url = f"{server.api_url}/interactions/{interaction.id}/{interaction.token}/callback"
        async with aiohttp.ClientSession() as session:
            answers = [session.post(url, json={"type": 4, "data": {"content": text}}) for text in ("one", "two")]
            responses = await asyncio.gather(*answers)
            statuses = sorted(response.status for response in responses)
            codes = [(await response.json())["code"] for response in responses if response.status == 400]
        assert (statuses, codes) == ([204, 400], [40060])
    assert len(anna.messages(server.channel("general"))) == 1


async def test_a_bot_asks_how_many_shards_to_start(two_shards: LocalDiscord) -> None:
    url, headers = f"{two_shards.api_url}/gateway/bot", {"Authorization": f"Bot {two_shards.token}"}
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        body = await response.json()
    assert (body["shards"], body["session_start_limit"]["max_concurrency"]) == (2, 4)


@pytest.mark.parametrize(
    "wrong", [[2, 2], [-1, 2], [0, 0], [0], [0, 1, 2], ["0", "1"], [0.0, 1.0], [True, 2], "01", {}, 0, None]
)
async def test_a_wrong_shard(server: LocalDiscord, wrong: Any) -> None:
    async with aiohttp.ClientSession() as session:
        assert await identify(server, session, shard=wrong) == 4010


async def test_a_connection_has_one_session(server: LocalDiscord) -> None:
    """Otherwise each event would come twice, and the first session would stay connected for ever."""
    async with shard(server, 0, 1) as old:
        session_id = old.ready["session_id"]
    async with shard(server, 0, 1) as one:
        await one.next()
        await one.socket.send_json({"op": 6, "d": {"token": server.token, "session_id": session_id, "seq": 1}})
        assert (await one.socket.receive(timeout=3)).type is aiohttp.WSMsgType.CLOSE
        assert one.socket.close_code == 4005
    await until(lambda: server.gateway.connected == 0)


async def test_a_sequence_that_is_no_number(server: LocalDiscord) -> None:
    async with shard(server, 0, 1) as old:
        session_id = old.ready["session_id"]
    async with shard(server) as one:
        await one.socket.receive()
        await one.socket.send_json({"op": 6, "d": {"token": server.token, "session_id": session_id, "seq": "x"}})
        await one.socket.receive(timeout=3)
        assert one.socket.close_code == 4007


async def test_a_session_can_be_resumed_beside_a_new_one(two_shards: LocalDiscord) -> None:
    async with shard(two_shards, 0, 2) as first:
        await first.next()
        await first.socket.close(code=4000)
    await until(lambda: not two_shards.gateway.online)
    async with shard(two_shards, 0, 2), shard(two_shards) as again:
        two_shards.channel("missed")
        await again.resume(first.ready["session_id"], 2)
        assert [(await again.next())[0] for _ in range(2)] == ["CHANNEL_CREATE", "RESUMED"]
        assert two_shards.gateway.connected == 2


@pytest.mark.parametrize(("close_code", "resumes"), [(4000, True), (1000, False), (1001, False)])
async def test_a_session_ends_when_the_bot_says_goodbye(
    server: LocalDiscord, close_code: int, *, resumes: bool
) -> None:
    async with shard(server, 0, 1) as one:
        await one.socket.close(code=close_code)
    await until(lambda: not server.gateway.online)
    async with shard(server) as again:
        await again.resume(one.ready["session_id"], 2)
        assert (await again.next())[0] == ("RESUMED" if resumes else 9)


@pytest.mark.parametrize("wanted", Disturbance)
async def test_a_disturbed_session(server: LocalDiscord, wanted: Disturbance) -> None:
    """Only one whose session is gone cannot be resumed; the event before is not lost."""
    seed = next(seed for seed in itertools.count() if Chaos(seed=seed, gateway=1).disturbance(0) is wanted)
    async with shard(server, 0, 1) as one:
        await one.next()
        server.inject(Chaos(seed=seed, requests=0, gateway=1))
        server.channel("general")
        server.calm()
        assert (await one.next())[0] == "CHANNEL_CREATE"
        if wanted is Disturbance.CLOSE:
            await one.socket.receive()
            assert one.socket.close_code == 4000
        else:
            assert await one.next() == ((7, None) if wanted is Disturbance.RECONNECT else (9, False))
            await one.socket.close(code=4000)
    async with shard(server) as again:
        await again.resume(one.ready["session_id"], 3)
        assert (await again.next())[0] == (9 if wanted is Disturbance.INVALID_SESSION else "RESUMED")


async def test_a_lost_session_is_forgotten() -> None:
    async with LocalDiscord(resume_timeout=0.05) as server:
        async with shard(server, 0, 1) as one:
            await one.socket.close(code=4000)
        await until(lambda: not server.gateway.online)
        await asyncio.sleep(0.06)
        assert list(server.gateway._sessions) == []
        async with shard(server) as again:
            await again.resume(one.ready["session_id"], 2)
            name, can_resume = await again.next()
            assert (name, can_resume) == (9, False)


@contextlib.asynccontextmanager
async def listening(server: LocalDiscord, *intents: int) -> AsyncIterator[list[Shard]]:
    """A connection with each of these intents, once it has been told who it is."""
    async with contextlib.AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        listeners = []
        for each in intents:
            socket = await stack.enter_async_context(session.ws_connect(server.gateway_url))
            await socket.receive()
            await socket.send_json({"op": 2, "d": {"token": server.token, "intents": int(each)}})
            listeners.append(Shard(server, socket))
            assert (await listeners[-1].next())[0] == "READY"
        yield listeners


async def told(listeners: Sequence[Shard], name: str = "") -> list[list[tuple[str | int, Any]]]:
    """What each has been told until now, or what it has been told of this name; an interaction, which every bot is told
    of, is the end.
    """
    server = listeners[0].server
    user, place = server.user("anna"), server.channel("general")
    begun = server.hub.interactions.begin(user.id, place["id"], InteractionType.COMMAND, {"id": "1", "name": "x"})
    server.hub.interactions.acknowledge(begun)
    found = []
    for each in listeners:
        heard = []
        while (event := await each.next())[0] != "INTERACTION_CREATE":
            heard.append(event)
        found.append([event for event in heard if not name or event[0] == name])
    return found


MESSAGES = {"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"}
REACTIONS = {"MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE"}
CHANGES = ("CREATE", "UPDATE", "DELETE")
BROUGHT = {
    0: set[str](),
    Intent.GUILDS: {
        *(f"{each}_{change}" for each in ("CHANNEL", "THREAD") for change in CHANGES),
        "CHANNEL_PINS_UPDATE",
        "GUILD_CREATE",
        "GUILD_UPDATE",
    },
    Intent.GUILD_MEMBERS: {"GUILD_MEMBER_ADD"},
    Intent.GUILD_MESSAGES: MESSAGES,
    Intent.GUILD_REACTIONS: REACTIONS,
    Intent.DIRECT_MESSAGES: {*MESSAGES, "CHANNEL_PINS_UPDATE"},
    Intent.DIRECT_REACTIONS: REACTIONS,
    Intent.GUILD_SCHEDULED_EVENTS: {
        *(f"GUILD_SCHEDULED_EVENT_{change}" for change in (*CHANGES, "USER_ADD", "USER_REMOVE"))
    },
}
"""The events that each intent brings: Events, Gateway, List of Intents."""


async def test_each_intent_brings_its_events_and_no_others() -> None:
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS) as server, listening(server, *BROUGHT) as heard:
        state, anna, bert = server.hub.state, server.user("anna"), server.user("bert")
        den, dm = server.channel("den"), bert.dm()
        state.channels.change(den, topic="x")
        thread = server.thread("talk", den)
        server.archive(thread)
        for user, place in ((anna, den), (bert, dm)):
            stored = server.hub.actions.visible_message(user.id, user.send(place, "x")["id"])
            edit(state, stored, {"content": "y"})
            for change in (1, -1):
                state.messages.react(stored, "⚔️", state.bot_id, change)
            pin(state, stored, state.bot, pinned=True)
            state.messages.delete(stored)
        event = state.events.add(server.guild_id, state.bot, EVENT)
        state.events.change(event, name="Dusk")
        for subscribed in (True, False):
            state.events.subscribe(event, anna.id, subscribed=subscribed)
        state.events.remove(event)
        server.delete(den)
        found = await told(heard)
    assert {intent: {name for name, _ in events} for intent, events in zip(BROUGHT, found, strict=True)} == BROUGHT


async def test_what_is_hidden_from_the_bot_is_not_told(server: LocalDiscord) -> None:
    anna, bert, den, general = (
        server.user("anna"), server.user("bert"), server.channel("den"), server.channel("general")
    )  # fmt: skip
    thread = server.thread("talk", den)
    server.deny(den, Permission.VIEW_CHANNEL)
    private = server.hub.state.channels.add_thread(general["id"], "apart", anna.id, private=True)
    async with listening(server, INTENTS) as heard:
        for place in (den, thread, private):
            anna.send(place, "x")
            server.hub.state.channels.change(place, name="y")
        server.hub.state.messages.add(compose(
            server.hub.state, general["id"], server.hub.state.bot, {"content": "psst"}, only_for=bert.id
        ))  # fmt: skip
        (events,) = await told(heard)
    assert [name for name, _ in events] == ["GUILD_CREATE"]


async def test_words_of_others_are_read_with_their_intent_or_where_they_are_for_the_bot() -> None:
    words = Intent.MESSAGE_CONTENT
    async with LocalDiscord(privileged_intents=words) as server:
        anna, general, state = server.user("anna"), server.channel("general"), server.hub.state
        mention = f"<@{state.bot_id}>"
        async with listening(server, INTENTS | words, INTENTS, INTENTS | words, INTENTS) as heard:
            anna.send(general, "hello")
            anna.send(general, mention)
            anna.send(anna.dm(), "psst")
            state.messages.add(compose(state, general["id"], state.bot, {"content": "mine"}))
            found = await told(heard, "MESSAGE_CREATE")
    contents = [[data["content"] for _, data in events] for events in found]
    assert contents == [["hello", mention, "psst", "mine"], ["", mention, "psst", "mine"]] * 2
    (_, said), _, (_, whispered), (_, own) = found[0]
    assert [each.get("guild_id") for each in (said, whispered, own)] == [server.guild_id, None, server.guild_id]
    member = {key: each for key, each in state.first.members[anna.id].items() if key != "user"}
    assert (said["member"], "member" in whispered) == (member, False)


async def test_a_thread_is_new_once(server: LocalDiscord) -> None:
    _, general = server.user("anna"), server.channel("general")
    async with listening(server, INTENTS) as heard:
        thread = server.thread("talk", general)
        server.hub.state.channels.change(thread, name="words")
        server.hub.state.channels.change(general, topic="x")
        (events,) = await told(heard)
    changed = [(name, data["name"], data.get("newly_created")) for name, data in events[1:]]
    assert changed == [
        ("THREAD_CREATE", "talk", True),
        ("THREAD_UPDATE", "words", None),
        ("CHANNEL_UPDATE", "general", None),
    ]


@pytest.mark.parametrize("sees_members", [True, False])
async def test_a_guild_comes_with_its_members_for_who_may_see_them(*, sees_members: bool) -> None:
    intents = Intent.GUILDS | (Intent.GUILD_MEMBERS if sees_members else 0)
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS) as server:
        anna = server.user("anna")
        async with listening(server, intents) as (one,):
            old = (await one.next())[1]
            new = server.guild("second")
            came = (await one.next())[1]
    members = [server.hub.state.bot_id, anna.id] if sees_members else [server.hub.state.bot_id]
    assert ([each["user"]["id"] for each in old["members"]], old["member_count"]) == (members, 2)
    assert (old["unavailable"], came["id"], "unavailable" in came) == (False, new.id, False)


async def test_members_are_found_by_the_beginning_of_their_names_or_by_their_ids(two_shards: LocalDiscord) -> None:
    server = two_shards
    anna, andrew, _ = server.user("anna"), server.user("Andrew"), server.user("bert")
    both = [str(anna.id), str(andrew.id)]
    async with shard(server, 0, 2) as one:
        await one.next()
        for asked, found, missing in (
            ({"query": "AN", "limit": 0}, ["anna", "andrew"], []),
            ({"query": "an", "limit": 1}, ["anna"], []),
            ({"query": "nn", "limit": 0}, [], []),
            ({"query": "", "limit": 0}, ["bot", "anna", "andrew", "bert"], []),
            ({"user_ids": both, "limit": 1}, ["anna", "andrew"], []),
            ({"user_ids": anna.id}, ["anna"], []),
            ({"user_ids": [*both, "5"], "nonce": "n"}, ["anna", "andrew"], ["5"]),
        ):
            # the guild of another shard is none of its business
            for guild in (server.guild("second").id, server.guild_id):
                await one.socket.send_json({"op": 8, "d": {"guild_id": guild, **asked}})
            name, chunk = await one.next()
            assert (name, chunk["guild_id"], chunk.get("nonce")) == (
                "GUILD_MEMBERS_CHUNK", server.guild_id, asked.get("nonce"),
            )  # fmt: skip
            assert [each["user"]["username"] for each in chunk["members"]] == found
            assert chunk["not_found"] == missing


async def test_a_bot_that_missed_too_much_begins_anew(server: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.gateway._sessions, "identify", _forgetful(server.gateway._sessions.identify))
    async with shard(server, 0, 1) as one:
        await one.next()
        await one.socket.close(code=4000)
    await until(lambda: not server.gateway.online)
    for name in "abc":
        server.channel(name)
    async with shard(server) as late:
        await late.resume(one.ready["session_id"], 1)
        assert await late.next() == (9, False)
    async with shard(server) as late:
        await late.resume("unknown", 1)
        assert await late.next() == (9, False)
    async with shard(server) as again:
        await again.resume(one.ready["session_id"], 2)
        events = [await again.next() for _ in range(4)]
        assert [(name, data.get("name")) for name, data in events] == [
            *(("CHANNEL_CREATE", name) for name in "abc"),
            ("RESUMED", None),
        ]


def _forgetful(identify: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Sessions that remember the last three events."""

    def begun(data: Any) -> Any:
        session = identify(data)
        session.sent = deque(session.sent, maxlen=3)
        return session

    return begun


async def test_a_session_is_resumed_with_the_token_and_by_who_has_none(server: LocalDiscord) -> None:
    async with shard(server, 0, 1) as old:
        session_id = old.ready["session_id"]
    async with shard(server) as one:
        await one.socket.receive()
        await one.socket.send_json({"op": 6, "d": {"token": "another", "session_id": session_id, "seq": 1}})
        await one.socket.receive(timeout=3)
        assert one.socket.close_code == 4004


async def test_the_connection_that_a_session_has_left_takes_it_nowhere(server: LocalDiscord) -> None:
    statuses: list[str] = []
    server.hub.state.updates.subscribe(
        lambda update: statuses.append(update.body["status"]) if update.type == "bot" else None
    )
    async with shard(server) as again:
        async with shard(server, 0, 1) as old:
            await old.next()
            await again.resume(old.ready["session_id"], 2)
            assert (await again.next())[0] == "RESUMED"
        await until(lambda: len(server.gateway._outboxes) == 1)
        assert server.gateway.connected == 1
        server.channel("general")
        assert (await again.next())[0] == "CHANNEL_CREATE"
    await until(lambda: not server.gateway.online)
    assert statuses == ["online", "online", "offline"]
