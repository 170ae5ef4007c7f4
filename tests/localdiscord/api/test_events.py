"""Scheduled events, through discord.py and in what users see. Resources, Guild Scheduled Event."""

import contextlib
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest

from localdiscord import Clock, InvalidAction, LocalDiscord, Permission, User, run_client
from localdiscord.limits import events
from localdiscord.limits.shape import Object
from localdiscord.openapi import OpenApi
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from tests.localdiscord.api.scene import EVENT
from tests.localdiscord.api.steps import codes
from tests.localdiscord.limits.bounds import bounds, failures
from tests.localdiscord.little_bot import LittleBot
from tests.patience import until

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
HEARD = discord.Intents(guilds=True, guild_scheduled_events=True)
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(32)


@pytest.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    openapi = OpenApi()
    permissions = DEFAULT_PERMISSIONS | Permission.CREATE_EVENTS
    async with LocalDiscord(clock=Clock(NOW), bot_permissions=permissions) as server:
        server.watch(openapi.compare)
        yield server
    assert openapi.found == []


@pytest.fixture
async def bot(server: LocalDiscord, anna: User, bert: User) -> AsyncIterator[LittleBot]:
    bot = LittleBot(HEARD)
    async with run_client(server, bot):
        await bot.wait_until_ready()
        assert {user.name for user in (anna, bert)} == {"anna", "bert"}  # they came first, and anna owns the guild
        yield bot


async def planned(bot: LittleBot, name: str = "Night", after: timedelta = HOUR, **more: Any) -> discord.ScheduledEvent:
    """An event of two hours."""
    return await bot.guilds[0].create_scheduled_event(
        name=name,
        start_time=NOW + after,
        end_time=NOW + after + 2 * HOUR,
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location="The club",
        **more,
    )


def shown(user: User) -> list[tuple[str, int]]:
    return [(event["name"], event["status"]) for event in user.events()]


async def test_an_event_is_planned_changed_and_called_off(server: LocalDiscord, bot: LittleBot, bert: User) -> None:
    later = await planned(bot, "Dawn", 5 * HOUR)
    event = await planned(bot, description="Bring maps", image=PICTURE)
    assert (event.location, event.description, event.creator_id) == ("The club", "Bring maps", bot.user and bot.user.id)
    assert (event.start_time, event.end_time, event.cover_image is not None) == (NOW + HOUR, NOW + 3 * HOUR, True)
    assert shown(bert) == [("Night", 1), ("Dawn", 1)]
    await event.edit(name="Dusk", location="The pub", end_time=NOW + 4 * HOUR)
    assert bert.events()[0]["entity_metadata"] == {"location": "The pub"}
    await until(lambda: "GUILD_SCHEDULED_EVENT_UPDATE" in bot.events)
    known = bot.guilds[0].get_scheduled_event(event.id)
    assert known is not None
    assert (known.name, known.end_time) == ("Dusk", NOW + 4 * HOUR)
    await event.cancel()
    assert shown(bert) == [("Dawn", 1)]
    assert [each.name for each in await bot.guilds[0].fetch_scheduled_events()] == ["Dawn"]
    assert (await bot.guilds[0].fetch_scheduled_event(event.id)).status is discord.EventStatus.canceled
    await later.delete()
    await until(lambda: "GUILD_SCHEDULED_EVENT_DELETE" in bot.events)
    assert bert.events() == []
    with pytest.raises(discord.NotFound):
        await later.delete()
    assert codes(server) == [(404, 10070)]


async def test_an_event_is_changed_as_long_as_it_runs(server: LocalDiscord, bot: LittleBot, bert: User) -> None:
    """What has begun may name its start again; what has not may not begin in the past."""
    event = await planned(bot, image=PICTURE)
    path = f"/guilds/{server.guild_id}/scheduled-events/{event.id}"
    zoned = {"scheduled_start_time": "2026-01-05T16:00:00+02:00"}
    moved = await bot.raw("PATCH", path, zoned | {"description": None})
    assert (moved["scheduled_start_time"], moved["description"]) == ("2026-01-05T14:00:00.000000+00:00", None)
    assert len(moved["image"]) == 32
    assert (await bot.raw("PATCH", path, {"image": None}))["image"] is None
    wanted = NOW + timedelta(seconds=1)
    await bot.raw("PATCH", path, {"scheduled_start_time": wanted.isoformat()})
    server.clock.advance(timedelta(seconds=1))
    assert shown(bert) == [("Night", 2)]
    await bot.raw("PATCH", path, {"name": "Dusk", "scheduled_start_time": wanted.isoformat()})
    assert shown(bert) == [("Dusk", 2)]
    assert server.rejected == []
    await bot.raw("PATCH", path, {"status": 3})
    other = await planned(bot, "Dawn", 5 * HOUR)
    await other.cancel()
    for over in (event, other):
        with pytest.raises(discord.HTTPException):
            await bot.raw("PATCH", f"/guilds/{server.guild_id}/scheduled-events/{over.id}", {"name": "x"})
    assert codes(server) == [(400, 180000)] * 2


