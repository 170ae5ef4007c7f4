"""The events that the bot receives, and how it reconnects."""

import itertools

import aiohttp
import discord
import pytest

from localdiscord import Channel, Chaos, Intent, LocalDiscord, NoResponse, User, run_client
from localdiscord.chaos import Disturbance
from localdiscord.state.composition import compose
from tests.localdiscord.api.steps import until
from tests.localdiscord.gateway.shards import shard
from tests.localdiscord.little_bot import LittleBot


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


async def test_the_bot_obeys_a_reconnect(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    server.gateway.request_reconnect()
    await until(lambda: "RESUMED" in bot.events)
    await anna.slash(general, "draw card", {"card": "Three"})


async def test_the_bot_identifies_again_when_its_session_is_gone(server: LocalDiscord, bot: LittleBot) -> None:
    server.gateway.request_reconnect()
    server.gateway.forget_sessions()
    await until(lambda: bot.events.count("READY") == 2)
    assert "RESUMED" not in bot.events


async def test_a_guild_in_an_outage_is_unavailable(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
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


async def test_each_session_of_a_shard_gets_the_event(two_shards: LocalDiscord) -> None:
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
