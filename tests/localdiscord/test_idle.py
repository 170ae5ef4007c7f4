"""When a bot has finished with an interaction."""

import asyncio
import contextlib
import sys
from datetime import timedelta

import discord

from localdiscord import Channel, LocalDiscord, User
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
