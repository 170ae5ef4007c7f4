"""What the bot hears, and how it comes back."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import pytest

from localdiscord import LocalDiscord, NoAnswer, Person
from localdiscord.gateway import Intent
from localdiscord.people import Place
from tests.localdiscord.little_bot import GUILDS, LittleBot, connected


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(3):
        while not holds():  # noqa: ASYNC110 (what is awaited has no event of its own)
            await asyncio.sleep(0.005)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def identify(table: LocalDiscord, session: aiohttp.ClientSession, **data: Any) -> int | None:
    """The code with which the gateway closes after this IDENTIFY, or None if it said READY."""
    async with session.ws_connect(table.gateway.url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": table.token, "intents": 1} | data})
        answer = await socket.receive()
        return None if answer.type == aiohttp.WSMsgType.TEXT else socket.close_code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, None),
        ({"token": "another"}, 4004),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1 << 40}, 4013),
        ({"shard": [1, 1]}, 4010),
    ],
)
async def test_who_may_identify(
    table: LocalDiscord, session: aiohttp.ClientSession, data: dict[str, Any], code: int | None
) -> None:
    assert await identify(table, session, **data) == code


@pytest.mark.parametrize(("frame", "code"), [("{", 4002), ('{"op": 77}', 4001), ('{"op": 8, "d": {}}', 4003)])
async def test_what_the_gateway_does_not_understand(
    table: LocalDiscord, session: aiohttp.ClientSession, frame: str, code: int
) -> None:
    async with session.ws_connect(table.gateway.url) as socket:
        await socket.receive()
        await socket.send_str(frame)
        await socket.receive()
        assert socket.close_code == code


async def test_a_bot_that_does_not_beat_is_dropped(session: aiohttp.ClientSession) -> None:
    table = LocalDiscord(heartbeat=0.05)
    await table.start()
    async with session.ws_connect(table.gateway.url) as socket:
        await socket.receive()
        await socket.send_json({"op": 1, "d": None})
        assert (await socket.receive_json())["op"] == 11
        await socket.receive()
        assert socket.close_code == 4009
    await table.stop()


async def test_discord_py_beats_in_time() -> None:
    table = LocalDiscord(heartbeat=0.2)
    await table.start()
    bot = LittleBot()
    async with connected(table, bot):
        await asyncio.sleep(0.7)
        assert table.gateway.online
        assert bot.heard.count("READY") == 1
    await table.stop()


async def test_a_wrong_token_does_not_log_in(table: LocalDiscord) -> None:
    bot = LittleBot()
    discord.http.Route.BASE = table.api
    with pytest.raises(discord.LoginFailure):
        await bot.start("another")
    await bot.close()


async def test_a_privileged_intent_must_be_granted() -> None:
    wanted = discord.Intents(guilds=True, members=True)
    table = LocalDiscord()
    await table.start()
    bot = LittleBot(wanted)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with connected(table, bot):
            pass
    await table.stop()

    table = LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS)
    await table.start()
    bot = LittleBot(wanted)
    async with connected(table, bot):
        table.person("anna")
        await until(lambda: "GUILD_MEMBER_ADD" in bot.heard)
    await table.stop()


async def test_a_bot_hears_of_messages_only_with_the_intent(table: LocalDiscord, anna: Person, marne: Place) -> None:
    deaf = LittleBot(GUILDS)
    async with connected(table, deaf):
        said = anna.say(marne, "hello")
        table.channel("somme")
        await until(lambda: "CHANNEL_CREATE" in deaf.heard)
        assert "MESSAGE_CREATE" not in deaf.heard
        assert said["content"] == "hello"


@pytest.mark.parametrize("reads", [True, False])
async def test_content_is_blank_without_its_intent(*, reads: bool) -> None:
    table = LocalDiscord(privileged_intents=Intent.MESSAGE_CONTENT)
    await table.start()
    anna, marne = table.person("anna"), table.channel("marne")
    bot = LittleBot(discord.Intents(guilds=True, guild_messages=True, message_content=reads))
    read: list[str] = []

    async def on_message(message: discord.Message) -> None:
        read.append(message.content)

    bot.on_message = on_message  # type: ignore[method-assign]
    async with connected(table, bot):
        anna.say(marne, "hello")
        anna.say(marne, f"hello <@{table.world.bot['id']}>")
        await until(lambda: len(read) == 2)
    await table.stop()
    assert read[0] == ("hello" if reads else "")
    assert read[1].startswith("hello <@")


async def test_nobody_but_its_reader_hears_of_a_private_message(
    anna_table: tuple[LocalDiscord, LittleBot],
) -> None:
    table, bot = anna_table
    anna, marne = table.person("anna"), table.channel("marne")
    await anna.slash(marne, "draw event", {"marker": "Fog"})
    anna.say(marne, "done")
    await until(lambda: bot.heard.count("MESSAGE_CREATE") == 2)
    assert len(anna.messages(marne)) == 3


@pytest.fixture
async def anna_table(table: LocalDiscord) -> AsyncIterator[tuple[LocalDiscord, LittleBot]]:
    bot = LittleBot(discord.Intents(guilds=True, guild_messages=True))
    async with connected(table, bot):
        yield table, bot


async def test_channels_and_threads_reach_the_cache(table: LocalDiscord, bot: LittleBot, marne: Place) -> None:
    thread = table.thread("the-long-war", marne)
    await until(lambda: "THREAD_CREATE" in bot.heard)
    cached = bot.get_channel(int(thread["id"]))
    assert isinstance(cached, discord.Thread)
    assert cached.parent is not None
    assert cached.parent.name == "marne"
    table.world.change_channel(thread, name="peace")
    await until(lambda: cached.name == "peace")
    table.world.remove_channel(marne)
    await until(lambda: bot.get_channel(int(marne["id"])) is None)
    assert bot.get_channel(int(thread["id"])) is None


async def test_what_was_missed_is_replayed(table: LocalDiscord, session: aiohttp.ClientSession) -> None:
    async with session.ws_connect(table.gateway.url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": table.token, "intents": 1}})
        ready = await socket.receive_json()
        guild = await socket.receive_json()
        assert [ready["t"], guild["t"], guild["s"]] == ["READY", "GUILD_CREATE", 2]
    await until(lambda: not table.gateway.online)
    table.channel("marne")
    table.channel("somme")
    async with session.ws_connect(ready["d"]["resume_gateway_url"]) as socket:
        await socket.receive()
        resume = {"token": table.token, "session_id": ready["d"]["session_id"], "seq": 3}
        await socket.send_json({"op": 6, "d": resume})
        somme, resumed = await socket.receive_json(), await socket.receive_json()
        assert (somme["d"]["name"], somme["s"]) == ("somme", 4)
        assert (resumed["t"], resumed["d"]) == ("RESUMED", {})


async def test_the_bot_resumes_after_a_dropped_connection(table: LocalDiscord, bot: LittleBot) -> None:
    # discord.py waits a second or more before it tries again; this keeps to its first try
    await table.gateway.drop(4000)
    table.channel("marne")
    await until(lambda: "RESUMED" in bot.heard)
    assert bot.heard.count("READY") == 1
    assert "CHANNEL_CREATE" in bot.heard


async def test_the_bot_comes_back_when_asked(table: LocalDiscord, bot: LittleBot, anna: Person, marne: Place) -> None:
    table.gateway.ask_to_reconnect()
    await until(lambda: "RESUMED" in bot.heard)
    await anna.slash(marne, "draw event", {"marker": "Fog"})


async def test_the_bot_identifies_anew_when_its_session_is_gone(table: LocalDiscord, bot: LittleBot) -> None:
    table.gateway.ask_to_reconnect()
    table.gateway.forget_sessions()
    await until(lambda: bot.heard.count("READY") == 2)
    assert "RESUMED" not in bot.heard


@pytest.mark.usefixtures("_impatient")
async def test_an_offline_bot_does_not_answer(table: LocalDiscord, anna: Person, marne: Place) -> None:
    async with connected(table, LittleBot()):
        assert table.gateway.online
    await until(lambda: not table.gateway.online)
    with pytest.raises(NoAnswer):
        await anna.slash(marne, "do")


async def test_members_are_asked_for_by_id(table: LocalDiscord, session: aiohttp.ClientSession, anna: Person) -> None:
    async with session.ws_connect(table.gateway.url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": table.token, "intents": 1}})
        await socket.receive()
        await socket.receive()
        await socket.send_json({"op": 8, "d": {"guild_id": "1", "user_ids": [int(anna.id), 5], "nonce": "n"}})
        chunk = json.loads((await socket.receive()).data)["d"]
        assert [m["user"]["id"] for m in chunk["members"]] == [anna.id]
        assert (chunk["not_found"], chunk["nonce"]) == (["5"], "n")


async def test_several_shards() -> None:
    table = LocalDiscord(shards=2)
    await table.start()
    bot = LittleBot()
    async with connected(table, bot):
        await until(lambda: bot.heard.count("READY") == 2)
        assert bot.heard.count("GUILD_CREATE") == 1
        anna, marne = table.person("anna"), table.channel("marne")
        await anna.slash(marne, "draw event", {"marker": "Fog"})
    await table.stop()
