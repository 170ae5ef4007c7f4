"""When a bot has finished with an interaction."""

import asyncio
import contextlib
import sys
from datetime import timedelta

import discord
import pytest

from localdiscord import Channel, LocalDiscord, User, run_client
from tests.localdiscord.little_bot import LittleBot, Received

BOT = """
import asyncio, sys, discord, yarl
discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = sys.argv[1], yarl.URL(sys.argv[2])
from tests.localdiscord.little_bot import LittleBot

async def slow(interaction):
    await interaction.response.defer(thinking=True)
    for number in range(3):
        await interaction.followup.send(str(number))
        await asyncio.sleep(0.03)

bot = LittleBot()
bot.handler = slow
asyncio.run(bot.start(sys.argv[3]))
"""


async def test_a_bot_in_this_process_has_finished_when_its_tasks_end(
    bot: LittleBot, anna: User, general: Channel
) -> None:
    async def slow(interaction: Received) -> None:
        await interaction.response.defer(thinking=True)
        for number in range(3):
            await discord.utils.sleep_until(discord.utils.utcnow() + timedelta(milliseconds=150))
            await interaction.followup.send(str(number))

    bot.handler = slow
    interaction = await anna.slash(general, "do")
    assert [message["content"] for message in interaction.messages] == ["0", "1", "2"]


async def test_nobody_waits_for_what_somebody_else_has_begun(
    bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    may_end, has_begun = asyncio.Event(), asyncio.Event()

    async def slow(interaction: Received) -> None:
        await interaction.response.send_message("begun")
        has_begun.set()
        await may_end.wait()
        await interaction.followup.send("done")

    async def quick(interaction: Received) -> None:
        await interaction.response.send_message("quick")

    bot.handler = slow
    long = asyncio.create_task(anna.slash(general, "do"))
    await has_begun.wait()
    bot.handler = quick
    await bert.slash(general, "do")
    assert [message["content"] for message in bert.messages(general)] == ["begun", "quick"]
    assert not long.done()
    may_end.set()
    await long
    assert bert.messages(general)[-1]["content"] == "done"


async def test_a_bot_in_another_process_has_finished_when_its_requests_stop() -> None:
    async with LocalDiscord() as server:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-W", "ignore", "-c", BOT, server.api_url, server.gateway_url, server.token
        )
        try:
            await server.bot_online()
            anna, general = server.user("anna"), server.channel("general")
            await anna.slash(general, "do")
            assert [message["content"] for message in anna.messages(general)] == ["0", "1", "2"]
        finally:
            with contextlib.suppress(ProcessLookupError):
                bot.kill()
            await bot.wait()


async def test_a_server_that_waits_not_returns_as_an_action_is_acknowledged() -> None:
    """Each user settles by itself, whatever the bot still does for others."""
    may_end = {name: asyncio.Event() for name in ("anna", "bert")}

    async def slow(interaction: Received) -> None:
        await interaction.response.send_message(f"begun for {interaction.user.display_name}")
        await may_end[interaction.user.display_name].wait()
        await interaction.followup.send(f"done for {interaction.user.display_name}")

    async with LocalDiscord(waits=False) as server:
        bot = LittleBot()
        bot.handler = slow
        async with run_client(server, bot):
            general = server.channel("general")
            for name in ("anna", "bert"):
                await server.user(name).slash(general, "do")
            said = [message["content"] for message in server.user("anna").messages(general)]
            assert said == ["begun for anna", "begun for bert"]
            may_end["bert"].set()
            await server.user("bert").settle()
            assert server.user("anna").messages(general)[-1]["content"] == "done for bert"
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(server.user("anna").settle(), 0.1)
            may_end["anna"].set()
            await server.user("anna").settle()
            assert server.user("anna").messages(general)[-1]["content"] == "done for anna"