async def test_an_event_belongs_to_its_guild(server: LocalDiscord, bot: LittleBot) -> None:
    club, event = server.guild("The club"), await planned(bot)
    for path in ("", "/users"):
        with pytest.raises(discord.NotFound) as error:
            await bot.raw("GET", f"/guilds/{club.id}/scheduled-events/{event.id}{path}")
        assert error.value.code == 10070
    server.hub.state.events.add(club.id, server.hub.state.bot, EVENT | {"name": "Club night"})
    assert [each["name"] for each in await bot.raw("GET", f"/guilds/{club.id}/scheduled-events")] == ["Club night"]


async def test_it_is_begun_and_ended_by_hand_in_this_order_alone(server: LocalDiscord, bot: LittleBot) -> None:
    event = await planned(bot)
    path = f"/guilds/{server.guild_id}/scheduled-events/{event.id}"

    async def refused(status: int) -> tuple[int, int]:
        with pytest.raises(discord.HTTPException) as error:
            await bot.raw("PATCH", path, {"status": status})
        return error.value.status, error.value.code

    assert [await refused(status) for status in (1, 3, 7)] == [(400, 50035)] * 3
    for kind in (1, 2):
        with pytest.raises(discord.HTTPException) as error:
            await bot.raw("PATCH", path, {"entity_type": kind, "channel_id": "1"})
        assert (error.value.status, error.value.code) == (404, 10003), "there are no voice or stage channels"
    event = await event.start()
    assert [await refused(status) for status in (1, 2, 4)] == [(400, 50035)] * 3
    event = await event.end()
    assert event.status is discord.EventStatus.completed
    assert [await refused(status) for status in (1, 2, 3, 4)] == [(400, 180000)] * 4
    with pytest.raises(discord.HTTPException):
        await event.edit(name="x")
    assert codes(server)[-1] == (400, 180000)


@pytest.mark.parametrize(("permission", "own", "others"), [
    (Permission(0), False, False),
    (Permission.CREATE_EVENTS, True, False),
    (Permission.MANAGE_EVENTS, True, True),
])  # fmt: skip
async def test_changing_an_event_needs_its_permission(
    server: LocalDiscord, bot: LittleBot, permission: Permission, own: bool, others: bool
) -> None:
    mine, state = await planned(bot), server.hub.state
    hers = state.events.add(server.guild_id, state.users[server.user("anna").id], EVENT)
    state.guild["roles"][1]["permissions"] = str(int(DEFAULT_PERMISSIONS) | permission)
    for event_id, may in ((str(mine.id), own), (hers.id, others)):
        path = f"/guilds/{server.guild_id}/scheduled-events/{event_id}"
        with contextlib.nullcontext() if may else pytest.raises(discord.Forbidden):
            await bot.raw("PATCH", path, {"name": "Dusk"})
        with contextlib.nullcontext() if may else pytest.raises(discord.Forbidden):
            await bot.raw("DELETE", path)
    with contextlib.nullcontext() if permission == Permission.CREATE_EVENTS else pytest.raises(discord.Forbidden):
        await planned(bot)
    assert {*codes(server)} == {(403, 50013)}


async def test_an_external_event_needs_a_place_and_a_valid_end(server: LocalDiscord, bot: LittleBot) -> None:
    path = f"/guilds/{server.guild_id}/scheduled-events"
    wrong: list[dict[str, Any]] = [{"scheduled_end_time": None}, {"scheduled_start_time": NOW.isoformat()}]
    for each in wrong:
        with pytest.raises(discord.HTTPException):
            await bot.raw("POST", path, EVENT | each)
    assert codes(server) == [(400, 50035)] * len(wrong)
    server.rejected.clear()
    with pytest.raises(discord.HTTPException):
        await bot.raw("POST", path, EVENT | {"entity_type": 2, "channel_id": "1"})
    # discord.py leaves the type out, and Discord asks for it
    with pytest.raises(discord.HTTPException):
        await bot.guilds[0].create_scheduled_event(
            name="x",
            start_time=NOW + HOUR,
            end_time=NOW + 2 * HOUR,
            privacy_level=discord.PrivacyLevel.guild_only,
            location="x",
        )
    event = await planned(bot)
    for change in (
        {"scheduled_end_time": event.start_time.isoformat()},
        {"scheduled_end_time": None},
        {"scheduled_start_time": NOW.isoformat()},
        {"channel_id": "1"},
    ):
        with pytest.raises(discord.HTTPException):
            await bot.raw("PATCH", f"{path}/{event.id}", change)
    assert codes(server) == [(404, 10003)] + [(400, 50035)] * 5


