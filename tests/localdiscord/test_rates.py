"""Rate limits, and how discord.py keeps to them. Topics, Rate Limits."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest

from localdiscord import Channel, Clock, LocalDiscord, Permission, Rate, Rates, run_client
from localdiscord.rates import TooManyRequests
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from tests.localdiscord.api.steps import codes, text_channel
from tests.localdiscord.little_bot import LittleBot, Received
from tests.patience import PATIENCE

SEND = ("POST", "/channels/{channel}/messages")
SECONDS = 0.3
LONG = 1.5
"""Within it a busy machine does several requests."""
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
FEW = Rate(2, SECONDS)
MANAGER = DEFAULT_PERMISSIONS | Permission.MANAGE_CHANNELS
Answer = tuple[int, Any, Mapping[str, str]]


@asynccontextmanager
async def limited(rates: Rates) -> AsyncIterator[tuple[LocalDiscord, LittleBot]]:
    """A server with these rates, and a bot that is ready."""
    bot = LittleBot()
    async with LocalDiscord(rates=rates, bot_permissions=MANAGER, clock=Clock(NOW)) as server:
        server.user("anna")
        async with run_client(server, bot):
            await bot.wait_until_ready()
            yield server, bot


@asynccontextmanager
async def plain(rates: Rates) -> AsyncIterator[tuple[LocalDiscord, Callable[..., Any]]]:
    """A server with these rates, and a request that sends a message, or reads them all."""
    headers = {"Authorization": "Bot local-token"}
    async with LocalDiscord(rates=rates) as server, aiohttp.ClientSession(headers=headers) as session:

        async def send(channel: Channel, method: str = "POST") -> Answer:
            url = f"{server.api_url}/channels/{channel['id']}/messages"
            async with session.request(method, url, json={"content": "x"}) as response:
                return response.status, await response.json(), response.headers

        yield server, send


def since() -> Callable[[], float]:
    loop = asyncio.get_running_loop()
    began = loop.time()
    return lambda: loop.time() - began


# Header Format; Exceeding A Rate Limit


async def test_the_headers_tell_of_the_bucket_of_one_channel() -> None:
    async with plain(Rates({SEND: Rate(2, PATIENCE)})) as (server, send):
        one, other = server.channel("one"), server.channel("other")
        for left in ("1", "0"):
            status, _, headers = await send(one)
            assert (status, headers["X-RateLimit-Limit"], headers["X-RateLimit-Remaining"]) == (200, "2", left)
            assert 0 < float(headers["X-RateLimit-Reset-After"]) <= PATIENCE
            assert float(headers["X-RateLimit-Reset"]) > 1.7e9
            assert "X-RateLimit-Scope" not in headers
        status, body, refused = await send(one)
        assert (status, body["global"], body["message"]) == (429, False, "You are being rate limited.")
        assert 0 < body["retry_after"] <= PATIENCE
        assert (refused["X-RateLimit-Scope"], refused["Retry-After"], refused["X-RateLimit-Remaining"]) == (
            "user",
            str(math.ceil(body["retry_after"])),
            "0",
        )
        assert refused["X-RateLimit-Bucket"] == headers["X-RateLimit-Bucket"]
        assert "code" not in body
        status, _, elsewhere = await send(other)
        assert (status, elsewhere["X-RateLimit-Bucket"]) == (200, headers["X-RateLimit-Bucket"])
        status, _, read = await send(one, "GET")
        assert status == 200
        assert read["X-RateLimit-Bucket"] != headers["X-RateLimit-Bucket"]
        assert codes(server) == [(429, 0)]
        assert len(server.user("anna").messages(one)) == 2


# Global Rate Limit


async def test_the_whole_is_limited_but_for_interactions() -> None:
    async with plain(Rates(whole=Rate(2, PATIENCE))) as (server, send):
        channels = [server.channel(name) for name in ("one", "two", "three")]
        answers = [await send(each) for each in channels]
        assert [status for status, *_ in answers] == [200, 200, 429]
        _, body, headers = answers[-1]
        assert (body["global"], headers["X-RateLimit-Scope"], headers["X-RateLimit-Global"]) == (True, "global", "true")
        assert "X-RateLimit-Limit" not in headers


async def test_an_answer_to_a_user_is_outside_the_whole() -> None:
    async with limited(Rates(whole=Rate(6, 60))) as (server, bot):
        anna, general = server.user("anna"), server.channel("general")

        async def answer(interaction: Received) -> None:
            await interaction.response.defer()
            for _ in range(5):
                await interaction.followup.send("x")

        bot.handler = answer
        await anna.slash(general, "do")
        assert len(anna.messages(general)) == 5
        assert server.rejected == []


# how discord.py keeps to them


async def test_a_bot_waits_before_it_is_refused() -> None:
    async with limited(Rates({SEND: FEW})) as (server, bot):
        general, passed = server.channel("general"), since()
        channel = await text_channel(bot, general)
        for number in range(5):
            await channel.send(str(number))
        assert passed() >= 2 * SECONDS
        assert [each["content"] for each in server.user("anna").messages(general)] == list("01234")
        assert server.rejected == []


async def test_a_bot_waits_out_a_refusal_of_everything() -> None:
    async with limited(Rates(whole=Rate(6, LONG))) as (server, bot):
        places = [server.channel(f"place {number}") for number in range(12)]
        channels = [bot.get_partial_messageable(int(each["id"])) for each in places]
        await asyncio.gather(*(each.send("x") for each in channels))
        assert all(len(server.user("anna").messages(each)) == 1 for each in places)
        assert {*codes(server)} == {(429, 0)}


# Topics, Opcodes and Status Codes: 30046


async def test_old_messages_have_a_limit_of_edits() -> None:
    assert Rates().old_edits == Rate(3, 6)
    async with limited(Rates({}, old_edits=Rate(2, LONG))) as (server, bot):
        general, other = server.channel("general"), server.channel("other")
        here, there = await text_channel(bot, general), await text_channel(bot, other)
        old = [await here.send(str(number)) for number in range(3)]
        elsewhere = await there.send("x")
        server.clock.advance(timedelta(hours=1))
        for message in old:
            await message.edit(content="not older than an hour")
        server.clock.advance(timedelta(minutes=1))
        fresh, passed = await here.send("fresh"), since()
        for message in old[:2]:
            await message.edit(content="old")
        await elsewhere.edit(content="old")
        await fresh.edit(content="fresh")
        assert server.rejected == []
        await old[2].edit(content="old")
        assert passed() >= SECONDS / 2
        assert {*codes(server)} == {(429, 30046)}
        shown = [each["content"] for each in server.user("anna").messages(general)]
        assert shown == ["old", "old", "old", "fresh"]


async def test_a_channel_is_renamed_twice_in_a_while() -> None:
    assert Rates().renames == Rate(2, 600)
    async with limited(Rates(renames=Rate(2, LONG))) as (server, bot):
        channel = await text_channel(bot, server.channel("general"))
        changes: list[dict[str, Any]] = [{"rate_limit_per_user": seconds} for seconds in (5, 6, 7)]
        changes += [{"name": "a"}, {"topic": "x"}, {"topic": "x"}]
        for each in changes:
            await bot.raw("PATCH", f"/channels/{channel.id}", each)
        assert server.rejected == []
        await channel.edit(name="b")
        assert {*codes(server)} == {(429, 0)}
        assert server.channel("b")["id"] == str(channel.id)


async def test_without_rates_nothing_is_refused(server: LocalDiscord, bot: LittleBot) -> None:
    channel = await text_channel(bot, server.channel("general"))
    await asyncio.gather(*(channel.send("x") for _ in range(60)))
    assert server.rejected == []


async def test_each_interaction_has_limits_of_its_own() -> None:
    route = ("POST", "/webhooks/{application}/{token}")
    async with limited(Rates({route: Rate(1, SECONDS)})) as (server, bot):
        general = server.channel("general")

        async def answer(interaction: Received) -> None:
            await interaction.response.defer()
            await interaction.followup.send("x")

        bot.handler = answer
        await asyncio.gather(*(server.user(name).slash(general, "do") for name in ("anna", "bert")))
        assert len(server.user("anna").messages(general)) == 2
        assert server.rejected == []


async def test_discord_py_asks_five_times() -> None:
    async with limited(Rates(old_edits=Rate(0, 0.01))) as (server, bot):
        channel = await text_channel(bot, server.channel("general"))
        message = await channel.send("x")
        server.clock.advance(timedelta(hours=2))
        with pytest.raises(discord.HTTPException) as error:
            await message.edit(content="y")
        assert (error.value.status, error.value.code) == (429, 30046)
        assert codes(server) == [(429, 30046)] * 5


async def test_renames_and_old_edits_are_limited_per_channel() -> None:
    too_many = "Maximum number of edits to messages older than 1 hour reached. Try again later"
    async with LocalDiscord(rates=Rates(renames=Rate(1, 60), old_edits=Rate(1, 60))) as server:
        limiter = server.hub.limiter
        for take, code, message in (
            (limiter.take_rename, None, "The resource is being rate limited."),
            (limiter.take_old_edit, 30046, too_many),
        ):
            for channel_id in ("1", "2"):
                take(channel_id)
            for channel_id in ("1", "2"):
                with pytest.raises(TooManyRequests) as error:
                    take(channel_id)
                body, headers = error.value.body(), error.value.headers()
                assert (body.get("code"), body["message"], body["global"]) == (code, message, False)
                assert headers["X-RateLimit-Scope"] == "shared"
                assert 59 < body["retry_after"] <= 60


async def test_guilds_and_methods_have_limits_of_their_own() -> None:
    async with LocalDiscord(rates=Rates({}, usual=Rate(1, 60), whole=Rate(50, 60))) as server:
        take = server.hub.limiter.take
        for method, path, ids in (
            ("GET", "/guilds/{guild}", {"guild": "1"}),
            ("GET", "/guilds/{guild}", {"guild": "2"}),
            ("POST", "/guilds/{guild}", {"guild": "1"}),
            ("GET", "/guilds/{guild}/members/{user}", {"guild": "1", "user": "3"}),
        ):
            assert take(method, path, ids)["X-RateLimit-Remaining"] == "0"
            with pytest.raises(TooManyRequests) as error:
                take(method, path, ids | {"user": "4"})
            assert error.value.scope == "user"
