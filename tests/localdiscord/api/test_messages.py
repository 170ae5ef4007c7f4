"""Channels, messages, threads, files and private conversations, through discord.py."""

import io
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest

from localdiscord import Channel, Fault, LocalDiscord, Permission, User
from localdiscord.limits import FILE_SIZE
from tests.localdiscord.little_bot import LittleBot, Received


async def text_channel(bot: LittleBot, place: Channel) -> discord.TextChannel:
    channel = await bot.fetch_channel(int(place["id"]))
    assert isinstance(channel, discord.TextChannel)
    return channel


def codes(server: LocalDiscord) -> list[tuple[int, int]]:
    return [(each.status, each.code) for each in server.rejected]


async def test_a_route_that_is_not_there_is_told_loudly(
    server: LocalDiscord, bot: LittleBot, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(discord.NotFound):
        await bot.raw("GET", "/stage-instances/1")
    assert codes(server) == [(404, 0)]
    assert server.rejected[0].path == "/api/v10/stage-instances/1"
    assert "stage-instances" in caplog.text


async def test_messages(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    said = anna.send(general, "hello")
    message = await channel.send("one", embed=discord.Embed(title="x"))
    await message.edit(content="two")
    assert (await channel.fetch_message(message.id)).content == "two"
    assert anna.messages(general)[-1]["edited_timestamp"]
    grant(server, Permission.PIN_MESSAGES)
    await message.pin()
    assert [pinned.id async for pinned in channel.pins()] == [message.id]
    await message.unpin()
    await message.add_reaction("⚔️")
    assert anna.messages(general)[-1]["reactions"][0]["count"] == 1
    await message.remove_reaction("⚔️", discord.Object(int(server.hub.state.bot_id)))
    assert anna.messages(general)[-1]["reactions"] == []
    history = [m.content async for m in channel.history()]
    assert history == ["two", ""]  # without the message content intent
    reply = await message.reply("reply")
    assert anna.messages(general)[-1]["message_reference"]["message_id"] == str(message.id)
    await reply.delete()
    await message.delete()
    assert anna.messages(general) == [said]


def grant(server: LocalDiscord, permission: Permission) -> None:
    role = server.hub.state.guild["roles"][1]
    role["permissions"] = str(int(role["permissions"]) | permission)


def deny(server: LocalDiscord, channel: Channel, permission: Permission) -> None:
    overwrite = {"id": server.hub.state.bot_id, "type": 1, "allow": "0", "deny": str(int(permission))}
    server.hub.state.channels.change(channel, permission_overwrites=[overwrite])


async def test_history_pages(bot: LittleBot, general: Channel) -> None:
    channel = await text_channel(bot, general)
    sent = [await channel.send(str(n)) for n in range(10)]
    middle = discord.Object(sent[5].id)
    assert [m.content async for m in channel.history(limit=2, before=middle)] == ["4", "3"]
    assert [m.content async for m in channel.history(limit=2, after=middle)] == ["6", "7"]
    assert [m.content async for m in channel.history(limit=3, around=middle)] == ["6", "5", "4"]


async def test_a_message_of_somebody_else(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    said = anna.send(general, "hello")
    path = f"/channels/{general['id']}/messages/{said['id']}"
    for method, body in (("PATCH", {"content": "x"}), ("DELETE", None)):
        with pytest.raises(discord.Forbidden):
            await bot.raw(method, path, body)
    assert codes(server) == [(403, 50005), (403, 50013)]
    grant(server, Permission.MANAGE_MESSAGES)
    await bot.raw("DELETE", path)
    assert anna.messages(general) == []


async def test_permissions_are_counted(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    deny(server, general, Permission.SEND_MESSAGES)
    with pytest.raises(discord.Forbidden):
        await channel.send("x")
    deny(server, general, Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden):
        await channel.send("x")
    assert codes(server) == [(403, 50013), (403, 50001)]

    seen: list[discord.Permissions] = []

    async def look(interaction: Received) -> None:
        seen.extend((interaction.app_permissions, interaction.permissions))
        await interaction.response.send_message("x")

    bot.handler = look
    deny(server, general, Permission.SEND_MESSAGES)
    await anna.slash(general, "do")
    assert not seen[0].send_messages
    assert seen[1].administrator


async def test_a_private_message_is_not_in_the_channel(bot: LittleBot, anna: User, general: Channel) -> None:
    await anna.slash(general, "draw card", {"card": "Three"})
    channel = await text_channel(bot, general)
    assert [m.embeds[0].title async for m in channel.history()] == ["Drawn"]
    with pytest.raises(discord.NotFound):
        await channel.fetch_message(int(anna.messages(general)[-1]["id"]))


async def test_a_nonce_is_posted_once(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    path = f"/channels/{general['id']}/messages"
    body = {"content": "x", "nonce": "result-1", "enforce_nonce": True}
    first = await bot.raw("POST", path, body)
    assert (await bot.raw("POST", path, body))["id"] == first["id"]
    assert len(anna.messages(general)) == 1
    server.clock.advance(timedelta(hours=1))
    await bot.raw("POST", path, body)
    assert len(anna.messages(general)) == 2


async def test_files_are_served_back(bot: LittleBot, anna: User, general: Channel) -> None:
    async def send(interaction: Received) -> None:
        embed = discord.Embed(title="map").set_image(url="attachment://map.png")
        await interaction.response.send_message(embed=embed, file=discord.File(io.BytesIO(b"pixels"), "map.png"))
        await interaction.followup.send(file=discord.File(io.BytesIO(b"log"), "log.txt"))

    bot.handler = send
    await anna.slash(general, "do")
    drawn, log = anna.messages(general)
    picture = drawn["attachments"][0]
    assert drawn["embeds"][0]["image"]["url"] == picture["url"]
    assert (picture["content_type"], picture["size"]) == ("image/png", 6)
    async with aiohttp.ClientSession() as session:
        for url, content in ((picture["url"], b"pixels"), (log["attachments"][0]["url"], b"log")):
            async with session.get(url) as answer:
                assert await answer.read() == content
                expected = "image/png" if content == b"pixels" else "application/octet-stream"
                assert answer.headers["Content-Type"] == expected
        async with session.get(picture["url"].replace(picture["id"], "1")) as answer:
            assert answer.status == 404

    channel = await text_channel(bot, general)
    message = await channel.fetch_message(int(drawn["id"]))
    assert await message.attachments[0].read() == b"pixels"
    sent = await channel.send("x", file=discord.File(io.BytesIO(b"a"), "a.txt"))
    await sent.edit(attachments=[discord.File(io.BytesIO(b"b"), "b.txt")])
    assert [file["filename"] for file in anna.messages(general)[-1]["attachments"]] == ["b.txt"]


@pytest.mark.parametrize(
    ("sizes", "code"), [([1] * 10, 0), ([1] * 11, 30015), ([FILE_SIZE], 0), ([FILE_SIZE + 1], 40005)]
)
async def test_files_are_few_and_small(
    server: LocalDiscord, anna: User, general: Channel, sizes: list[int], code: int
) -> None:
    form = aiohttp.FormData({"payload_json": "{}"})
    for number, size in enumerate(sizes):
        form.add_field(f"files[{number}]", io.BytesIO(b"x" * size), filename=f"{number}.txt")
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:
        answer = await session.post(f"{server.api_url}/channels/{general['id']}/messages", data=form)
        assert (await answer.json()).get("code", 0) == code
    assert len(anna.messages(general)) == (not code)


async def test_threads(server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    message = await channel.send("start")
    thread = await message.create_thread(name="at the message")
    assert thread.id == message.id
    with pytest.raises(discord.HTTPException) as refused:
        await message.create_thread(name="again")
    assert refused.value.code == 160004
    await thread.send("inside")
    place = server.hub.state.channels.by_id[str(thread.id)]
    assert [m["content"] for m in bert.messages(place)] == ["inside"]
    await thread.edit(archived=True, name="done")
    assert (place["name"], place["thread_metadata"]["archived"]) == ("done", True)
    assert [t.name async for t in channel.archived_threads()] == ["done"]
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


async def test_private_conversations(server: LocalDiscord, bot: LittleBot, anna: User, bert: User) -> None:
    user = await bot.fetch_user(int(anna.id))
    await user.send("psst")
    await user.send("again")
    assert [m["content"] for m in anna.messages(anna.dm())] == ["psst", "again"]
    assert bert.messages(anna.dm()) == []
    with pytest.raises(discord.HTTPException) as refused:
        await bot.raw("POST", "/users/@me/channels", {"recipient_id": server.hub.state.bot_id})
    assert refused.value.code == 50007


async def test_the_guild(bot: LittleBot, anna: User, general: Channel) -> None:
    guild = await bot.fetch_guild(bot.guilds[0].id)
    assert [c.name for c in await guild.fetch_channels()] == ["general"]
    assert [r.name for r in await guild.fetch_roles()] == ["@everyone", "Bot"]
    member = await guild.fetch_member(int(anna.id))
    assert (member.name, guild.owner_id) == ("anna", member.id)
    with pytest.raises(discord.NotFound) as refused:
        await guild.fetch_member(1)
    assert refused.value.code == 10007
    assert (await bot.application_info()).owner.name == "anna"
    assert general["name"] == "general"


async def test_mentions_follow_what_was_allowed(bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    text = f"<@{anna.id}> @everyone"
    await channel.send(text, allowed_mentions=discord.AllowedMentions.none())
    await channel.send(
        text, allowed_mentions=discord.AllowedMentions(everyone=False, users=[discord.Object(int(anna.id))])
    )
    quiet, loud = anna.messages(general)
    assert (quiet["mentions"], quiet["mention_everyone"]) == ([], False)
    assert ([u["id"] for u in loud["mentions"]], loud["mention_everyone"]) == ([anna.id], False)


async def test_requests_are_not_held_back(bot: LittleBot, general: Channel, server: LocalDiscord) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {server.token}"}) as session:
        async with session.get(f"{server.api_url}/channels/{general['id']}") as answer:
            assert answer.headers["Content-Type"] == "application/json"
            assert answer.headers["X-RateLimit-Limit"] == "1000"
        async with session.get(f"{server.api_url}/users/@me", headers={"Authorization": "Bot x"}) as answer:
            assert answer.status == 401
        async with session.put(f"{server.api_url}/applications/1/commands", data=b"{") as answer:
            assert (await answer.json())["code"] == 50109
    assert bot.user is not None


async def test_an_error_of_the_table_is_no_5xx(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.raw("GET", f"/channels/{general['id']}/messages?limit=many")
    assert refused.value.status == 400
    assert "Bug in the local Discord" in server.rejected[0].message


async def test_bulk_delete(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    grant(server, Permission.MANAGE_MESSAGES)
    said: list[Any] = [anna.send(general, str(n)) for n in range(3)]
    channel = await text_channel(bot, general)
    await channel.delete_messages([discord.Object(int(each["id"])) for each in said[:2]])
    assert anna.messages(general) == said[2:]


_SEND = "/channels/{channel}/messages"


async def test_a_rate_limit_is_waited_for(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    server.inject(Fault("POST", _SEND, 429, times=2))
    await channel.send("at last")
    assert [m["content"] for m in anna.messages(general)] == ["at last"]
    server.inject(Fault("POST", _SEND, 403, code=50001))
    with pytest.raises(discord.Forbidden):
        await channel.send("never")
    await channel.send("again")
    assert server.rejected == []


async def test_an_answer_is_lost(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    body = {"content": "x", "nonce": "result-1", "enforce_nonce": True}
    server.inject(Fault("POST", _SEND, loses_response=True))
    path = f"/channels/{general['id']}/messages"
    with pytest.raises(aiohttp.ClientError):
        await bot.raw("POST", path, body)
    await bot.raw("POST", path, body)
    assert len(anna.messages(general)) == 1
