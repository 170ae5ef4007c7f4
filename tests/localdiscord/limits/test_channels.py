"""The limits of channels, threads, forums and posts, exactly at each and one beyond."""

from typing import Any

import pytest

from localdiscord import Channel, LocalDiscord, Permission
from localdiscord.limits import channels, check_changes, check_new_channel, check_post, check_thread
from localdiscord.limits.shape import Object
from localdiscord.state.channels import ChannelType
from tests.localdiscord.api.steps import grant
from tests.localdiscord.limits.bounds import bounds, broken, failures
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


EMOJI = {"emoji_id": "1", "emoji_name": "⚔️"}
TAGS = [{"name": "a"}, {"name": "b"}, {"name": "A"}, {"name": "c", **EMOJI}]
TAG_ERRORS = {
    "available_tags.2.name": "FORUM_TAG_NAME_DUPLICATE",
    "available_tags.3.emoji_name": "EMOJI_FIELDS_EXCLUSIVE",
}


@pytest.mark.parametrize(
    ("type_", "change", "errors"),
    [
        (ChannelType.FORUM, {"available_tags": TAGS}, TAG_ERRORS),
        (ChannelType.FORUM, {"default_reaction_emoji": EMOJI}, {
            "default_reaction_emoji.emoji_name": "EMOJI_FIELDS_EXCLUSIVE"
        }),
        (ChannelType.FORUM, {"default_reaction_emoji": {"emoji_id": "1", "emoji_name": None}}, {}),
        (ChannelType.FORUM, {"topic": "x" * 4096, "flags": 16}, {}),
        (ChannelType.FORUM, {"flags": 2}, {"flags": "BASE_TYPE_CHOICES"}),
        (ChannelType.FORUM, {"flags": "x"}, {"flags": "BASE_TYPE_CHOICES"}),
        (ChannelType.FORUM, {"available_tags": [{"name": str(n)} for n in range(21)]}, {
            "available_tags": "BASE_TYPE_BAD_LENGTH"
        }),
        (ChannelType.TEXT, {"available_tags": TAGS, "flags": 2}, {}),
        (ChannelType.TEXT, {"topic": "x" * 1025}, {"topic": "BASE_TYPE_MAX_LENGTH"}),
        (ChannelType.TEXT, {"name": " ", "rate_limit_per_user": 21601}, {
            "name": "BASE_TYPE_REQUIRED", "rate_limit_per_user": "NUMBER_TYPE_MAX"
        }),
    ],
)  # fmt: skip
def test_a_change_has_the_limits_of_a_new_channel(type_: ChannelType, change: Any, errors: dict[str, str]) -> None:
    assert broken(lambda wanted: check_changes({"type": type_}, wanted), change) == errors
    assert broken(check_new_channel, {"name": "x", "type": int(type_), **change}) == errors


def test_an_unknown_channel_type_is_refused() -> None:
    assert broken(check_new_channel, {"name": "x"}) == {}
    assert broken(check_new_channel, {"name": "x", "type": 2}) == {"type": "BASE_TYPE_CHOICES"}
    assert broken(check_new_channel, {"type": 15}) == {"name": "BASE_TYPE_REQUIRED"}


@pytest.mark.parametrize("type_", [ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD])
def test_a_post_has_limits_that_a_thread_has_not(type_: ChannelType) -> None:
    tags = {"applied_tags": ["1", "x", *"23456"], "flags": 16}
    errors = {
        "applied_tags": "BASE_TYPE_BAD_LENGTH", "applied_tags.1": "NUMBER_TYPE_COERCE", "flags": "BASE_TYPE_CHOICES"
    }  # fmt: skip
    for is_post, found in ((False, {}), (True, errors)):
        assert broken(lambda wanted: check_changes({"type": type_}, wanted, is_post=is_post), tags) == found  # noqa: B023
    assert broken(check_thread, {"name": "x", **tags}) == {}
    assert broken(check_post, {"name": "x", "message": {}, "applied_tags": tags["applied_tags"]}) == {
        key: code for key, code in errors.items() if key != "flags"
    }
    assert broken(check_post, {"name": "x"}) == {"message": "BASE_TYPE_REQUIRED"}
    minutes = {"auto_archive_duration": 61}
    for check, payload in ((check_thread, {"name": "x"}), (check_post, {"name": "x", "message": {}})):
        assert broken(check, payload | minutes) == {"auto_archive_duration": "BASE_TYPE_CHOICES"}
