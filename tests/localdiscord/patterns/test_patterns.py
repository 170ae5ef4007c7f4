"""discord.py's patterns, each in a small bot of its own, driven by the fixtures of the plugin."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import discord
import pytest

from localdiscord import Channel, Clock, LocalDiscord, Upload, User
from tests.localdiscord.patterns import files, menus, persistent
from tests.patience import PATIENCE, a_moment

RunBot = Callable[[discord.Client], Awaitable[None]]
People = Callable[[str], User]

# where discord.py itself looks at the time, as in a hybrid command, the server's clock has to run
NOON = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
def anna(user: People) -> User:
    return user("anna")


@pytest.fixture
def bert(user: People, anna: User) -> User:
    assert anna.name == "anna"  # who comes first owns the guild
    return user("bert")


def texts(user: User, channel: Channel) -> list[str]:
    return [message["content"] for message in user.messages(channel)]


@pytest.mark.parametrize("discord_settings", [{"clock": Clock(NOON)}])
async def test_the_apps_menus(run_bot: RunBot, anna: User, bert: User, channel: Channel) -> None:
    await run_bot(menus.bot())
    await anna.context_on_user(channel, "Show Join Date", bert)
    assert texts(bert, channel) == ["bert: <t:1767614400>"]
    said = bert.send(channel, "a secret")
    await anna.context("Report", said)
    assert len(bert.messages(channel)) == 2
    (embed,) = anna.messages(channel)[-1]["embeds"]
    assert (embed["description"], embed["author"]["name"]) == ("a secret", "bert")


async def test_buttons_work_after_a_restart(
    discord_server: LocalDiscord, run_bot: RunBot, anna: User, channel: Channel
) -> None:
    first = persistent.bot()
    await run_bot(first)
    await anna.slash(channel, "board")
    await anna.press(anna.messages(channel)[0], "0 so far")
    await first.close()
    await run_bot(persistent.bot())
    await anna.press(anna.messages(channel)[0], "1 so far")
    await anna.press(anna.messages(channel)[0], "Green")
    assert texts(anna, channel) == ["Board", "This is green."]
    assert anna.messages(channel)[0]["components"][0]["components"][1]["custom_id"] == "tally:2"
    assert discord_server.gateway.connected == 1


async def test_long_work_is_waited_for(run_bot: RunBot, anna: User, channel: Channel) -> None:
    """Only a bot that waits for people lets them go on: one that works is waited for."""
    bot = files.bot()
    done = asyncio.Event()

    @bot.tree.command(name="slow", description="Takes its time")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("begun")
        await asyncio.wait_for(a_moment(), timeout=PATIENCE)
        done.set()

    await run_bot(bot)
    await anna.slash(channel, "slow")
    assert done.is_set()


async def test_files_and_answers_that_take_long(run_bot: RunBot, anna: User, bert: User, channel: Channel) -> None:
    await run_bot(files.bot())
    await anna.slash(channel, "copy", {"file": Upload("map.txt", b"map"), "count": 3})
    assert bert.messages(channel) == []
    (message,) = anna.messages(channel)
    assert (message["content"], [each["filename"] for each in message["attachments"]]) == ("copied", ["0-map.txt"])
