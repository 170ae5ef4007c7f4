"""The events that the bot receives, and how it reconnects."""

import itertools
import json
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from localdiscord import Channel, Chaos, Intent, LocalDiscord, NoResponse, User, run_client
from localdiscord.chaos import Disturbance
from localdiscord.state.composition import compose
from tests.localdiscord.api.steps import until
from tests.localdiscord.gateway.shards import shard
from tests.localdiscord.little_bot import GUILDS, LittleBot


async def test_another_version_of_the_gateway_is_refused(server: LocalDiscord, session: aiohttp.ClientSession) -> None:
    for version, code in (("5", 4012), ("10", None)):
        async with session.ws_connect(f"{server.gateway_url}?v={version}") as socket:
            await socket.receive()
            assert socket.close_code == code


async def test_a_wrong_token(server: LocalDiscord) -> None:
    bot = LittleBot()
    discord.http.Route.BASE = server.api_url
    with pytest.raises(discord.LoginFailure):
        await bot.start("another")
    await bot.close()


async def test_a_client_can_run_without_commands(server: LocalDiscord) -> None:
    client = discord.Client(intents=GUILDS)
    async with run_client(server, client, with_commands=False):
        await client.wait_until_ready()
        assert client.is_ready()
    assert client.is_closed()


async def test_a_privileged_intent_must_be_granted() -> None:
    wanted = discord.Intents(guilds=True, members=True)
    server = LocalDiscord()
    await server.start()
    bot = LittleBot(wanted)
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with run_client(server, bot):
            pass
    await server.stop()

    server = LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS)
    await server.start()
    bot = LittleBot(wanted)
    async with run_client(server, bot):
        server.user("anna")
        await until(lambda: "GUILD_MEMBER_ADD" in bot.events)
    await server.stop()


async def test_messages_need_their_intent(server: LocalDiscord, anna: User, general: Channel) -> None:
    deaf = LittleBot(GUILDS)
    async with run_client(server, deaf):
        said = anna.send(general, "hello")
        server.channel("random")
        await until(lambda: "CHANNEL_CREATE" in deaf.events)
        assert "MESSAGE_CREATE" not in deaf.events
        assert said["content"] == "hello"


@pytest.mark.parametrize("reads", [True, False])
async def test_message_content_needs_its_intent(*, reads: bool) -> None:
    server = LocalDiscord(privileged_intents=Intent.MESSAGE_CONTENT)
    await server.start()
    anna, general = server.user("anna"), server.channel("general")
    bot = LittleBot(discord.Intents(guilds=True, guild_messages=True, message_content=reads))
    read: list[str] = []

    async def on_message(message: discord.Message) -> None:
        read.append(message.content)

    bot.on_message = on_message  # type: ignore[method-assign]
    async with run_client(server, bot):
        anna.send(general, "hello")
        anna.send(general, f"hello <@{server.hub.state.bot['id']}>")
        await until(lambda: len(read) == 2)
        # over HTTP it is enough that the application has the intent
        (_, said) = await bot.raw("GET", f"/channels/{general['id']}/messages")
        assert said["content"] == "hello"
    await server.stop()
    assert read[0] == ("hello" if reads else "")
    assert read[1].startswith("hello <@")


async def test_an_ephemeral_message_is_not_dispatched(
    with_messages: tuple[LocalDiscord, LittleBot],
) -> None:
    server, bot = with_messages
    anna, general = server.user("anna"), server.channel("general")
    await anna.slash(general, "draw card", {"card": "Three"})
    anna.send(general, "done")
    await until(lambda: bot.events.count("MESSAGE_CREATE") == 2)
    assert len(anna.messages(general)) == 3


@pytest.fixture
async def with_messages(server: LocalDiscord) -> AsyncIterator[tuple[LocalDiscord, LittleBot]]:
    bot = LittleBot(discord.Intents(guilds=True, guild_messages=True))
    async with run_client(server, bot):
        yield server, bot