async def test_the_limits_of_an_event(server: LocalDiscord, bot: LittleBot) -> None:
    async def create(payload: Any) -> Any:
        made = await bot.raw("POST", f"/guilds/{server.guild_id}/scheduled-events", EVENT | payload)
        await bot.raw("DELETE", f"/guilds/{server.guild_id}/scheduled-events/{made['id']}")
        return made

    texts = {key: events.EVENT.fields[key] for key in ("name", "description", "entity_metadata", "privacy_level")}
    assert await failures(bounds(Object(texts)), create) == []


async def test_a_guild_has_a_hundred_events_at_most(server: LocalDiscord, bot: LittleBot, anna: User) -> None:
    path = f"/guilds/{server.guild_id}/scheduled-events"
    for _ in range(100):
        await bot.raw("POST", path, EVENT)
    with pytest.raises(discord.HTTPException):
        await bot.raw("POST", path, EVENT)
    assert codes(server) == [(400, 30038)]
    await bot.raw("PATCH", f"{path}/{anna.events()[0]['id']}", {"status": 4})
    await bot.raw("POST", path, EVENT)


async def test_users_are_interested(server: LocalDiscord, bot: LittleBot, anna: User, bert: User) -> None:
    event = await planned(bot)
    for user in (bert, anna, anna):
        user.subscribe(user.events()[0])
    await until(lambda: bot.events.count("GUILD_SCHEDULED_EVENT_USER_ADD") == 2)
    assert bert.events()[0]["user_count"] == 2
    assert (await bot.guilds[0].fetch_scheduled_event(event.id, with_counts=True)).user_count == 2
    assert [user.name async for user in event.users()] == ["anna", "bert"]
    assert [user.name async for user in event.users(limit=1, oldest_first=True)] == ["anna"]
    assert [user.name async for user in event.users(before=discord.Object(int(bert.id)))] == ["anna"]
    assert [user.name async for user in event.users(after=discord.Object(int(anna.id)))] == ["bert"]
    carl = server.user("carl")
    carl.subscribe(carl.events()[0])
    path, members = f"/guilds/{server.guild_id}/scheduled-events/{event.id}", server.hub.state.first.members
    for query, names in (
        ("", ["anna", "bert", "carl"]),
        ("?limit=2", ["anna", "bert"]),
        (f"?before={carl.id}", ["anna", "bert"]),
        (f"?before={carl.id}&limit=1", ["bert"]),
        (f"?before={int(carl.id) + 1}&limit=1", ["carl"]),
        (f"?after={anna.id}", ["bert", "carl"]),
        (f"?after={anna.id}&limit=1", ["bert"]),
    ):
        found = await bot.raw("GET", f"{path}/users{query}")
        assert [each["user"]["username"] for each in found] == names, query
        assert not any("member" in each for each in found)
    for word, asked in (("1", True), ("true", True), ("False", False), ("0", False)):
        found = await bot.raw("GET", f"{path}/users?with_member={word}")
        assert [each.get("member") for each in found] == [
            members[user.id] if asked else None for user in (anna, bert, carl)
        ]
        assert ("user_count" in await bot.raw("GET", f"{path}?with_user_count={word}")) == asked
    carl.subscribe(carl.events()[0], subscribed=False)
    bert.subscribe(bert.events()[0], subscribed=False)
    await until(lambda: "GUILD_SCHEDULED_EVENT_USER_REMOVE" in bot.events)
    assert bert.events()[0]["user_count"] == 1
    bert.subscribe(bert.events()[0], subscribed=False)
    assert bert.events()[0]["user_count"] == 1
    assert server.guild("elsewhere").user("carla").events() == []
    await event.cancel()
    with pytest.raises(InvalidAction, match="no such event"):
        bert.subscribe({"id": str(event.id)})
