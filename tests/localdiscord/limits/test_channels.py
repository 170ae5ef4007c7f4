"""The limits of channels, threads, forums and posts, exactly at each and one beyond."""

from typing import Any

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission
from localdiscord.limits import channels
from localdiscord.limits.shape import Object
from localdiscord.state.channels import ChannelType
from tests.localdiscord.api.steps import grant
from tests.localdiscord.limits.bounds import bounds, failures
from tests.localdiscord.little_bot import LittleBot


@pytest.fixture(autouse=True)
def _manager(server: LocalDiscord) -> None:
    for permission in (Permission.MANAGE_CHANNELS, Permission.MANAGE_THREADS):
        grant(server, permission)


async def test_threads_and_channels(bot: LittleBot, general: Channel) -> None:
    async def begin(payload: Any) -> Any:
        return await bot.raw("POST", f"/channels/{general['id']}/threads", payload)

    thread = await begin({"name": "x"})

    async def change(payload: Any) -> Any:
        return await bot.raw("PATCH", f"/channels/{thread['id']}", payload)

    async def change_channel(payload: Any) -> Any:
        return await bot.raw("PATCH", f"/channels/{general['id']}", payload)

    assert await failures(bounds(channels.THREAD), begin) == []
    assert await failures(bounds(channels.THREAD_CHANGES), change) == []
    assert await failures(bounds(channels.CHANNEL), change_channel) == []


@pytest.mark.parametrize("type_", [ChannelType.TEXT, ChannelType.FORUM])
async def test_new_channels(server: LocalDiscord, bot: LittleBot, type_: ChannelType) -> None:
    async def create(payload: Any) -> Any:
        return await bot.raw("POST", f"/guilds/{server.guild_id}/channels", {"type": int(type_), **payload})

    assert await failures(bounds(channels.NEW_CHANNEL[type_]), create) == []


async def test_forums_and_posts(server: LocalDiscord, bot: LittleBot) -> None:
    forum = server.forum("campaigns")

    async def change(payload: Any) -> Any:
        return await bot.raw("PATCH", f"/channels/{forum['id']}", payload)

    async def post(payload: Any) -> Any:
        return await bot.raw("POST", f"/channels/{forum['id']}/threads", {"message": {"content": "x"}, **payload})

    assert await failures(bounds(channels.FORUM), change) == []
    assert await failures(bounds(Object(channels.THREAD.fields, ("name",))), post) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"available_tags": [{"name": "a"}, {"name": "A"}]},
        {"available_tags": [{"name": "a", "emoji_id": "1", "emoji_name": "⚔️"}]},
        {"default_reaction_emoji": {"emoji_id": "1", "emoji_name": "⚔️"}},
        {"flags": 1 << 1},
        {"flags": "x"},
    ],
)
async def test_what_a_forum_cannot_be(server: LocalDiscord, bot: LittleBot, wrong: Any) -> None:
    forum = server.forum("campaigns")

    async def change(payload: Any) -> Any:
        return await bot.raw("PATCH", f"/channels/{forum['id']}", payload)

    async def create(payload: Any) -> Any:
        return await bot.raw("POST", f"/guilds/{server.guild_id}/channels", {"type": 15, "name": "x", **payload})

    tags = [{"name": "a", "emoji_id": None, "emoji_name": "⚔️"}, {"name": "b", "emoji_id": "1", "emoji_name": None}]
    for send in (change, create):
        assert await failures(iter([("it", {"available_tags": tags, "flags": 1 << 4}, wrong)]), send) == []


async def test_the_errors_of_a_forum_name_the_tag(server: LocalDiscord, bot: LittleBot) -> None:
    forum, tags = server.forum("campaigns"), [{"name": "a"}, {"name": "b"}, {"name": "A"}]
    with pytest.raises(discord.HTTPException):
        await bot.raw("PATCH", f"/channels/{forum['id']}", {"available_tags": tags})
    (error,) = server.rejected[-1].errors["available_tags"]["2"]["name"]["_errors"]
    assert error["code"] == "FORUM_TAG_NAME_DUPLICATE"
