"""What becomes of what the bot sends: the message as Discord returns it and as users see it."""

import io
from typing import Any

import discord
import pytest

from localdiscord import Channel, Json, LocalDiscord, Permission, User
from localdiscord.state.composition import compose, pin
from localdiscord.state.composition import edit as edit_stored
from tests.localdiscord.api.steps import text_channel
from tests.localdiscord.little_bot import LittleBot

V2 = 1 << 15
URL = "https://example.org/a.png"


async def send(bot: LittleBot, place: Channel, payload: Json) -> Json:
    sent: Json = await bot.raw("POST", f"/channels/{place['id']}/messages", payload)
    return sent


async def edit(bot: LittleBot, message: Json, payload: Json) -> Json:
    path = f"/channels/{message['channel_id']}/messages/{message['id']}"
    edited: Json = await bot.raw("PATCH", path, payload)
    return edited


def text(content: str, **more: Any) -> Json:
    return {"type": 10, "content": content, **more}


async def test_an_embed_is_returned_with_all_its_parts_and_no_others(bot: LittleBot, general: Channel) -> None:
    embed = {
        "title": "Marne", "description": "1918", "url": "https://example.org",
        "timestamp": "2026-01-05T12:00:00+00:00", "color": 0, "footer": {"text": "one left"}, "image": {"url": URL},
        "thumbnail": {"url": URL}, "author": {"name": "Dealer"},
    }  # fmt: skip
    fields = [{"name": "a", "value": "b"}, {"name": "c", "value": "d", "inline": True}]
    sent = await send(bot, general, {"content": " hello \n", "embeds": [{**embed, "fields": fields, "mood": "grim"}]})
    shown = [{"name": "a", "value": "b", "inline": False}, {"name": "c", "value": "d", "inline": True}]
    assert (sent["content"], sent["embeds"]) == ("hello", [{"type": "rich", **embed, "fields": shown}])


async def test_an_edit_changes_what_it_names(bot: LittleBot, anna: User, general: Channel) -> None:
    button = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
    row = {"type": 1, "components": [button]}
    before = await send(bot, general, {"content": "one", "embeds": [{"title": "x"}], "components": [row]})
    two = await edit(bot, before, {"content": "two"})
    assert two == before | {"content": "two", "edited_timestamp": two["edited_timestamp"]}
    assert two["edited_timestamp"]
    assert (await edit(bot, before, {"embeds": []}))["embeds"] == []
    assert (await edit(bot, before, {"components": []}))["components"] == []
    embedded = await edit(bot, before, {"content": None, "embeds": [{"title": "y"}]})
    assert (embedded["content"], [each["title"] for each in embedded["embeds"]]) == ("", ["y"])
    assert [(await edit(bot, before, {"flags": flags}))["flags"] for flags in (4, 0)] == [4, 0]
    layout = await edit(bot, before, {"flags": V2, "embeds": [], "components": [text("three")]})
    assert layout["flags"] == V2
    again = await edit(bot, before, {"components": [text("four")]})
    assert (again["flags"], anna.messages(general)) == (V2, [again])


@pytest.mark.parametrize(
    ("content", "allowed", "mentioned"),
    [
        ("<@{anna}> <@!{bert}> @everyone", None, ["anna", "bert", "everyone"]),
        ("@here", None, ["everyone"]),
        ("anna and everyone", None, []),
        ("<@{anna}> <@{bert}> @everyone", {}, []),
        ("<@{anna}> <@{bert}> @everyone", {"parse": []}, []),
        ("<@{anna}> <@{bert}> @here", {"parse": ["users"]}, ["anna", "bert"]),
        ("<@{anna}> <@{bert}> @here", {"parse": ["everyone"]}, ["everyone"]),
        ("<@{anna}> <@!{bert}> @here", {"users": ["{bert}"]}, ["bert"]),
        ("<@{anna}> @here", {"parse": ["everyone"], "users": ["{bert}"]}, ["everyone"]),
    ],
)
async def test_a_message_mentions_whom_it_names_and_may(
    server: LocalDiscord,
    bot: LittleBot,
    anna: User,
    bert: User,
    general: Channel,
    content: str,
    allowed: Json | None,
    mentioned: list[str],
) -> None:  # fmt: skip
    def filled(word: str) -> str:
        return word.format(anna=anna.id, bert=bert.id)

    server.allow(general, Permission.MENTION_EVERYONE)
    payload: Json = {"content": filled(content)}
    if allowed is not None:
        payload["allowed_mentions"] = {key: [filled(each) for each in words] for key, words in allowed.items()}
    plain = await send(bot, general, {"content": "x"})
    for message in (await send(bot, general, payload), await edit(bot, plain, payload)):
        found = [user["global_name"] for user in message["mentions"]] + ["everyone"] * message["mention_everyone"]
        assert found == mentioned


