"""Messages, files, pins and reactions, through discord.py."""

import io
from datetime import timedelta

import aiohttp
import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, Permission, User
from localdiscord.api.messages import NONCE_LIFETIME
from tests.localdiscord.api.steps import codes, grant, text_channel
from tests.localdiscord.little_bot import LittleBot, Received


async def test_a_pin_leaves_a_row(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    grant(server, Permission.PIN_MESSAGES)
    channel = await text_channel(bot, general)
    message = await channel.send("one")
    await message.pin()
    assert [pinned.id async for pinned in channel.pins()] == [message.id]
    await message.pin()  # a second time changes nothing
    told, row = anna.messages(general)
    assert (told["pinned"], row["type"], row["author"]["id"], row["content"]) == (True, 6, server.hub.state.bot_id, "")
    written = await channel.fetch_message(int(row["id"]))
    assert written.type is discord.MessageType.pins_add
    assert written.reference is not None
    assert written.reference.message_id == message.id
    for refused in (written.edit(content="x"), written.pin()):
        with pytest.raises(discord.Forbidden):
            await refused
    assert codes(server) == [(403, 50021), (403, 50021)]
    await written.delete()
    await message.unpin()
    assert [message["pinned"] for message in anna.messages(general)] == [False]


async def test_a_channel_has_250_pins(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    grant(server, Permission.PIN_MESSAGES)
    for n in range(250):
        anna.pin(anna.send(general, str(n)))
    message = await (await text_channel(bot, general)).send("one more")
    with pytest.raises(discord.HTTPException):
        await message.pin()
    assert codes(server) == [(400, 30003)]
    pinned = anna.messages(general)[0]["id"]
    await bot.raw("DELETE", f"/channels/{general['id']}/messages/pins/{pinned}")
    await message.pin()
    with pytest.raises(InvalidAction, match="250 pins"):
        anna.pin(anna.send(general, "another"))


@pytest.mark.usefixtures("anna")
async def test_the_history_needs_its_permission(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    channel = await text_channel(bot, general)
    await channel.send("one")
    server.deny(general, Permission.READ_MESSAGE_HISTORY)
    assert [m async for m in channel.history()] == []
    server.deny(general, Permission.VIEW_CHANNEL)
    with pytest.raises(discord.Forbidden) as error:
        await bot.raw("GET", f"/channels/{general['id']}/messages")
    assert error.value.code == 50001


@pytest.mark.parametrize("nonce", ["result-1", "x" * 25, 7])
async def test_an_enforced_nonce_is_sent_once(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel, nonce: str | int
) -> None:
    path = f"/channels/{general['id']}/messages"
    body = {"content": "x", "nonce": nonce, "enforce_nonce": True}
    first = await bot.raw("POST", path, body)
    assert first["nonce"] == str(nonce)
    server.clock.advance(NONCE_LIFETIME - timedelta(seconds=1))
    assert (await bot.raw("POST", path, body | {"content": "y"}))["id"] == first["id"]
    assert len(anna.messages(general)) == 1
    assert (await bot.raw("POST", f"/channels/{server.channel('random')['id']}/messages", body))["id"] != first["id"]
    server.clock.advance(timedelta(seconds=2))
    again = await bot.raw("POST", path, body)
    assert len(anna.messages(general)) == 2
    await bot.raw("DELETE", f"{path}/{again['id']}")
    assert (await bot.raw("POST", path, body))["id"] not in (first["id"], again["id"])


async def test_a_nonce_that_is_not_enforced_is_echoed(bot: LittleBot, anna: User, general: Channel) -> None:
    path = f"/channels/{general['id']}/messages"
    for _ in range(2):
        assert (await bot.raw("POST", path, {"content": "x", "nonce": "n"}))["nonce"] == "n"
    for _ in range(2):
        assert "nonce" not in await bot.raw("POST", path, {"content": "x", "nonce": None, "enforce_nonce": True})
    assert len(anna.messages(general)) == 4


@pytest.mark.parametrize("nonce", ["x" * 26, 10**25, True])
async def test_a_nonce_is_a_short_text_or_a_number(bot: LittleBot, general: Channel, nonce: str | int) -> None:
    with pytest.raises(discord.HTTPException) as error:
        await bot.raw("POST", f"/channels/{general['id']}/messages", {"content": "x", "nonce": nonce})
    assert (error.value.code, "nonce" in str(error.value)) == (50035, True)


async def test_a_reply_stays_in_its_channel(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    said, elsewhere = anna.send(general, "hello"), anna.send(server.channel("den"), "hello")
    path = f"/channels/{general['id']}/messages"
    reply = await bot.raw("POST", path, {"content": "x", "message_reference": {"message_id": said["id"]}})
    assert (reply["type"], reply["referenced_message"]) == (19, said)
    assert reply["message_reference"] == {"type": 0, "channel_id": general["id"], "message_id": said["id"]}
    with pytest.raises(discord.HTTPException):
        await bot.raw("POST", path, {"content": "x", "message_reference": {"message_id": elsewhere["id"]}})
    assert codes(server) == [(400, 50035)]
    reference = {"message_id": elsewhere["id"], "fail_if_not_exists": False}
    plain = await bot.raw("POST", path, {"content": "x", "message_reference": reference})
    assert (plain["type"], "message_reference" in plain, "referenced_message" in plain) == (0, False, False)
    own = await bot.raw("POST", path, {"content": "y", "message_reference": {"message_id": plain["id"]}})
    assert own["referenced_message"]["id"] == plain["id"], "the bot answers itself"


async def test_files_are_served(bot: LittleBot, anna: User, general: Channel) -> None:
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
            async with session.get(url) as response:
                assert await response.read() == content
                expected = "image/png" if content == b"pixels" else "application/octet-stream"
                assert response.headers["Content-Type"] == expected
        async with session.get(picture["url"].replace(picture["id"], "1")) as response:
            assert response.status == 404

    channel = await text_channel(bot, general)
    message = await channel.fetch_message(int(drawn["id"]))
    assert await message.attachments[0].read() == b"pixels"
    sent = await channel.send("x", file=discord.File(io.BytesIO(b"a"), "a.txt"))
    await sent.edit(attachments=[discord.File(io.BytesIO(b"b"), "b.txt")])
    assert [file["filename"] for file in anna.messages(general)[-1]["attachments"]] == ["b.txt"]


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (800).to_bytes(4) + (600).to_bytes(4)


def png(name: str = "a.png", description: str = "A map") -> discord.File:
    return discord.File(io.BytesIO(PNG), name, description=description)


async def test_a_picture_keeps_its_description_and_has_its_size(bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    sent = await channel.send(file=png())
    (before,) = anna.messages(general)[-1]["attachments"]
    assert (before["description"], before["width"], before["height"]) == ("A map", 800, 600)
    await sent.edit(content="an edit that names no files keeps them")
    assert anna.messages(general)[-1]["attachments"] == [before]
    await sent.edit(attachments=[*sent.attachments, png("b.png", "Another map")])
    assert [each["description"] for each in anna.messages(general)[-1]["attachments"]] == ["A map", "Another map"]
    await sent.edit(attachments=[])
    assert anna.messages(general)[-1]["attachments"] == []


async def test_files_beyond_what_discord_takes_are_refused(bot: LittleBot, general: Channel) -> None:
    channel = await text_channel(bot, general)
    with pytest.raises(discord.HTTPException, match="1024"):
        await channel.send(file=png(description="x" * 1025))
    sent = await channel.send(files=[png() for _ in range(8)])
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(attachments=[*sent.attachments, *(png() for _ in range(3))])
    assert refused.value.code == 50035
    await sent.edit(attachments=[*sent.attachments[:7], *(png() for _ in range(3))])


async def test_files_need_permission(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    sent = await channel.send("x")
    server.deny(general, Permission.ATTACH_FILES)
    with pytest.raises(discord.Forbidden):
        await channel.send(file=png())
    with pytest.raises(discord.Forbidden):
        await sent.edit(attachments=[png()])
    assert codes(server) == [(403, 50013)] * 2
    await sent.edit(content="y")
    assert [each["content"] for each in anna.messages(general)] == ["y"]
