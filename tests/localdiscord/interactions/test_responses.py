"""What the bot responds: the first response, followups, edits, through discord.py."""

import io
import json
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, User
from localdiscord.limits import FILE_SIZE
from tests.localdiscord.little_bot import LittleBot, Received

pytestmark = pytest.mark.usefixtures("bot")
Handler = Callable[[Received], Awaitable[None]]


class Do(discord.ui.View):
    """A button and a select that run the handler of the test."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.Button(label="Go", custom_id="do-it"))
        self.add_item(discord.ui.UserSelect(placeholder="Who", custom_id="do-who"))


async def ask(interaction: Received) -> None:
    await interaction.response.send_message("one", view=Do())


async def press_go(bot: LittleBot, anna: User, general: Channel, handler: Handler) -> None:
    """Anna presses the button below what the bot was asked for; the handler answers her."""
    bot.handler = ask
    await anna.slash(general, "do")
    bot.handler = handler
    await anna.press(anna.messages(general)[0], "Go")


class Ask(discord.ui.Modal, title="Ask"):
    """A form of one field; the handler of the test reads it."""

    name: discord.ui.TextInput["Ask"] = discord.ui.TextInput(label="Name", custom_id="name")


async def test_a_message_names_its_interaction(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    async def respond(interaction: Received) -> None:
        await interaction.response.send_message("one", view=Do())
        await interaction.followup.send("two")

    bot.handler = respond
    command = await anna.slash(general, "do")
    button = await bert.press(anna.messages(general)[0], "Go")
    path = f"/channels/{general['id']}/messages"
    two_again, one_again, two, one = [
        message["interaction_metadata"] for message in await bot.raw("GET", path + "?limit=4")
    ]
    assert [each["id"] for each in (one, two, one_again, two_again)] == [command.id] * 2 + [button.id] * 2
    assert [each["type"] for each in (one, one_again)] == [2, 3]
    whole = anna.messages(general)[0]
    assert whole["webhook_id"] == whole["application_id"] == whole["author"]["id"] == str(bot.application_id)
    user = {"id": command.id, "type": 2, "name": "do", "user": one["user"]}
    assert (whole["interaction"], one["user"]["id"]) == (user, anna.id)
    assert [each["user"]["id"] for each in (two, two_again)] == [anna.id, bert.id]
    first, _, third, _ = [message["id"] for message in anna.messages(general)]
    assert two["original_response_message_id"] == first
    assert two_again["original_response_message_id"] == third
    assert one_again["interacted_message_id"] == two_again["interacted_message_id"] == first
    assert "original_response_message_id" not in one | one_again


async def test_a_deleted_channel_refuses(server: LocalDiscord, bot: LittleBot, anna: User, general: Channel) -> None:
    async def too_late(interaction: Received) -> None:
        await interaction.response.send_message("one")
        server.delete(general)
        with pytest.raises(discord.NotFound) as error:
            await interaction.followup.send("two")
        assert error.value.code == 10003

    bot.handler = too_late
    await anna.slash(general, "do")


@pytest.mark.parametrize("private", [True, False])
async def test_the_first_followup_completes_a_deferred_response(
    bot: LittleBot, anna: User, bert: User, general: Channel, *, private: bool
) -> None:
    async def think(interaction: Received) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        assert anna.messages(general)[-1]["flags"] & 128
        # the visibility was fixed when it was deferred
        await interaction.followup.send("thought", ephemeral=not private)
        await interaction.followup.send("more")

    bot.handler = think
    await anna.slash(general, "do")
    filled, more = anna.messages(general)
    assert (filled["content"], filled["flags"]) == ("thought", 64 if private else 0)
    assert filled["edited_timestamp"] is None
    assert (filled["type"], filled["interaction"]["name"]) == (20, "do")
    assert (more["type"], "interaction" in more) == (0, False)
    assert more["interaction_metadata"]["original_response_message_id"] == filled["id"]
    assert "original_response_message_id" not in filled["interaction_metadata"]
    assert bert.messages(general) == ([more] if private else [filled, more])


@pytest.mark.parametrize(("flags", "private"), [(64 | 4, True), (4, False)])
async def test_a_deferral_says_so(bot: LittleBot, anna: User, general: Channel, flags: int, *, private: bool) -> None:
    made: list[Any] = []

    async def think(interaction: Received) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
        made.append(await bot.raw("POST", path, {"type": 5, "data": {"flags": flags}}))

    bot.handler = think
    response = await anna.slash(general, "do")
    assert response.message is not None
    (about,) = (each["interaction"] for each in made)
    assert "resource" not in made[0]
    assert about["response_message_id"] == response.message["id"]
    assert (about["response_message_loading"], about["response_message_ephemeral"]) == (True, private)
    assert response.message["flags"] == 128 | (64 if private else 0), "of its flags the private one counts"


async def test_a_button_updates_its_message(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    async def update(interaction: Received) -> None:
        assert interaction.message is not None
        assert interaction.message.content == "one"
        await interaction.response.edit_message(content=f"pressed by {interaction.user.name}", view=None)

    bot.handler = ask
    await anna.slash(general, "do")
    bot.handler = update
    before = anna.messages(general)[0]
    await bert.press(before, "Go")
    assert before["content"] == "one"
    (message,) = anna.messages(general)
    assert (message["content"], message["components"]) == ("pressed by bert", [])
    assert message["edited_timestamp"]
    with pytest.raises(InvalidAction):
        await bert.press(message, "do-it")


CALLBACK, HOOK = "/interactions/{id}/{token}/callback", "/webhooks/{application}/{token}"


@pytest.mark.parametrize(("sizes", "code"), [([1] * 10, 0), ([1] * 11, 30015), ([FILE_SIZE + 1], 40005)])
@pytest.mark.parametrize(
    ("method", "path", "payload"),
    [
        ("POST", CALLBACK, {"type": 4, "data": {}}),
        ("POST", HOOK, {}),
        ("PATCH", HOOK + "/messages/@original", {"content": ""}),
        ("POST", CALLBACK, {"type": 7, "data": {"content": "", "components": []}}),
    ],
    ids=["answer", "followup", "edit", "update"],
)
async def test_each_answer_can_be_files_alone_within_their_limits(
    server: LocalDiscord,
    bot: LittleBot,
    anna: User,
    general: Channel,
    method: str,
    path: str,
    payload: Any,
    sizes: list[int],
    code: int,
) -> None:  # fmt: skip
    codes: list[int] = []

    async def answer(interaction: Received) -> None:
        if path.startswith(HOOK):
            await interaction.response.send_message("two")
        form = aiohttp.FormData({"payload_json": json.dumps(payload)})
        for number, size in enumerate(sizes):
            form.add_field(f"files[{number}]", io.BytesIO(b"x" * size), filename=f"{number}.txt")
        given = {"id": interaction.id, "token": interaction.token, "application": interaction.application_id}
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, server.api_url + path.format(**given), data=form) as response,
        ):
            codes.append((await response.json()).get("code", 0) if response.status != 204 else 0)
        if not interaction.response.is_done() and code:
            await interaction.response.send_message("two")

    await press_go(bot, anna, general, answer)
    assert codes == [code]
    told = [each for each in anna.messages(general) if each["attachments"]]
    assert [(each["content"], len(each["attachments"])) for each in told] == ([] if code else [("", len(sizes))])


async def test_a_deleted_message_is_not_updated(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    async def too_late(interaction: Received) -> None:
        assert interaction.message is not None
        await interaction.message.delete()
        with pytest.raises(discord.NotFound) as error:
            await interaction.response.edit_message(content="two")
        assert error.value.code == 10008
        await interaction.response.send_message("three")

    await press_go(bot, anna, general, too_late)
    assert [message["content"] for message in anna.messages(general)] == ["three"]
    assert [each.code for each in server.rejected] == [10008]


async def test_a_response_that_was_deleted_is_edited_no_more(bot: LittleBot, anna: User, general: Channel) -> None:
    async def change(interaction: Received) -> None:
        await interaction.response.send_message("one")
        again = await interaction.followup.send("two", wait=True)
        await interaction.delete_original_response()
        await again.delete()
        for edit in (interaction.edit_original_response(content="x"), again.edit(content="x"), again.delete()):
            with pytest.raises(discord.NotFound) as error:
                await edit
            assert error.value.code == 10008

    bot.handler = change
    await anna.slash(general, "do")
    assert anna.messages(general) == []


async def test_after_the_placeholder_followups_are_new(
    bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    """Also where the placeholder was private, and what follows is for all."""

    async def think(interaction: Received) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.delete_original_response()
        await interaction.followup.send("one", wait=True)

    bot.handler = think
    await anna.slash(general, "do")
    assert [message["content"] for message in bert.messages(general)] == ["one"]


async def test_a_deferred_update_leaves_the_message_to_be_edited(bot: LittleBot, anna: User, general: Channel) -> None:
    async def later(interaction: Received) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")
        assert [m["content"] for m in anna.messages(general)] == ["later"]
        assert interaction.message is not None
        await interaction.followup.edit_message(interaction.message.id, content="by its id")

    await press_go(bot, anna, general, later)
    assert [m["content"] for m in anna.messages(general)] == ["by its id"]


@pytest.mark.parametrize(("is_press", "kinds"), [(False, (6, 7, 8, 10, 1, 0, 99)), (True, (8, 10, 1, 99))])
async def test_a_response_of_the_wrong_type(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel, kinds: tuple[int, ...], *, is_press: bool
) -> None:
    async def misfit(interaction: Received) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        for kind in kinds:
            with pytest.raises(discord.HTTPException):
                await bot.raw("POST", path, {"type": kind, "data": {"content": "x", "choices": []}})
        await interaction.response.send_message("ok")

    if is_press:
        await press_go(bot, anna, general, misfit)
    else:
        bot.handler = misfit
        await anna.slash(general, "do")
    assert anna.messages(general)[-1]["content"] == "ok"
    assert [each.code for each in server.rejected] == [50035] * len(kinds)


async def test_a_commands_form_leads_to_no_form_and_updates_none(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    async def ask_for_a_name(interaction: Received) -> None:
        await interaction.response.send_modal(Ask(custom_id="do-ask"))

    async def answer(interaction: Received) -> None:
        for wrong in (interaction.response.send_modal(Ask(custom_id="do-ask")), interaction.response.edit_message()):
            with pytest.raises(discord.HTTPException) as error:
                await wrong
            assert error.value.code == 50035
        await interaction.response.send_message("one")

    bot.handler = ask_for_a_name
    await anna.slash(general, "do")
    bot.handler = answer
    await anna.submit({"Name": "x"})
    assert anna.modal is None
    assert [message["content"] for message in anna.messages(general)] == ["one"]
    assert [each.code for each in server.rejected] == [50035] * 2


async def test_a_menu_response_names_its_target(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel
) -> None:
    @discord.app_commands.context_menu(name="Why?")
    async def why(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"because of {message.id}")
        await interaction.followup.send("more")

    bot.tree.add_command(why)
    await bot.tree.sync()
    club = server.guild("The club")
    club.user("anna")
    for place, owner in ((general, server.guild_id), (club.channel("den"), club.id), (anna.dm(), "0")):
        said, _ = anna.send(place, "hello"), anna.send(place, "later")
        await anna.context("Why?", said)
        first, more = anna.messages(place)[-2:]
        assert (first["content"], first["type"], more["type"]) == (f"because of {said['id']}", 23, 0)
        reference = {"type": 0, "channel_id": place["id"], "message_id": said["id"]}
        assert (first["message_reference"], first["referenced_message"]) == (reference, said)
        assert "message_reference" not in more
        owners = [each["interaction_metadata"]["authorizing_integration_owners"] for each in (first, more)]
        assert owners == [{"0": owner}] * 2
        assert more["interaction_metadata"]["original_response_message_id"] == first["id"]


async def test_several_followups_are_told_apart(bot: LittleBot, anna: User, general: Channel) -> None:
    found: list[str | int] = []

    async def answer(interaction: Received) -> None:
        await interaction.response.send_message("0")
        sent = [await interaction.followup.send(word, wait=True) for word in "123"]
        await sent[1].edit(content="2 again")
        await sent[0].delete()
        for message_id in (sent[0].id, sent[1].id, sent[2].id, 1, (await interaction.original_response()).id):
            try:
                found.append((await interaction.followup.fetch_message(message_id)).content)
            except discord.NotFound as error:
                found.append(error.code)

    bot.handler = answer
    await anna.slash(general, "do")
    assert found == [10008, "2 again", "3", 10008, "0"]
    first, *more = anna.messages(general)
    assert [each["content"] for each in (first, *more)] == ["0", "2 again", "3"]
    assert {each["interaction_metadata"]["original_response_message_id"] for each in more} == {first["id"]}
