"""What a transcript tells of messages that are edited, deleted and private, through discord.py."""

import json
from collections.abc import Callable

import discord
import pytest

from localdiscord import Channel, LocalDiscord, User
from localdiscord.script.transcript import Transcript
from localdiscord.state.composition import edit
from tests.localdiscord.api.steps import text_channel
from tests.localdiscord.little_bot import LittleBot, Received

Take = Callable[[], list[str]]


@pytest.fixture
def transcript(server: LocalDiscord) -> Transcript:
    return Transcript(server.hub.state, server.url)


@pytest.fixture
def take(transcript: Transcript) -> Take:
    """The lines of text since the last time."""
    return lambda: [line.strip() for line in transcript.text(transcript.take())]


def buttons(*labels: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for label in labels:
        view.add_item(discord.ui.Button(label=label, custom_id=label))
    return view


async def test_an_edit_tells_only_lines_new_to_its_readers(bot: LittleBot, general: Channel, take: Take) -> None:
    message = await (await text_channel(bot, general)).send("one\ntwo")
    assert take() == ["#general · all", "one", "two"]
    edited = "#general · all (edited)"
    await message.edit(content="one\ntwo\nthree")
    assert take() == [edited, "three"]
    await message.edit(content="one\none\nfour")
    assert take() == [edited, "one", "four"], "a line that stands there twice now is new once"
    await message.edit(content="one\ntwo")
    assert take() == [edited, "two"], "what was gone is new again"
    await message.edit(content="one\none\none\ntwo")
    assert take() == [edited, "one", "one"]
    await message.edit(content="one\none\none\nthree")
    assert take() == [edited, "three"]
    await message.edit(content="four")
    await message.delete()
    assert take() == ["#general · all (deleted)"]


async def test_pins_and_threads_name_their_author(bot: LittleBot, anna: User, general: Channel, take: Take) -> None:
    anna.pin(anna.send(general, "hello"))
    assert take()[-1] == "anna pinned a message"
    await (await text_channel(bot, general)).create_thread(name="talk", type=discord.ChannelType.public_thread)
    assert "Bot started a thread" in take()


async def test_mentions_read_as_names(server: LocalDiscord, bot: LittleBot, general: Channel, take: Take) -> None:
    alice = server.user("Alice")
    await bot.wait_until_ready()
    assert bot.user is not None
    await (await text_channel(bot, general)).send(
        f"{bot.user.mention} <@{alice.id}> <@!{alice.id}> <#{general['id']}> </do:1> <@1>"
    )
    assert take()[-1] == "@Bot @Alice @Alice #general /do <@1>"


@pytest.mark.parametrize("changes", [{"content": "one"}, {"view": buttons("Go", "Stay")}, {"view": None}])
async def test_an_edit_without_new_words_is_not_told(
    bot: LittleBot,
    anna: User,
    general: Channel,
    transcript: Transcript,
    take: Take,
    changes: dict[str, discord.ui.View | str | None],
) -> None:
    channel = await text_channel(bot, general)
    older = await channel.send("one\ntwo", view=buttons("Go"))
    await channel.send("newer")
    take()
    transcript.begin_action()
    await older.edit(**changes)  # type: ignore[arg-type]
    assert take() == []
    assert transcript.visible_text(anna.id, general["id"]) == "newer"
    await older.edit(content="one\ntwo\nthree")
    assert take()[:2] == ["#general · all (edited)", "three"]
    assert transcript.visible_text(anna.id, general["id"]).startswith("one\ntwo\nthree")
    transcript.begin_action()
    assert transcript.visible_text(anna.id, general["id"]).startswith("one\ntwo\nthree"), "it is the newest now"


async def test_a_private_message_is_followed(server: LocalDiscord, bot: LittleBot, transcript: Transcript) -> None:
    user = await bot.fetch_user(int(server.user("Alice").id))
    message = await user.send("psst")
    await message.edit(content="still")
    await message.delete()
    read = [json.loads(transcript.json_line({"line": 7}, line)) for line in transcript.take()]
    assert [each["kind"] for each in read] == ["dm", "edit", "delete"]
    assert {(each["line"], each["channel"], *each["visible_to"]) for each in read} == {(7, "@Alice", "Alice")}
    assert server.url not in str(read)


async def test_json_lines_name_readers_and_deleted_channels(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel, transcript: Transcript, take: Take
) -> None:
    async def whisper(interaction: Received) -> None:
        await interaction.response.send_message("one")
        await interaction.followup.send("two", ephemeral=True)

    bot.handler = whisper
    await anna.slash(general, "do")
    lines = transcript.take()
    assert [json.loads(transcript.json_line({}, line))["visible_to"] for line in lines] == ["all", ["anna"]]
    server.delete(general)
    assert {json.loads(transcript.json_line({}, line))["channel"] for line in lines} == {"#deleted"}
    assert take() == []


async def test_touched_messages_are_newer(server: LocalDiscord, anna: User, general: Channel) -> None:
    old = [anna.send(general, text) for text in ("a", "b")]
    transcript = Transcript(server.hub.state, server.url)
    new = [anna.send(general, text) for text in ("c", "d")]
    stored = server.hub.actions.visible_message(anna.id, new[0]["id"])
    edit(server.hub.state, stored, {"content": "c again"})
    found = [each["content"] for each in transcript.newest(anna.id, general["id"])]
    assert found == ["c again", "d", "b", "a"]
    edit(server.hub.state, server.hub.actions.visible_message(anna.id, old[0]["id"]), {"content": "a again"})
    assert next(transcript.newest(anna.id, general["id"]))["content"] == "a again"
    assert transcript.visible_text(anna.id, general["id"]) == "a again\nc again\nd"


async def test_autocomplete_choices_are_told_to_programs_only(
    server: LocalDiscord, anna: User, bert: User, general: Channel, transcript: Transcript
) -> None:
    talk = server.thread("talk", general)
    transcript.take()
    for user, place in ((anna, general), (bert, talk)):
        transcript.add_choices(place["id"], user.id, [{"name": user.name, "value": "x"}])
    lines = transcript.take()
    read = [json.loads(transcript.json_line({}, line)) for line in lines]
    assert [(each["kind"], each["visible_to"], each["channel"]) for each in read] == [
        ("autocomplete", ["anna"], "#general"), ("autocomplete", ["bert"], "#general/talk"),
    ]  # fmt: skip
    assert list(transcript.text(lines)) == []
    assert server.rejected == []
