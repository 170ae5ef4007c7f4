"""The life of an interaction, as discord.py lives it."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from localdiscord import CannotDo, LocalDiscord, NoAnswer, Person
from localdiscord.people import Place
from tests.localdiscord.little_bot import Heard, LittleBot

pytestmark = pytest.mark.usefixtures("bot")


class Do(discord.ui.View):
    """A button and a menu that do what the test says."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.add_item(discord.ui.Button(label="Go", custom_id="do-it"))
        self.add_item(discord.ui.UserSelect(placeholder="Who", custom_id="do-who"))


@pytest.mark.usefixtures("_impatient")
async def test_silence_is_no_answer(table: LocalDiscord, anna: Person, marne: Place) -> None:
    with pytest.raises(NoAnswer, match="The application did not respond"):
        await anna.slash(marne, "do")
    assert anna.messages(marne) == []
    assert table.refused == []


@pytest.mark.usefixtures("_impatient")
async def test_an_answer_after_the_silence_is_unknown(
    table: LocalDiscord, bot: LittleBot, anna: Person, marne: Place
) -> None:
    late: list[Heard] = []

    async def keep(interaction: Heard) -> None:
        late.append(interaction)

    bot.deed = keep
    with pytest.raises(NoAnswer):
        await anna.slash(marne, "do")
    with pytest.raises(discord.NotFound) as refused:
        await late[0].response.send_message("too late")
    assert refused.value.code == 10062
    assert [each.code for each in table.refused] == [10062]


async def test_a_second_answer_is_refused(table: LocalDiscord, bot: LittleBot, anna: Person, marne: Place) -> None:
    async def twice(interaction: Heard) -> None:
        await interaction.response.send_message("one")
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        with pytest.raises(discord.HTTPException):
            await bot.raw("POST", path, {"type": 4, "data": {"content": "two"}})
        await interaction.followup.send("done")

    bot.deed = twice
    await anna.slash(marne, "do")
    assert [m["content"] for m in anna.messages(marne)] == ["one", "done"]
    assert [(each.status, each.code) for each in table.refused] == [(400, 40060)]
    assert table.refused[0].path == "/interactions/{interaction}/{token}/callback"


async def test_a_token_dies_after_a_quarter_of_an_hour(
    table: LocalDiscord, bot: LittleBot, anna: Person, marne: Place
) -> None:
    heard: list[Heard] = []

    async def answer(interaction: Heard) -> None:
        heard.append(interaction)
        await interaction.response.send_message("one")

    bot.deed = answer
    await anna.slash(marne, "do")
    table.clock.advance(timedelta(minutes=14))
    await heard[0].followup.send("two")
    table.clock.advance(timedelta(minutes=2))
    with pytest.raises(discord.HTTPException) as refused:
        await heard[0].followup.send("three")
    assert (refused.value.status, refused.value.code) == (401, 50027)


@pytest.mark.parametrize("private", [True, False])
async def test_the_first_followup_fills_a_deferred_answer(
    bot: LittleBot, anna: Person, bert: Person, marne: Place, *, private: bool
) -> None:
    async def think(interaction: Heard) -> None:
        await interaction.response.defer(ephemeral=private, thinking=True)
        assert anna.messages(marne)[-1]["flags"] & 128
        # the visibility was fixed when it was deferred
        await interaction.followup.send("thought", ephemeral=not private)
        await interaction.followup.send("more")

    bot.deed = think
    await anna.slash(marne, "do")
    filled, more = anna.messages(marne)
    assert (filled["content"], filled["flags"]) == ("thought", 64 if private else 0)
    assert filled["edited_timestamp"] is None
    assert bert.messages(marne) == ([more] if private else [filled, more])


async def test_answers_are_read_edited_and_deleted(bot: LittleBot, anna: Person, marne: Place) -> None:
    async def change(interaction: Heard) -> None:
        await interaction.response.send_message("one", ephemeral=True)
        assert (await interaction.original_response()).content == "one"
        await interaction.edit_original_response(content="two")
        again = await interaction.followup.send("three", wait=True)
        await again.edit(content="four")
        assert (await interaction.followup.fetch_message(again.id)).content == "four"
        assert [m["content"] for m in anna.messages(marne)] == ["two", "four"]
        await again.delete()
        await interaction.delete_original_response()
        with pytest.raises(discord.NotFound) as refused:
            await interaction.original_response()
        assert refused.value.code == 10008

    bot.deed = change
    await anna.slash(marne, "do")
    assert anna.messages(marne) == []


