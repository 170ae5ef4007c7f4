"""Buttons, selects, DMs and threads, as users see them."""

import asyncio
from typing import Any

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, User, run_client
from tests.localdiscord.little_bot import LittleBot, Received, Report
from tests.patience import PATIENCE

pytestmark = pytest.mark.usefixtures("bot")


async def test_an_ephemeral_message_belongs_to_its_reader(anna: User, bert: User, general: Channel) -> None:
    await anna.slash(general, "draw card", {"card": "Three"})
    private = anna.messages(general)[-1]
    assert private["flags"] & 64
    with pytest.raises(InvalidAction, match="You cannot see this message"):
        await bert.press(private, "Report")
    with pytest.raises(InvalidAction, match="disabled"):
        await anna.press(private, "never")
    with pytest.raises(InvalidAction, match="no “Retreat”"):
        await anna.press(private, "Retreat")
    with pytest.raises(InvalidAction, match="no option horse"):
        await anna.select(private, "Card", ["horse"])
    with pytest.raises(InvalidAction, match="takes 1 value, not 2"):
        await anna.select(private, "Card", ["ace", "Joker"])
    await anna.select(private, "Card", ["Red ace"])
    assert anna.messages(general)[-1]["content"] == "chose ace"
    anna.dismiss(private)
    assert len(anna.messages(general)) == 1
    with pytest.raises(InvalidAction):
        anna.dismiss(anna.messages(general)[0])


async def test_a_link_button_cannot_be_pressed(bot: LittleBot, anna: User, general: Channel) -> None:
    async def link(interaction: Received) -> None:
        view = discord.ui.View().add_item(discord.ui.Button(label="Read", url="https://example.org"))
        await interaction.response.send_message("x", view=view)

    bot.handler = link
    await anna.slash(general, "do")
    with pytest.raises(InvalidAction, match="link"):
        await anna.press(anna.messages(general)[0], "Read")


async def test_a_button_goes_by_its_id_before_its_label(bot: LittleBot, anna: User, general: Channel) -> None:
    async def ask(interaction: Received) -> None:
        view = discord.ui.View(timeout=None)
        for label, custom_id in (("do-2", "do-1"), ("Other", "do-2")):
            view.add_item(discord.ui.Button(label=label, custom_id=custom_id))
        await interaction.response.send_message("x", view=view)

    async def pressed(interaction: Received) -> None:
        data: Any = interaction.data
        await interaction.response.edit_message(content=data["custom_id"])

    bot.handler = ask
    await anna.slash(general, "do")
    bot.handler = pressed
    for name, custom_id in (("do-2", "do-2"), ("do-1", "do-1"), ("Other", "do-2")):
        await anna.press(anna.messages(general)[0], name)
        assert anna.messages(general)[0]["content"] == custom_id


async def test_a_command_in_a_dm(server: LocalDiscord, bot: LittleBot, anna: User, bert: User) -> None:
    async def where(interaction: Received) -> None:
        assert isinstance(interaction.channel, discord.DMChannel)
        await interaction.response.send_message(f"{interaction.guild} {interaction.user.name}")

    bot.handler = where
    await anna.slash(anna.dm(), "do")
    assert [m["content"] for m in anna.messages(anna.dm())] == ["None anna"]
    assert bert.messages(anna.dm()) == []
    with pytest.raises(InvalidAction, match="cannot see this message"):
        server.hub.actions.press(bert.id, anna.messages(anna.dm())[0]["id"], "any")
    with pytest.raises(InvalidAction):
        await bert.slash(anna.dm(), "do")


async def test_a_thread_has_its_own_messages(
    server: LocalDiscord, anna: User, general: Channel, bot: LittleBot
) -> None:
    async def where(interaction: Received) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message(f"in {interaction.channel.name}")

    bot.handler = where
    long_war = server.thread("a-long-thread", general)
    assert server.thread("a-long-thread", general) is long_war
    await anna.slash(long_war, "do")
    assert [m["content"] for m in anna.messages(long_war)] == ["in a-long-thread"]
    assert anna.messages(general) == []


