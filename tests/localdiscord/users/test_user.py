"""Buttons, selects, DMs and threads, as users see them."""

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, User
from tests.localdiscord.little_bot import LittleBot, Received

pytestmark = pytest.mark.usefixtures("bot")


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


async def test_a_thread_has_own_messages(server: LocalDiscord, anna: User, general: Channel, bot: LittleBot) -> None:
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


async def test_the_choices_come_as_the_bot_orders_them(anna: User, general: Channel) -> None:
    choices = await anna.autocomplete(general, "draw card", focused="card", value="")
    assert [each["name"] for each in choices] == ["Red ace", "Joker"]