async def test_a_callback_tells_what_it_made(bot: LittleBot, anna: Person, marne: Place) -> None:
    made: list[Any] = []

    async def answer(interaction: Heard) -> None:
        made.append(await interaction.response.send_message("one", ephemeral=True))

    bot.deed = answer
    deed = await anna.slash(marne, "do")
    assert deed.message is not None
    assert str(made[0].message_id) == deed.message["id"]
    assert made[0].is_ephemeral()
    assert made[0].resource.content == "one"


async def test_a_button_updates_its_message(bot: LittleBot, anna: Person, bert: Person, marne: Place) -> None:
    async def ask(interaction: Heard) -> None:
        await interaction.response.send_message("one", view=Do())

    async def update(interaction: Heard) -> None:
        assert interaction.message is not None
        assert interaction.message.content == "one"
        await interaction.response.edit_message(content=f"pressed by {interaction.user.name}", view=None)

    bot.deed = ask
    await anna.slash(marne, "do")
    bot.deed = update
    before = anna.messages(marne)[0]
    await bert.press(before, "Go")
    assert before["content"] == "one"
    (message,) = anna.messages(marne)
    assert (message["content"], message["components"]) == ("pressed by bert", [])
    assert message["edited_timestamp"]
    with pytest.raises(CannotDo):
        await bert.press(message, "do-it")


async def test_a_deferred_update_leaves_the_message_to_be_edited(bot: LittleBot, anna: Person, marne: Place) -> None:
    async def ask(interaction: Heard) -> None:
        await interaction.response.send_message("one", view=Do())

    async def later(interaction: Heard) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="later")

    bot.deed = ask
    await anna.slash(marne, "do")
    bot.deed = later
    await anna.press(anna.messages(marne)[0], "Go")
    assert [m["content"] for m in anna.messages(marne)] == ["later"]


async def test_a_user_menu_sends_the_members(bot: LittleBot, anna: Person, bert: Person, marne: Place) -> None:
    async def ask(interaction: Heard) -> None:
        await interaction.response.send_message("who?", view=Do())

    async def answer(interaction: Heard) -> None:
        data: Any = interaction.data
        await interaction.response.send_message(f"{data['values']} {list(data['resolved']['members'])}")

    bot.deed = ask
    await anna.slash(marne, "do")
    bot.deed = answer
    with pytest.raises(CannotDo, match="nothing of that sort"):
        await anna.select(anna.messages(marne)[0], "Who", [marne["id"]])
    await anna.select(anna.messages(marne)[0], "Who", [bert.id])
    assert anna.messages(marne)[-1]["content"] == f"['{bert.id}'] ['{bert.id}']"


@pytest.mark.parametrize("kind", [6, 7, 8, 1, 99])
async def test_an_answer_must_fit_the_deed(
    table: LocalDiscord, bot: LittleBot, anna: Person, marne: Place, kind: int
) -> None:
    async def misfit(interaction: Heard) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        with pytest.raises(discord.HTTPException) as refused:
            await bot.raw("POST", path, {"type": kind, "data": {"content": "x", "choices": []}})
        assert refused.value.code == 50035
        await interaction.response.send_message("ok")

    bot.deed = misfit
    await anna.slash(marne, "do")
    assert len(table.refused) == 1


async def test_a_form_does_not_answer_a_form(bot: LittleBot, anna: Person, marne: Place) -> None:
    class Ask(discord.ui.Modal, title="Ask"):
        name: discord.ui.TextInput["Ask"] = discord.ui.TextInput(label="Name", custom_id="name")

    async def ask(interaction: Heard) -> None:
        await interaction.response.send_modal(Ask(custom_id="do-ask"))

    async def ask_again(interaction: Heard) -> None:
        with pytest.raises(discord.HTTPException):
            await interaction.response.send_modal(Ask(custom_id="do-ask"))
        await interaction.response.send_message("no")

    bot.deed = ask
    await anna.slash(marne, "do")
    bot.deed = ask_again
    await anna.submit({"Name": "x"})
    assert anna.modal is None


async def test_a_followup_before_the_answer_is_refused(bot: LittleBot, anna: Person, marne: Place) -> None:
    async def hasty(interaction: Heard) -> None:
        with pytest.raises(discord.NotFound) as refused:
            await interaction.followup.send("x")
        assert refused.value.code == 10015
        await interaction.response.send_message("ok")

    bot.deed = hasty
    await anna.slash(marne, "do")


async def test_the_deed_is_over_when_the_bot_is_done(bot: LittleBot, anna: Person, marne: Place) -> None:
    async def slow(interaction: Heard) -> None:
        await interaction.response.defer(thinking=True)
        for number in range(3):
            await discord.utils.sleep_until(discord.utils.utcnow() + timedelta(milliseconds=150))
            await interaction.followup.send(str(number))

    bot.deed = slow
    deed = await anna.slash(marne, "do")
    assert [m["content"] for m in deed.messages] == ["0", "1", "2"]