async def test_a_user_speaks_a_language_of_discord(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    async def spoken(interaction: Received) -> None:
        await interaction.response.send_message(interaction.locale.value)

    bot.handler = spoken
    anna.speak("pt-BR")
    await anna.slash(general, "do")
    await bert.slash(general, "do")
    assert [message["content"] for message in bert.messages(general)] == ["pt-BR", "en-US"]
    with pytest.raises(InvalidAction, match="no language “klingon”"):
        anna.speak("klingon")


async def test_a_select_is_picked_by_labels_or_values(bot: LittleBot, anna: User, general: Channel) -> None:
    async def ask(interaction: Received) -> None:
        view = discord.ui.View(timeout=None)
        options = [discord.SelectOption(label=label, value=value) for label, value in (("A", "b"), ("B", "a"))]
        view.add_item(discord.ui.Select(custom_id="do-pick", placeholder="Pick", options=options, max_values=2))
        await interaction.response.send_message("x", view=view)

    async def picked(interaction: Received) -> None:
        data: Any = interaction.data
        await interaction.response.edit_message(content=" ".join(data["values"]))

    bot.handler = ask
    await anna.slash(general, "do")
    bot.handler = picked
    for values, told in ((["A"], "b"), (["b", "a"], "b a"), (["B", "b"], "a b")):
        await anna.select(anna.messages(general)[0], "Pick", values)
        assert anna.messages(general)[0]["content"] == told


async def test_the_choices_come_as_the_bot_orders_them(anna: User, general: Channel) -> None:
    choices = await anna.autocomplete(general, "draw card", focused="card", value="")
    assert [each["name"] for each in choices] == ["Red ace", "Joker"]


async def test_a_user_types_beside_the_other_options(bot: LittleBot, anna: User, general: Channel) -> None:
    @discord.app_commands.command(name="move", description="Moves")
    async def move(_interaction: discord.Interaction, unit: str, to: str) -> None:
        raise AssertionError((unit, to))

    @move.autocomplete("to")
    async def places(interaction: discord.Interaction, typed: str) -> list[discord.app_commands.Choice[str]]:
        word = f"{getattr(interaction.namespace, 'unit', None)} to {typed}"
        return [discord.app_commands.Choice(name=word, value=word)]

    bot.tree.add_command(move)
    await bot.tree.sync()
    for options, name in (({"unit": "Guard"}, "Guard to Lig"), (None, "None to Lig")):
        (choice,) = await anna.autocomplete(general, "move", focused="to", value="Lig", options=options)
        assert choice["name"] == name


async def test_each_user_closes_and_sends_the_form_in_front_of_them(
    bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    async def ask(interaction: Received) -> None:
        await interaction.response.send_modal(Report(custom_id="report"))

    bot.handler = ask
    anna.cancel_modal()  # there is none
    for user in (anna, bert):
        await user.slash(general, "do")
    assert anna.modal is not None
    assert bert.modal is not None
    assert (anna.modal.user_id, bert.modal.user_id) == (anna.id, bert.id)
    anna.cancel_modal()
    assert anna.modal is None
    with pytest.raises(InvalidAction, match="No form is open"):
        await anna.submit({"Points": "1"})
    await bert.submit({"Points": "2"})
    assert bert.modal is None
    assert [each["content"] for each in anna.messages(general)] == ["2 points"]


async def test_a_user_settles_by_themselves() -> None:
    may_end = asyncio.Event()

    async def slow(interaction: Received) -> None:
        await interaction.response.send_message("begun")
        await may_end.wait()
        await interaction.followup.send("done")

    async with asyncio.timeout(PATIENCE), LocalDiscord(waits=False) as server:
        bot, general = LittleBot(), server.channel("general")
        anna, bert = server.user("anna"), server.user("bert")
        async with run_client(server, bot):
            bot.handler = slow
            await anna.slash(general, "do")
            await bert.settle()
            settling = asyncio.create_task(anna.settle())
            await asyncio.sleep(0.2)
            assert not settling.done()
            may_end.set()
            await settling
            assert [each["content"] for each in anna.messages(general)] == ["begun", "done"]
