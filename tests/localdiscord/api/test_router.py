"""What holds for every route."""

from datetime import timedelta

import aiohttp
import discord
import pytest

from localdiscord import Channel, Fault, LocalDiscord, RequestRecord
from tests.localdiscord.api.scene import Scene
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


async def test_each_accepted_request_is_told_to_everyone_who_watches(scene: Scene) -> None:
    told: list[list[RequestRecord]] = [[], []]
    for each in told:
        scene.server.watch(each.append)
    body = {"content": "three"}
    _, said = await scene.request("POST", "/channels/{channel}/messages", body)
    await scene.request("POST", "/channels/{channel}/messages", {})
    await scene.request("DELETE", "/channels/{channel}/messages/{message}")
    assert (
        told[0]
        == told[1]
        == [
            RequestRecord("POST", "/channels/{channel}/messages", body, 200, said),
            RequestRecord("DELETE", "/channels/{channel}/messages/{message}", None, 204, None),
        ]
    )
    (refused,) = scene.server.rejected
    assert (refused.method, refused.path, refused.status, refused.code) == (
        "POST", "/channels/{channel}/messages", 400, 50006,
    )  # fmt: skip


async def test_only_routes_with_a_token_need_no_header(scene: Scene) -> None:
    async with aiohttp.ClientSession() as nobody:
        for method, path, code in (
            ("GET", "/users/@me", 0),
            ("POST", "/channels/{channel}/messages", 0),
            ("POST", "/webhooks/{application}/1", 50027),
            ("POST", "/interactions/{interaction}/1/callback", 10062),
        ):
            url = scene.server.api_url + path.format(**scene.ids)
            async with nobody.request(method, url, json={"content": "x"}) as response:
                assert ((await response.json())["code"], response.status) == (code, 404 if code == 10062 else 401)


async def test_a_request_finds_what_the_time_has_brought(scene: Scene) -> None:
    event = scene.state.events.by_id[scene.ids["event"]]
    scene.server.clock.moved = lambda: None  # nobody has looked at the clock since
    scene.server.clock.advance(timedelta(days=365 * 200))
    await scene.request("GET", "/users/@me")
    assert event.status == 3


async def test_a_lost_answer_was_carried_out_and_a_lost_request_not(scene: Scene) -> None:
    for loses, count in (({"loses_request": True}, 2), ({"loses_response": True}, 3), ({"status": 503}, 3)):
        scene.server.inject(Fault("POST", "/channels/{channel}/messages", **loses))
        if "status" in loses:
            assert (await scene.request("POST", "/channels/{channel}/messages", {"content": "x"}))[0] == 503
        else:
            with pytest.raises(aiohttp.ClientError):
                await scene.request("POST", "/channels/{channel}/messages", {"content": "x"})
        assert len(scene.contents()) == count


async def test_a_refusal_keeps_the_limits_that_it_tells(scene: Scene) -> None:
    scene.server.inject(Fault("GET", "/users/@me", 429))
    for remaining in ("0", "999"):
        async with scene.session.get(f"{scene.server.api_url}/users/@me") as response:
            assert response.headers["X-RateLimit-Remaining"] == remaining
            assert response.headers["X-RateLimit-Limit"] == "1000"
