"""Threads and their members."""

import discord
import pytest

from localdiscord import Channel, LocalDiscord, User
from tests.localdiscord.api.steps import text_channel
from tests.localdiscord.little_bot import LittleBot


async def test_threads(server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    message = await channel.send("start")
    thread = await message.create_thread(name="at the message")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as error:
        await message.create_thread(name="again")
    assert error.value.code == 160004
    await thread.send("inside")
    place = server.hub.state.channels.by_id[str(thread.id)]
    assert [m["content"] for m in bert.messages(place)] == ["inside"]
    await thread.edit(archived=True, name="done")
    assert (place["name"], place["thread_metadata"]["archived"]) == ("done", True)
    assert [t.name async for t in channel.archived_threads()] == ["done"]
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("asleep")
    assert refused.value.code == 50083
    await thread.edit(archived=False)
    await thread.send("awake")
    assert not place["thread_metadata"]["archived"]

    public = await channel.create_thread(name="public", type=discord.ChannelType.public_thread)
    private = await channel.create_thread(name="private")
    assert bert.messages(server.hub.state.channels.by_id[str(private.id)]) == []
    await private.send("secret")
    await private.add_user(discord.Object(int(anna.id)))
    hidden = server.hub.state.channels.by_id[str(private.id)]
    assert [m["content"] for m in anna.messages(hidden)] == ["secret"]
    assert bert.messages(hidden) == []
    assert {m.id for m in await private.fetch_members()} == {bot.user and bot.user.id, int(anna.id)}
    await private.remove_user(discord.Object(int(anna.id)))
    assert anna.messages(hidden) == []
    guild = bot.guilds[0]
    assert {t.id for t in await guild.active_threads()} == {thread.id, public.id, private.id}


async def test_a_thread_that_is_no_post_has_no_tags_and_no_pin(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    thread = await (await text_channel(bot, general)).create_thread(name="talk")
    before = dict(server.hub.state.channels.by_id[str(thread.id)])
    changed = await bot.raw("PATCH", f"/channels/{thread.id}", {"name": "words", "applied_tags": ["1"]})
    assert changed == before | {"name": "words"}