async def test_pictures_of_a_message_lead_to_its_files(bot: LittleBot, anna: User, general: Channel) -> None:
    channel = await text_channel(bot, general)
    files = [discord.File(io.BytesIO(b"x"), name) for name in ("a.png", "b.bin")]
    embed = discord.Embed(title="x").set_image(url="attachment://gone.png").set_thumbnail(url="attachment://a.png")
    await channel.send(embed=embed, files=files)
    message = anna.messages(general)[-1]
    first, second = message["attachments"]
    (shown,) = message["embeds"]
    assert (shown["image"]["url"], shown["thumbnail"]["url"]) == ("attachment://gone.png", first["url"])
    assert [first["content_type"], second["content_type"]] == ["image/png", "application/octet-stream"]
    assert "description" not in first | second, "nobody described them"
    await channel.send(files=[discord.File(io.BytesIO(b"x"), f"{name}.png", description=name) for name in "ab"])
    assert [each["description"] for each in anna.messages(general)[-1]["attachments"]] == ["a", "b"]
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://b.png")))
    sent = await channel.send(view=view, file=discord.File(io.BytesIO(b"x"), "b.png"))
    message = anna.messages(general)[-1]
    ((item,),) = [each["items"] for each in message["components"]]
    assert item["media"]["url"] == item["media"]["proxy_url"] == message["attachments"][0]["url"]
    kept = await sent.edit(attachments=[*sent.attachments, discord.File(io.BytesIO(b"y"), "c.png")])
    assert [each.filename for each in kept.attachments] == ["b.png", "c.png"]
    kept = await kept.edit(attachments=kept.attachments[1:], view=discord.ui.LayoutView().add_item(
        discord.ui.TextDisplay("x")
    ))  # fmt: skip
    assert [each.filename for each in kept.attachments] == ["c.png"]


async def test_only_public_threads_leave_a_row(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    channel = await text_channel(bot, general)
    await channel.create_thread(name="secret", type=discord.ChannelType.private_thread)
    talk = await channel.create_thread(name="talk", type=discord.ChannelType.public_thread)
    (row,) = anna.messages(general)
    assert (row["type"], row["content"], row["author"]["id"]) == (18, "talk", server.hub.state.bot_id)
    assert row["message_reference"] == {"type": 0, "channel_id": str(talk.id), "guild_id": server.guild_id}
    assert anna.messages(server.hub.state.channels.by_id[str(talk.id)]) == []


async def test_the_first_words_of_a_placeholder_are_no_edit(server: LocalDiscord, anna: User, general: Channel) -> None:
    state = server.hub.state
    for only_for, kept in ((anna.id, 64), (None, 0)):
        stored = compose(state, general["id"], state.bot, {"flags": 128, "nonce": ""}, only_for=only_for)
        assert (stored.message["flags"], stored.only_for, stored.message["nonce"]) == (128 | kept, only_for, "")
        state.messages.add(stored)
        edit_stored(state, stored, {"content": "first"}, is_first=True)
        assert (stored.message["flags"], stored.message["edited_timestamp"]) == (kept, None)
        edit_stored(state, stored, {"content": "second"})
        assert stored.message["edited_timestamp"] is not None
    assert "nonce" not in compose(state, general["id"], state.bot, {"content": "x"}).message


async def test_a_pin_that_is_taken_away_leaves_no_row(server: LocalDiscord, anna: User, general: Channel) -> None:
    state, den = server.hub.state, server.channel("den")
    for place in (den, anna.dm()):
        stored = server.hub.actions.visible_message(anna.id, anna.send(place, "x")["id"])
        for pinned in (True, False):
            pin(state, stored, state.users[anna.id], pinned=pinned)
            assert stored.message["pinned"] == pinned
        _, row = anna.messages(place)
        guild = {"guild_id": server.guild_id} if place is den else {}
        reference = {"type": 0, "channel_id": place["id"], "message_id": stored.id, **guild}
        assert (row["type"], row["message_reference"], row["author"]["id"]) == (6, reference, anna.id)
    assert anna.messages(general) == []


async def test_an_edit_can_change_only_mentions(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    words = {"content": f"<@{anna.id}> <@{bert.id}>", "allowed_mentions": {"parse": []}}
    sent = await send(bot, general, words)
    for allowed, mentioned in (({"users": [bert.id]}, [bert.id]), ({"parse": ["users"]}, [anna.id, bert.id]), ({}, [])):
        edited = await edit(bot, sent, {"allowed_mentions": allowed})
        assert [each["id"] for each in edited["mentions"]] == mentioned
    assert (await edit(bot, sent, {"flags": 0}))["mentions"] == []


async def test_known_users_can_be_mentioned(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    carl, state = server.guild("The club").user("carl"), server.hub.state
    ids = [state.bot_id, anna.id, carl.id]
    sent = await send(bot, general, {"content": " ".join(f"<@{each}>" for each in reversed(ids))})
    assert [each["id"] for each in sent["mentions"]] == [state.bot_id, *sorted(ids[1:], key=int)]
