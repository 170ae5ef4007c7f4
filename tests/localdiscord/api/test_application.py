"""The bot's own account, and its commands as Discord returns them."""

from typing import Any

import aiohttp
import discord
import pytest

from localdiscord import Json, LocalDiscord, User
from tests.localdiscord.little_bot import LittleBot

OPTION = {"type": 3, "name": "word", "description": "x"}
FULL: Json = {
    "type": 1, "name": "order", "name_localizations": {"fr": "ordre"}, "description": "Orders",
    "description_localizations": {"fr": "Ordonne"}, "default_member_permissions": "8192", "nsfw": True,
    "integration_types": [0, 1], "contexts": [0, 2], "options": [OPTION],
}  # fmt: skip
"""A command that says everything."""


@pytest.fixture
def path(server: LocalDiscord) -> str:
    return f"/applications/{server.hub.state.application_id}"


async def test_the_account_and_the_application_are_one(server: LocalDiscord, bot: LittleBot, anna: User) -> None:
    server.guild("The club")
    me, about = await bot.raw("GET", "/users/@me"), await bot.raw("GET", "/oauth2/applications/@me")
    assert (me["id"], me["username"], me["bot"], me["verified"]) == (server.hub.state.bot_id, "bot", True, True)
    assert (about["id"], about["name"], about["approximate_guild_count"]) == (me["id"], "Bot", 2)
    assert about["owner"]["id"] == anna.id


async def test_a_command_is_returned_as_it_was_registered(server: LocalDiscord, bot: LittleBot, path: str) -> None:
    plain = {"name": "plain", "description": "x"}
    menu = {"type": 3, "name": "Ask"}
    unknown = {"name_localizations": None, "description_localizations": None, "default_member_permissions": None}
    usual = {**unknown, "nsfw": False, "integration_types": [0], "contexts": None}
    guild = f"{path}/guilds/{server.guild_id}/commands"
    for scope, more in ((f"{path}/commands", {"dm_permission": True}), (guild, {"guild_id": server.guild_id})):
        made = await bot.raw("PUT", scope, [FULL | {"default_member_permissions": 8192}, plain, menu])
        ids = [{key: each.pop(key) for key in ("id", "application_id", "version")} for each in made]
        assert {each["application_id"] for each in ids} == {server.hub.state.application_id}
        assert len({each["id"] for each in ids}) == len({each["version"] for each in ids}) == 3
        assert made == [
            FULL | more,
            {"type": 1, **plain, **usual, **more, "options": []},
            {**menu, "description": "", **usual, **more},
        ]
        listed = await bot.raw("GET", scope)
        assert [each["id"] for each in listed] == [each["id"] for each in ids]
        assert await bot.raw("GET", f"{scope}/{ids[1]['id']}") == listed[1]
    (only,) = await bot.raw("PUT", f"{path}/commands", [plain | {"dm_permission": False}])
    assert only["dm_permission"] is False


async def test_a_command_keeps_its_id_by_name_and_type(server: LocalDiscord, bot: LittleBot, path: str) -> None:
    slash, user, message = (
        {"type": kind, "name": "ask", **({"description": "x"} if kind == 1 else {})} for kind in (1, 2, 3)
    )
    here, there = f"{path}/commands", f"{path}/guilds/{server.guild_id}/commands"
    first = await bot.raw("PUT", here, [slash, user, message])
    again = await bot.raw("PUT", here, [message, user, slash, {"name": "new", "description": "x"}])
    assert [each["id"] for each in again[:3]] == [each["id"] for each in reversed(first)]
    assert again[3]["id"] not in {each["id"] for each in first}
    later = await bot.raw("PUT", here, again)
    for before, after in ((first, again), (again, later)):
        assert max(int(each["version"]) for each in before) < min(int(each["version"]) for each in after)
    (other,) = await bot.raw("PUT", there, [slash])
    assert other["id"] not in {each["id"] for each in again}
    await bot.raw("DELETE", f"{here}/{again[1]['id']}")
    left: list[list[Any]] = [await bot.raw("GET", scope) for scope in (here, there)]
    assert [[each["id"] for each in commands] for commands in left] == [
        [again[0]["id"], again[2]["id"], again[3]["id"]],
        [other["id"]],
    ]
    await bot.raw("DELETE", f"{there}/{other['id']}")
    assert [len(await bot.raw("GET", scope)) for scope in (here, there)] == [3, 0]


async def test_a_bot_is_told_how_many_shards_to_start() -> None:
    async with LocalDiscord(shards=3, max_concurrency=2) as server, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {server.token}"}
        async with session.get(f"{server.api_url}/gateway/bot", headers=headers) as response:
            about = await response.json()
    assert (about["url"], about["shards"]) == (server.gateway_url, 3)
    assert about["session_start_limit"]["max_concurrency"] == 2


async def test_commands_are_scoped_to_where_they_are_registered(
    server: LocalDiscord, bot: LittleBot, path: str
) -> None:
    scopes = [
        f"{path}/commands",
        *(f"{path}/guilds/{each}/commands" for each in (server.guild_id, server.guild("b").id)),
    ]
    made = {
        scope: (await bot.raw("PUT", scope, [{"name": f"c{n}", "description": "x"}]))[0]["id"]
        for n, scope in enumerate(scopes)
    }
    for scope in scopes:
        for other, command_id in made.items():
            if other == scope:
                found = await bot.raw("GET", f"{scope}/{command_id}")
                assert (found["id"], found.get("guild_id", "commands") in scope) == (command_id, True)
            else:
                for method in ("GET", "DELETE"):
                    with pytest.raises(discord.NotFound):
                        await bot.raw(method, f"{scope}/{command_id}")
    await bot.raw("DELETE", f"{scopes[1]}/{made[scopes[1]]}")
    assert [len(await bot.raw("GET", scope)) for scope in scopes] == [1, 0, 1]
