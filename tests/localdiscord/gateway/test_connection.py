"""The frames of one connection."""

import aiohttp
import pytest

from localdiscord import LocalDiscord, run_client
from tests.localdiscord.gateway.shards import shard
from tests.localdiscord.little_bot import LittleBot
from tests.patience import MOMENT, PATIENCE, a_moment, until


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", 4002), ("[]", 4002), ('{"op": 2}', 4002), ('{"op": 2, "d": []}', 4002), ('{"op": 6, "d": "x"}', 4002),
        ('{"op": 8, "d": []}', 4002), ('{"op": 77}', 4001), ('{"op": 8, "d": {}}', 4003),
        ('{"op": 3, "d": {}}', 4003), ('{"op": 4, "d": {}}', 4003), ('{"op": 1, "d": "' + "x" * 4096 + '"}', 4002),
    ],
)  # fmt: skip
async def test_invalid_frames(server: LocalDiscord, session: aiohttp.ClientSession, frame: str, code: int) -> None:
    async with session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await socket.send_str(frame)
        await socket.receive()
        assert socket.close_code == code


async def test_a_frame_has_4096_characters_at_most(server: LocalDiscord, session: aiohttp.ClientSession) -> None:
    async with session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await socket.send_str('{"op": 1, "d": ' + " " * (4096 - 20) + "null}")
        assert (await socket.receive_json())["op"] == 11
        await socket.send_str('{"op": 1, "d": ' + " " * (4097 - 20) + "null}")
        await socket.receive()
        assert socket.close_code == 4002


async def test_more_than_120_frames_a_minute_are_too_many(server: LocalDiscord, session: aiohttp.ClientSession) -> None:
    async with session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": server.token, "intents": 1}})
        for _ in range(119):
            await socket.send_json({"op": 3, "d": {}})
            await socket.send_json({"op": 1, "d": None})
        answered = 0
        while answered < 119:  # heartbeats do not count
            answered += (await socket.receive_json())["op"] == 11
        await socket.send_json({"op": 3, "d": {}})
        while not socket.closed:
            await socket.receive()
        assert socket.close_code == 4008


async def test_a_bot_without_heartbeat_is_disconnected(session: aiohttp.ClientSession) -> None:
    server = LocalDiscord(heartbeat_interval=0.3)
    await server.start()
    async with session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        await socket.receive()
        assert socket.close_code == 4009
    await server.stop()


async def test_discord_py_sends_heartbeats_in_time() -> None:
    server = LocalDiscord(heartbeat_interval=MOMENT)
    await server.start()
    bot = LittleBot()
    async with run_client(server, bot):
        await a_moment(4)
        assert server.gateway.online
        assert bot.events.count("READY") == 1
    await server.stop()


async def test_a_connection_has_one_session(server: LocalDiscord) -> None:
    """Otherwise each event would come twice, and the first session would stay connected for ever."""
    async with shard(server, 0, 1) as old:
        session_id = old.ready["session_id"]
    async with shard(server, 0, 1) as one:
        await one.next()
        await one.socket.send_json({"op": 6, "d": {"token": server.token, "session_id": session_id, "seq": 1}})
        assert (await one.socket.receive(timeout=PATIENCE)).type is aiohttp.WSMsgType.CLOSE
        assert one.socket.close_code == 4005
    async with shard(server, 0, 1) as one:
        await one.next()
        await one.socket.send_json({"op": 2, "d": {"token": server.token, "intents": 1}})
        assert (await one.socket.receive(timeout=PATIENCE)).type is aiohttp.WSMsgType.CLOSE
        assert one.socket.close_code == 4005
    await until(lambda: server.gateway.connected == 0)


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


@pytest.mark.parametrize(("close_code", "resumes"), [(4000, True), (1000, False), (1001, False)])
async def test_a_clean_close_ends_the_session(server: LocalDiscord, close_code: int, *, resumes: bool) -> None:
    async with shard(server, 0, 1) as one:
        await one.socket.close(code=close_code)
    await until(lambda: not server.gateway.online)
    async with shard(server) as again:
        await again.resume(one.ready["session_id"], 2)
        assert (await again.next())[0] == ("RESUMED" if resumes else 9)


async def test_a_bot_asks_for_the_members_of_the_guilds_of_its_shard(two_shards: LocalDiscord) -> None:
    here, there = two_shards.guild_id, two_shards.guild("second").id
    async with shard(two_shards, 0, 2) as zero, shard(two_shards, 1, 2) as one:
        for each, own in ((zero, here), (one, there)):
            await each.next()
            for guild_id in (there, here, "1"):
                await each.socket.send_json({"op": 8, "d": {"guild_id": guild_id, "query": "", "limit": 0}})
            await each.socket.send_json({"op": 1, "d": None})
            told = [await each.next() for _ in range(2)]
            assert [(name, data and data["guild_id"]) for name, data in told] == [
                ("GUILD_MEMBERS_CHUNK", own), (11, None),
            ]  # fmt: skip
