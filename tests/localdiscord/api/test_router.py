"""What holds for every route."""

import aiohttp
import discord
import pytest

from localdiscord import Channel, LocalDiscord
from tests.localdiscord.api.steps import codes
from tests.localdiscord.little_bot import LittleBot


async def test_an_unknown_route_is_rejected_and_logged(
    server: LocalDiscord, bot: LittleBot, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(discord.NotFound):
        await bot.raw("GET", "/stage-instances/1")
    assert codes(server) == [(404, 0)]
    assert server.rejected[0].path == "/api/v10/stage-instances/1"
    assert "stage-instances" in caplog.text


JSON = {"Content-Type": "application/json"}


async def test_the_headers_let_discord_py_send_at_once(bot: LittleBot, general: Channel, server: LocalDiscord) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:
        async with session.get(f"{server.api_url}/channels/{general['id']}") as response:
            assert response.headers["Content-Type"] == "application/json"
            assert response.headers["X-RateLimit-Limit"] == "1000"
        async with session.get(f"{server.api_url}/users/@me", headers={"Authorization": "Bot x"}) as response:
            assert response.status == 401
        async with session.put(f"{server.api_url}/applications/1/commands", data=b"{", headers=JSON) as response:
            assert (await response.json())["code"] == 50109
    assert bot.user is not None


async def test_a_bug_of_the_server_is_not_a_5xx(server: LocalDiscord, bot: LittleBot) -> None:
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("GET", f"/guilds/{server.guild_id}/members?limit=many")
    assert error.value.status == 400
    assert "Bug in the local Discord" in server.rejected[0].message
