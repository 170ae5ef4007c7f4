"""Several processes of one bot, and what remains of one that is killed."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator

import aiohttp
import pytest

from localdiscord import Channel, LocalDiscord, NoResponse, User
from tests.localdiscord.little_bot import LittleBot, Received
from tests.patience import MOMENT, PATIENCE, a_moment, until


@contextlib.asynccontextmanager
async def process(server: LocalDiscord, *arguments: str) -> AsyncIterator[Process]:
    """A bot process that is connected; it is killed at the end."""
    before = server.gateway.connected
    running = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-W", "ignore", "-m", "tests.localdiscord.bot_process", *arguments),
        env=os.environ | {"ADJUTANT_DISCORD_API": server.api_url, "BOT_TOKEN": server.token},
    )
    try:
        await server.bot_online(sessions=before + 1)
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.kill()
        await running.wait()


async def test_each_process_answers_for_its_shard() -> None:
    async with LocalDiscord(shards=2) as server:
        anna, general = server.user("anna"), server.channel("general")
        club = server.guild("The club")
        den, carl = club.channel("den"), club.user("carl")
        async with process(server, "0", "2") as zero, process(server, "1", "2") as one:
            await anna.slash(general, "do")
            await carl.slash(den, "do")
            await carl.slash(carl.dm(), "do")
        assert [anna.messages(general)[0]["content"], carl.messages(den)[0]["content"]] == [
            f"0 {zero.pid}",
            f"1 {one.pid}",
        ]
        assert carl.messages(carl.dm())[0]["content"] == f"0 {zero.pid}"
        assert server.rejected == []


async def test_the_other_process_answers_after_a_kill(server: LocalDiscord, anna: User, general: Channel) -> None:
    async with process(server, "0", "1") as old, process(server, "0", "1") as new:
        await anna.slash(general, "do")
        await until(lambda: [each.code for each in server.rejected] == [40060])
        old.kill()
        await until(lambda: server.gateway.connected == 1)
        await anna.slash(general, "do")
    assert anna.messages(general)[1]["content"] == f"0 {new.pid}"
    assert len(anna.messages(general)) == 2


async def test_a_killed_process_leaves_nothing_behind(general: Channel) -> None:
    async with LocalDiscord(resume_timeout=10 * MOMENT) as server:
        anna, general = server.user("anna"), server.channel("general")
        async with process(server, "0", "1") as bot:
            bot.kill()
            await bot.wait()
            for number in range(1200):
                server.hub.state.channels.change(general, topic=str(number))
            await until(lambda: server.gateway.connected == 0)
            assert "gateway writer" not in [task.get_name() for task in asyncio.all_tasks()]
            (lost,) = server.gateway._sessions
            assert len(lost.sent) == 1000
            await until(lambda: list(server.gateway._sessions) == [])
            await asyncio.wait_for(server.hub.monitor.wait_until_idle(MOMENT), PATIENCE)
        assert anna.messages(general) == []


async def test_a_kill_after_the_response_blocks_no_user(server: LocalDiscord, anna: User, general: Channel) -> None:
    async with process(server, "0", "1", "stall") as bot:
        waiting = asyncio.create_task(anna.slash(general, "do"))
        await until(lambda: anna.messages(general) != [])
        bot.kill()
        async with asyncio.timeout(PATIENCE):
            assert (await waiting).message is not None


@pytest.mark.usefixtures("_short_ack_timeout")
async def test_a_kill_before_the_response_blocks_no_user(server: LocalDiscord, anna: User, general: Channel) -> None:
    async with process(server, "0", "1", "silent") as bot:
        waiting = asyncio.create_task(anna.slash(general, "do"))
        await a_moment()
        bot.kill()
        async with asyncio.timeout(PATIENCE):
            with pytest.raises(NoResponse):
                await waiting


async def test_a_dead_bot_blocks_no_user(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    async def stall(interaction: Received) -> None:
        await interaction.response.send_message("one")
        await server.gateway.close_connections(4004)  # discord.py gives up, and this task stays
        await asyncio.Event().wait()

    bot.handler = stall
    async with asyncio.timeout(PATIENCE):
        interaction = await anna.slash(general, "do")
    assert interaction.message is not None


async def test_a_request_that_is_cut_off_is_not_waited_for(server: LocalDiscord, general: Channel) -> None:
    url = server.api_url.removeprefix("http://")
    host, _, path = url.partition("/")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    head = f"POST /{path}/channels/{general['id']}/messages HTTP/1.1\r\nHost: {host}\r\n"
    token = f"Authorization: Bot {server.token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    writer.write((head + token + '{"content": "cut').encode())
    await writer.drain()
    await a_moment()
    writer.transport.abort()
    await asyncio.wait_for(server.hub.monitor.wait_until_idle(MOMENT), PATIENCE)
    assert await reader.read() == b""
    assert server.rejected == []
    async with aiohttp.ClientSession() as session, session.get(server.url) as response:
        assert response.status == 200