async def test_channels_and_threads_reach_the_cache(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    thread = server.thread("a-long-thread", general)
    await until(lambda: "THREAD_CREATE" in bot.events)
    cached = bot.get_channel(int(thread["id"]))
    assert isinstance(cached, discord.Thread)
    assert cached.parent is not None
    assert cached.parent.name == "general"
    server.hub.state.channels.change(thread, name="peace")
    await until(lambda: cached.name == "peace")
    server.hub.state.delete_channel(general)
    await until(lambda: bot.get_channel(int(general["id"])) is None)
    assert bot.get_channel(int(thread["id"])) is None


async def test_the_bot_resumes_after_a_dropped_connection(server: LocalDiscord, bot: LittleBot) -> None:
    # discord.py waits a second or more before it tries again; this keeps to its first try
    await server.gateway.close_connections(4000)
    server.channel("general")
    await until(lambda: "RESUMED" in bot.events)
    assert bot.events.count("READY") == 1
    assert "CHANNEL_CREATE" in bot.events


async def test_the_bot_reconnects_when_asked(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    server.gateway.request_reconnect()
    await until(lambda: "RESUMED" in bot.events)
    await anna.slash(general, "draw card", {"card": "Three"})


async def test_the_bot_identifies_again_when_its_session_is_gone(server: LocalDiscord, bot: LittleBot) -> None:
    server.gateway.request_reconnect()
    server.gateway.forget_sessions()
    await until(lambda: bot.events.count("READY") == 2)
    assert "RESUMED" not in bot.events


async def test_a_server_in_an_outage_is_unavailable_also_to_a_bot_that_identifies_again(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    (guild,) = bot.guilds
    server.gateway.begin_outage(server.guild_id)
    await until(lambda: guild.unavailable)
    assert guild.channels, "what discord.py knows of it"
    server.gateway.request_reconnect()
    server.gateway.forget_sessions()
    await until(lambda: bot.events.count("READY") == 2)
    (guild,) = bot.guilds
    assert guild.unavailable
    assert [*guild.channels] == []
    server.gateway.end_outage(server.guild_id)
    await until(lambda: not bot.guilds[0].unavailable)
    assert bot.get_channel(int(general["id"])) is not None


@pytest.mark.usefixtures("_short_ack_timeout")
async def test_an_offline_bot_does_not_respond(server: LocalDiscord, anna: User, general: Channel) -> None:
    async with run_client(server, LittleBot()):
        assert server.gateway.online
    await until(lambda: not server.gateway.online)
    with pytest.raises(NoResponse):
        await anna.slash(general, "do")


async def test_members_are_requested_by_id(server: LocalDiscord, session: aiohttp.ClientSession, anna: User) -> None:
    async with session.ws_connect(server.gateway_url) as socket:
        await socket.receive()
        await socket.send_json({"op": 2, "d": {"token": server.token, "intents": 1}})
        await socket.receive()
        await socket.receive()
        await socket.send_json(
            {"op": 8, "d": {"guild_id": server.guild_id, "user_ids": [int(anna.id), 5], "nonce": "n"}}
        )
        chunk = json.loads((await socket.receive()).data)["d"]
        assert [m["user"]["id"] for m in chunk["members"]] == [anna.id]
        assert (chunk["not_found"], chunk["nonce"]) == (["5"], "n")


async def test_as_many_members_are_found_as_were_asked_for() -> None:
    server = LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS)
    await server.start()
    for name in ("anna", "andrew", "bert", "anton"):
        server.user(name)
    bot = LittleBot(discord.Intents(guilds=True, members=True))
    async with run_client(server, bot):
        await until(lambda: bool(bot.guilds))
        names = [each.name for limit in (2, 9) for each in await bot.guilds[0].query_members("an", limit=limit)]
        assert names == ["anna", "andrew", "anna", "andrew", "anton"]
    await server.stop()


async def test_several_shards() -> None:
    server = LocalDiscord(shards=2)
    await server.start()
    bot = LittleBot()
    async with run_client(server, bot):
        await until(lambda: bot.events.count("READY") == 2)
        assert bot.events.count("GUILD_CREATE") == 1
        anna, general = server.user("anna"), server.channel("general")
        await anna.slash(general, "draw card", {"card": "Three"})
    await server.stop()


async def test_an_event_goes_to_each_session_of_its_shard_as_it_may_read_it(two_shards: LocalDiscord) -> None:
    server, state = two_shards, two_shards.hub.state
    anna = server.user("anna")
    async with shard(server, 0, 2) as zero, shard(server, 1, 2) as one, shard(server, 1, 2) as other:
        shards = (zero, one, other)
        for each in shards:
            await each.next()
        third, fourth = server.guild("third"), server.guild("fourth")
        fourth.user("anna")
        den = fourth.channel("den")
        words = {"content": "hello", "embeds": [{"title": "x"}]}
        state.messages.add(compose(state, den["id"], state.users[anna.id], words))
        anna.send(anna.dm(), "psst")
        server.gateway.request_reconnect()
        told = [[await each.next() for _ in range(number)] for each, number in ((zero, 3), (one, 5), (other, 5))]
    assert [(name, data and data["id"]) for name, data in told[0]][::2] == [("GUILD_CREATE", third.id), (7, None)]
    assert (told[0][1][0], told[0][1][1]["content"]) == ("MESSAGE_CREATE", "psst")
    for heard in told[1:]:
        assert [name for name, _ in heard] == ["GUILD_CREATE", "GUILD_UPDATE", "CHANNEL_CREATE", "MESSAGE_CREATE", 7]
        assert (heard[0][1]["id"], heard[2][1]["id"]) == (fourth.id, den["id"])
        assert [heard[3][1][part] for part in ("content", "embeds", "guild_id")] == ["", [], fourth.id]


async def test_each_shard_is_disturbed_by_its_own_dice(two_shards: LocalDiscord) -> None:
    def fates(seed: int) -> list[Disturbance | None]:
        return [Chaos(seed=seed, gateway=0.5).disturbance(number) for number in range(2)]

    seed = next(seed for seed in itertools.count() if fates(seed) == [None, Disturbance.RECONNECT])
    async with shard(two_shards, 0, 2) as zero, shard(two_shards, 1, 2) as one:
        for each in (zero, one):
            await each.next()
        two_shards.inject(Chaos(seed=seed, requests=0, gateway=0.5))
        for guild in (two_shards.first_guild, two_shards.guild("second")):
            guild.channel("general")
        two_shards.calm()
        two_shards.channel("den")
        assert [(await zero.next())[0] for _ in range(2)] == ["CHANNEL_CREATE"] * 2
        assert [(await one.next())[0] for _ in range(2)] == ["CHANNEL_CREATE", 7]


@pytest.mark.parametrize("is_granted", [True, False])
async def test_over_http_words_are_read_as_the_application_may(*, is_granted: bool) -> None:
    granted = Intent.MESSAGE_CONTENT if is_granted else 0
    async with LocalDiscord(privileged_intents=granted) as server:
        anna, general, gateway, state = server.user("anna"), server.channel("general"), server.gateway, server.hub.state
        own = compose(state, general["id"], state.bot, {"content": "mine"}).message
        for message, is_read in (
            (anna.send(general, "hello"), is_granted),
            (anna.send(general, f"<@{anna.id}>"), is_granted),
            (anna.send(general, f"<@{anna.id}> <@{state.bot_id}>"), True),
            (anna.send(anna.dm(), "psst"), True),
            (own, True),
        ):
            blanked = message | {"content": "", "embeds": [], "attachments": [], "components": []}
            assert gateway.readable(message) == (message if is_read else blanked)


async def test_a_bot_whose_connection_is_lost_is_offline(server: LocalDiscord) -> None:
    async with shard(server, 0, 1) as one, shard(server, 0, 1) as other:
        await one.socket.close(code=4000)
        await until(lambda: server.gateway.connected == 1)
        assert server.gateway.online
        await other.socket.close(code=4000)
        await until(lambda: server.gateway.connected == 0)
        assert not server.gateway.online
