"""One command from end to end: a response, a button, a modal; and what ends a post."""

import discord
import pytest

from localdiscord import Channel, LocalDiscord, Permission, User
from tests.localdiscord.little_bot import LittleBot

pytestmark = pytest.mark.usefixtures("anna", "bot")


async def test_a_command_a_button_and_a_modal(server: LocalDiscord, bot: LittleBot) -> None:
    anna, bert = server.user("anna"), server.user("bert")
    general = server.channel("general")
    await anna.slash(general, "draw card", {"card": "Three"})

    drawn, question = anna.messages(general)
    assert drawn["embeds"][0]["title"] == "Drawn"
    assert bert.messages(general) == [drawn]
    assert question["flags"] & 64

    await anna.press(question, "Report")
    assert anna.modal is not None
    assert bert.modal is None
    await anna.submit({"Points": "31"})
    assert anna.modal is None
    assert bert.messages(general)[-1]["content"] == "31 points"
    assert server.rejected == []
    assert "MESSAGE_CREATE" not in bot.events


async def refusal(bot: LittleBot, channel: Channel) -> int | None:
    """The code with which a message is refused in the channel; None if it is not."""
    try:
        await bot.raw("POST", f"/channels/{channel['id']}/messages", {"content": "x"})
    except discord.HTTPException as error:
        return error.code
    return None


async def test_an_archived_thread_is_unarchived_first(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    thread = server.thread("talk", general)
    server.archive(thread)
    assert await refusal(bot, thread) == 50083
    await bot.raw("PATCH", f"/channels/{thread['id']}", {"archived": False})
    assert await refusal(bot, thread) is None


async def test_a_locked_thread_is_for_those_who_manage_threads(
    server: LocalDiscord, bot: LittleBot, general: Channel
) -> None:
    thread = server.thread("talk", general)
    server.lock(thread)
    assert await refusal(bot, thread) == 160005
    server.archive(thread, locked=True)
    with pytest.raises(discord.Forbidden):
        await bot.raw("PATCH", f"/channels/{thread['id']}", {"archived": False})
    server.allow(general, Permission.MANAGE_THREADS)
    await bot.raw("PATCH", f"/channels/{thread['id']}", {"archived": False})
    assert await refusal(bot, thread) is None
    server.deny(general, Permission.MANAGE_THREADS)
    server.reopen(thread)
    assert await refusal(bot, thread) is None


async def test_a_channel_is_deleted(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    thread = server.thread("talk", general)
    server.delete(general)
    assert [await refusal(bot, place) for place in (general, thread)] == [10003, 10003]


async def test_permissions_are_taken_and_given_back(server: LocalDiscord, bot: LittleBot, general: Channel) -> None:
    thread = server.thread("talk", general)
    server.deny(general, Permission.SEND_MESSAGES)
    assert [await refusal(bot, place) for place in (general, thread)] == [50013, None]
    server.deny(general, Permission.VIEW_CHANNEL)
    assert [await refusal(bot, place) for place in (general, thread)] == [50001, 50001]
    server.allow(general, Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    assert await refusal(bot, general) is None


async def test_a_user_closes_the_dms(bot: LittleBot, anna: User, bert: User) -> None:
    anna.close_dms()
    assert [await refusal(bot, user.dm()) for user in (anna, bert)] == [50007, None]
    anna.open_dms()
    assert await refusal(bot, anna.dm()) is None
