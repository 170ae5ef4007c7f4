"""A bot in a process of its own: it finds the server by ADJUTANT_DISCORD_API.

`python -m tests.localdiscord.bot_process SHARD COUNT [stall]`: `/do` posts the number of the shard and the id of the
process. With `stall` it then never ends, and with `slow` it posts more; with `silent` it does not even respond.
"""

import asyncio
import os
import sys

import aiohttp
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.localdiscord.little_bot import LittleBot, Received
from tests.patience import PATIENCE


async def answer(interaction: Received) -> None:
    """Responds as the command line says."""
    behaviour = sys.argv[3:]
    if behaviour != ["silent"]:
        await interaction.response.send_message(f"{sys.argv[1]} {os.getpid()}")
    if behaviour == ["slow"]:
        for number in range(3):
            await asyncio.sleep(PATIENCE / 1000)
            await interaction.followup.send(str(number))
    elif behaviour:
        await asyncio.Event().wait()


async def main() -> None:
    """Runs the bot until it is killed."""
    api, token = os.environ["ADJUTANT_DISCORD_API"], os.environ["BOT_TOKEN"]
    headers = {"Authorization": f"Bot {token}"}
    async with aiohttp.ClientSession() as session, session.get(f"{api}/gateway/bot", headers=headers) as response:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL((await response.json())["url"])
    Route.BASE = api
    bot = LittleBot()
    bot.shard_ids, bot.shard_count = [int(sys.argv[1])], int(sys.argv[2])
    bot.handler = answer
    await bot.start(token)


if __name__ == "__main__":
    asyncio.run(main())
