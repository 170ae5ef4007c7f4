"""A bot in another process: the table sees only its requests."""

import asyncio
import contextlib
import sys

from localdiscord import LocalDiscord

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
bot.deed = slow
asyncio.run(bot.start(sys.argv[3]))
"""


async def test_a_deed_is_over_when_no_request_comes_any_more() -> None:
    table = LocalDiscord()
    await table.start()
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", "-c", BOT, table.api, table.gateway.url, table.token
    )
    try:
        await table.bot_online()
        anna, marne = table.person("anna"), table.channel("marne")
        await anna.slash(marne, "do")
        assert [m["content"] for m in anna.messages(marne)] == ["0", "1", "2"]
    finally:
        with contextlib.suppress(ProcessLookupError):
            bot.kill()
        await bot.wait()
        await table.stop()
