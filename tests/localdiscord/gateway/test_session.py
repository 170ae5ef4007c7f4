"""Sessions: which shard receives what, and which session can be resumed."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from localdiscord import Chaos, LocalDiscord
from localdiscord.chaos import Disturbance
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
