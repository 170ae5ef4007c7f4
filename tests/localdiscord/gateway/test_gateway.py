"""The events that the bot receives, and how it reconnects."""

import aiohttp
import discord
import pytest

from localdiscord import Channel, Intent, LocalDiscord, NoResponse, User, run_client
from localdiscord.state.composition import compose
from tests.localdiscord.little_bot import LittleBot
from tests.patience import until


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
