"""One command from end to end: a response, a button, a modal; and what ends a post."""

import asyncio
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import discord
import pytest

from localdiscord import Channel, Chaos, Clock, Fault, LocalDiscord, NoPort, Permission, Upload
from localdiscord.state.composition import compose
from tests.localdiscord.little_bot import LittleBot
from tests.patience import MOMENT, PATIENCE

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)

pytestmark = pytest.mark.usefixtures("anna", "bot")


async def refusal(bot: LittleBot, channel: Channel) -> int | None:
    """The code with which a message is refused in the channel; None if it is not."""
    try:
        await bot.raw("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
    except discord.HTTPException as error:
        return error.code
    return None


async def test_permissions_are_taken_and_given_back(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    thread, bert = server.thread("talk", general), server.user("bert")
    server.deny(general, Permission.SEND_MESSAGES)
    assert bert.send(general, "x"), "it is denied to the bot alone"
    assert [await refusal(bot, place) for place in (general, thread)] == [50013, None]
    server.deny(general, Permission.VIEW_CHANNEL)
    assert [await refusal(bot, place) for place in (general, thread)] == [50001, 50001]
    server.allow(general, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    assert await refusal(bot, general) is None


def test_a_fault_of_no_route_is_refused() -> None:
    server = LocalDiscord()
    known, never = ("POST", "/channels/{channel}/messages"), ("POST", "/never")
    for cause in (Fault("GET", "/never"), Chaos(routes=(never,)), Chaos(routes=(known, never))):
        with pytest.raises(ValueError, match=r"There is no route (GET|POST) /never"):
            server.inject(cause)


async def test_of_several_ports_the_first_that_is_free_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with LocalDiscord(port=(port, 0, 0)) as server:
            assert server.url != f"http://127.0.0.1:{port}"
            assert server._runner is not None
            assert len(server._runner.addresses) == 1
        with pytest.raises(NoPort, match="in use"):
            await LocalDiscord(port=(port,)).start()


async def test_bot_online_waits_for_sessions(
    server: LocalDiscord,
    bot: LittleBot,  # noqa: ARG001 (it is connected)
) -> None:
    await server.bot_online()
    with pytest.raises(TimeoutError):
        await server.bot_online(timeout=MOMENT, sessions=2)
    server.hub.state.commands.clear()
    with pytest.raises(TimeoutError):
        await server.bot_online(timeout=MOMENT)
    await server.bot_online(timeout=PATIENCE, with_commands=False)


async def test_stopping_the_server_closes_connections() -> None:
    server = LocalDiscord()
    await server.start()
    async with aiohttp.ClientSession() as web, web.ws_connect(f"{server.gateway_url}?v=10&encoding=json") as socket_:
        await socket_.receive()  # hello
        stopping = asyncio.create_task(server.stop())
        async with asyncio.timeout(PATIENCE):
            while (await socket_.receive()).type is not aiohttp.WSMsgType.CLOSE and not socket_.closed:
                pass
        assert socket_.close_code == 1001
        await stopping


def test_archiving_and_locking_touch_one_thread() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    server.user("anna")
    talk, other = (server.thread(name, server.channel("general")) for name in ("talk", "other"))

    def now() -> tuple[bool, bool]:
        return talk["thread_metadata"]["archived"], talk["thread_metadata"]["locked"]

    server.archive(talk)
    server.lock(talk)
    assert now() == (True, True), "a thread that is archived stays so"
    server.archive(talk)
    assert now() == (True, False)
    server.reopen(talk)
    assert now() == (False, False)
    server.archive(talk, locked=True)
    assert now() == (True, True)
    assert (other["thread_metadata"]["archived"], other["thread_metadata"]["locked"]) == (False, False)
    server.clock.advance(timedelta(days=3))
    assert not other["thread_metadata"]["archived"], "no thread sleeps unless it is asked for"
    server.let_threads_sleep()
    assert other["thread_metadata"]["archived"], "at once, if its time has come"


def test_a_guild_and_a_forum_are_made_as_they_are_asked_for() -> None:
    server = LocalDiscord(locale="fr")
    club = server.guild("The club", ["news", "talk"])
    names = [each["name"] for each in server.hub.state.channels.in_guild(club.id).values()]
    assert (names, server.guild("The club", ["more"]).id, server.locale) == (["news", "talk"], club.id, "fr")
    assert len(server.hub.state.channels.in_guild(club.id)) == 2
    assert [server.forum(name, requires_tag=strict)["flags"] for name, strict in (("a", True), ("b", False))] == [16, 0]


async def test_a_kept_guild_keeps_its_language_and_its_files(tmp_path: Path) -> None:
    file = tmp_path / "discord.db"
    async with LocalDiscord(database=file, locale="fr") as server:
        anna, general, state = server.user("anna"), server.channel("general"), server.hub.state
        for only_for in (None, anna.id):
            uploads = [Upload(f"{number}.txt", b"x") for number in range(2)]
            payload = {"content": f"see {state.files.url}/1/a.txt"}
            state.messages.add(compose(state, general["id"], state.bot, payload, uploads=uploads, only_for=only_for))
    async with LocalDiscord(database=file, locale="de") as again:
        assert again.locale == "fr"
        messages = again.user("anna").messages(general)
        urls = [file["url"] for each in messages for file in each["attachments"]]
        assert len(urls) == 4
        assert all(url.startswith(f"{again.url}/attachments/") for url in urls)
        async with aiohttp.ClientSession() as session:
            for url in urls:
                async with session.get(url) as response:
                    assert await response.read() == b"x"
