"""Sessions: which shard receives what, and which session can be resumed."""

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

import aiohttp
import pytest

from localdiscord import Chaos, LocalDiscord
from localdiscord.chaos import Disturbance
from localdiscord.interactions.interaction import InteractionType
from tests.localdiscord.gateway.shards import identify, shard
from tests.patience import MOMENT, PATIENCE, until


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, None), ({"token": "another"}, 4004), ({"intents": "many"}, 4002), ({"intents": None}, 4002),
        ({"intents": 1 << 1}, 4014), ({"intents": 1 << 15}, 4014), ({"intents": 1 << 40}, 4013),
        ({"shard": [1, 1]}, 4010),
    ],
)  # fmt: skip
async def test_identify(
    server: LocalDiscord, session: aiohttp.ClientSession, data: dict[str, Any], code: int | None
) -> None:
    assert await identify(server, session, **data) == code


async def test_each_shard_receives_its_own(two_shards: LocalDiscord) -> None:
    server, anna = two_shards, two_shards.user("anna")
    first, second = server.channel("general"), server.guild("second").channel("general")
    mention = f"<@{server.hub.state.bot_id}>"  # without the message content intent the bot reads only these
    async with shard(server, 0, 2) as zero, shard(server, 1, 2) as one, shard(server, 0, 1) as every:
        guilds = [[guild["id"] for guild in each.ready["guilds"]] for each in (zero, one, every)]
        assert guilds == [[server.guild_id], [server.guild("second").id], [server.guild_id, server.guild("second").id]]
        assert [each.ready["shard"] for each in (zero, one, every)] == [[0, 2], [1, 2], [0, 1]]
        for place, text in ((first, "first"), (second, "second"), (anna.dm(), "dm")):
            anna.send(place, f"{mention} {text}")
        heard = [
            [text.removeprefix(f"{mention} ") for text in await each.heard(number)]
            for each, number in ((zero, 2), (one, 1), (every, 3))
        ]
        assert heard == [["first", "dm"], ["second"], ["first", "second", "dm"]]
        begun = [
            server.hub.interactions.begin(anna.id, place["id"], InteractionType.COMMAND, {"id": "1", "name": "x"})
            for place in (first, second, anna.dm())
        ]
        for each in begun:
            server.hub.interactions.acknowledge(each)
        ids = [each.id for each in begun]
        assert [await each.heard(number) for each, number in ((zero, 2), (one, 1), (every, 3))] == [
            [ids[0], ids[2]],
            [ids[1]],
            ids,
        ]


async def test_every_session_of_a_shard_receives_every_event(two_shards: LocalDiscord) -> None:
    """A second process starts before the first one stops; whichever answers first has answered."""
    server, anna = two_shards, two_shards.user("anna")
    command = {"id": "1", "name": "ping", "type": 1, "default_member_permissions": None}
    server.hub.state.register_commands("", [command])
    async with shard(server, 0, 2) as old, shard(server, 0, 2) as new, shard(server, 1, 2) as other:
        assert server.gateway.connected == 3
        interaction = server.hub.actions.command(anna.id, server.channel("general")["id"], "ping", {})
        assert [await each.heard(number) for each, number in ((old, 1), (new, 1), (other, 0))] == [
            [interaction.id],
            [interaction.id],
            [],
        ]
        url = f"{server.api_url}/interactions/{interaction.id}/{interaction.token}/callback"
        async with aiohttp.ClientSession() as session:
            answers = [session.post(url, json={"type": 4, "data": {"content": text}}) for text in ("one", "two")]
            responses = await asyncio.gather(*answers)
            statuses = sorted(response.status for response in responses)
            codes = [(await response.json())["code"] for response in responses if response.status == 400]
        assert (statuses, codes) == ([204, 400], [40060])
    assert len(anna.messages(server.channel("general"))) == 1


@pytest.mark.parametrize(
    "wrong", [[2, 2], [-1, 2], [0, 0], [0], [0, 1, 2], ["0", "1"], [0.0, 1.0], [True, 2], "01", {}, 0, None]
)
async def test_a_wrong_shard(server: LocalDiscord, wrong: Any) -> None:
    async with aiohttp.ClientSession() as session:
        assert await identify(server, session, shard=wrong) == 4010


@pytest.mark.parametrize(("wrong", "code"), [({"seq": "x"}, 4007), ({"token": "another"}, 4004)])
async def test_a_wrong_resume_is_refused(server: LocalDiscord, wrong: dict[str, str], code: int) -> None:
    async with shard(server, 0, 1) as old:
        right = {"token": server.token, "session_id": old.ready["session_id"], "seq": 1}
    async with shard(server) as one:
        await one.socket.receive()
        await one.socket.send_json({"op": 6, "d": right | wrong})
        await one.socket.receive(timeout=PATIENCE)
        assert one.socket.close_code == code


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
    async with LocalDiscord(resume_timeout=MOMENT) as server:
        async with shard(server, 0, 1) as one:
            await one.socket.close(code=4000)
        await until(lambda: not server.gateway.online)
        await until(lambda: not list(server.gateway._sessions))
        async with shard(server) as again:
            await again.resume(one.ready["session_id"], 2)
            name, can_resume = await again.next()
            assert (name, can_resume) == (9, False)


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


async def test_a_lost_connection_is_offline_until_it_resumes(server: LocalDiscord) -> None:
    statuses: list[str] = []
    server.hub.state.updates.subscribe(
        lambda update: statuses.append(update.body["status"]) if update.type == "bot" else None
    )
    async with shard(server, 0, 1) as one, shard(server, 0, 1) as other:
        await one.socket.close(code=4000)
        await until(lambda: server.gateway.connected == 1)
        await other.socket.close(code=4000)
        await until(lambda: not server.gateway.online)
    async with shard(server) as again:
        await again.resume(other.ready["session_id"], 2)
        assert (await again.next())[0] == "RESUMED"
        await until(lambda: len(statuses) == 5)
        assert statuses == ["online", "online", "online", "offline", "online"]


async def test_a_session_that_ends_takes_no_other_with_it(two_shards: LocalDiscord) -> None:
    async with shard(two_shards, 0, 2) as kept, shard(two_shards, 1, 2) as lost:
        await kept.next()
        await lost.socket.close(code=4000)
        await until(lambda: two_shards.gateway.connected == 1)
        async with shard(two_shards, 1, 2) as gone:
            await gone.socket.close(code=1000)
        await until(lambda: two_shards.gateway.connected == 1)
        two_shards.channel("den")
        assert (await kept.next())[0] == "CHANNEL_CREATE"
    async with shard(two_shards) as again:
        await again.resume(lost.ready["session_id"], 2)
        assert (await again.next())[0] == "RESUMED"
