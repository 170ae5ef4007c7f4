"""When a bot has finished with an interaction."""

import asyncio
import itertools
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace

import discord
import pytest

from localdiscord import Channel, LocalDiscord, User, idle, run_client
from localdiscord.idle import RequestMonitor
from tests.localdiscord.little_bot import LittleBot, Received
from tests.localdiscord.test_processes import process
from tests.patience import MOMENT, PATIENCE, a_moment


async def test_a_local_bot_is_done_when_its_tasks_end(bot: LittleBot, anna: User, general: Channel) -> None:
    async def slow(interaction: Received) -> None:
        await interaction.response.defer(thinking=True)
        for number in range(3):
            await discord.utils.sleep_until(discord.utils.utcnow() + timedelta(milliseconds=150))
            await interaction.followup.send(str(number))

    bot.handler = slow
    interaction = await anna.slash(general, "do")
    assert [message["content"] for message in interaction.messages] == ["0", "1", "2"]


async def test_nobody_waits_for_another_user(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    may_end, has_begun = asyncio.Event(), asyncio.Event()

    async def slow(interaction: Received) -> None:
        await interaction.response.send_message("begun")
        has_begun.set()
        await may_end.wait()
        await interaction.followup.send("done")

    async def quick(interaction: Received) -> None:
        await interaction.response.send_message("quick")

    bot.handler = slow
    long = asyncio.create_task(anna.slash(general, "do"))
    await has_begun.wait()
    bot.handler = quick
    await bert.slash(general, "do")
    assert [message["content"] for message in bert.messages(general)] == ["begun", "quick"]
    assert not long.done()
    may_end.set()
    await long
    assert bert.messages(general)[-1]["content"] == "done"


async def test_another_process_is_done_when_its_requests_stop() -> None:
    async with LocalDiscord() as server, process(server, "0", "1", "slow"):
        anna, general = server.user("anna"), server.channel("general")
        await anna.slash(general, "do")
        assert [message["content"] for message in anna.messages(general)][1:] == ["0", "1", "2"]


async def test_a_server_without_waiting_returns_on_acknowledgement() -> None:
    """Each user settles by itself, whatever the bot still does for others."""
    may_end = {name: asyncio.Event() for name in ("anna", "bert")}

    async def slow(interaction: Received) -> None:
        await interaction.response.send_message(f"begun for {interaction.user.display_name}")
        await may_end[interaction.user.display_name].wait()
        await interaction.followup.send(f"done for {interaction.user.display_name}")

    async with LocalDiscord(waits=False) as server:
        bot = LittleBot()
        bot.handler = slow
        async with run_client(server, bot):
            general = server.channel("general")
            for name in ("anna", "bert"):
                await server.user(name).slash(general, "do")
            said = [message["content"] for message in server.user("anna").messages(general)]
            assert said == ["begun for anna", "begun for bert"]
            may_end["bert"].set()
            await server.user("bert").settle()
            assert server.user("anna").messages(general)[-1]["content"] == "done for bert"
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(server.user("anna").settle(), MOMENT)
            may_end["anna"].set()
            await server.user("anna").settle()
            assert server.user("anna").messages(general)[-1]["content"] == "done for anna"


class Go(discord.ui.View):
    """A button that lets the one who waits go on."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Go", custom_id="go")
    async def go(self, interaction: discord.Interaction, _button: discord.ui.Button["Go"]) -> None:
        await interaction.response.defer()
        self.stop()


async def wait_for_go(interaction: Received) -> None:
    view = Go()
    await interaction.response.send_message("Go?", view=view)
    await view.wait()
    await a_moment(2)
    await interaction.followup.send("gone")


async def test_a_press_waits_for_the_view_it_stops(bot: LittleBot, anna: User, general: Channel) -> None:
    bot.handler = wait_for_go
    async with asyncio.timeout(PATIENCE):
        await anna.slash(general, "do")
        assert [each["content"] for each in anna.messages(general)] == ["Go?"], "it waits for people"
        await anna.press(anna.messages(general)[0], "Go")
        assert [each["content"] for each in anna.messages(general)] == ["Go?", "gone"]


async def test_a_user_settles_with_all_that_they_have_begun() -> None:
    async with asyncio.timeout(PATIENCE), LocalDiscord(waits=False) as server:
        bot, anna, general = LittleBot(), server.user("anna"), server.channel("general")

        async def slow(interaction: Received) -> None:
            await interaction.response.send_message("begun")
            await a_moment(4)
            await interaction.followup.send("done")

        async def quick(interaction: Received) -> None:
            await interaction.response.send_message("quick")

        async with run_client(server, bot):
            for bot.handler in (slow, quick):
                await anna.slash(general, "do")
            await anna.settle()
            assert [each["content"] for each in anna.messages(general)] == ["begun", "quick", "done"]
            bot.handler = wait_for_go
            await anna.slash(general, "do")
            await anna.settle()
            await anna.press(anna.messages(general)[-1], "Go")
            await anna.settle()
            assert anna.messages(general)[-1]["content"] == "gone"


async def test_nothing_is_idle_while_a_second_request_runs() -> None:
    monitor, first, second = RequestMonitor(lambda: True), asyncio.Event(), asyncio.Event()

    async def request(ends: asyncio.Event) -> None:
        with monitor.request():
            await ends.wait()

    running = [asyncio.create_task(request(each)) for each in (first, second)]
    await asyncio.sleep(0)
    idle = asyncio.create_task(monitor.wait_until_idle(0))
    first.set()
    await running[0]
    await a_moment()
    assert not idle.done()
    second.set()
    await asyncio.wait_for(idle, PATIENCE)


async def test_only_a_returning_bot_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look takes a second of a clock of the test's own."""
    seconds = itertools.count()
    monkeypatch.setattr(idle, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    monkeypatch.setattr(idle, "_GONE_SECONDS", 3)
    for looks, is_waited_for in (("away away back away away back", True), ("away away away away", False)):
        end, left = asyncio.Event(), iter(looks.split())
        working = asyncio.create_task(end.wait())

        def is_online(end: asyncio.Event = end, left: Iterator[str] = left) -> bool:
            if (look := next(left, None)) is None:
                end.set()
            return look != "away"

        await idle.wait_until_done(RequestMonitor(is_online), 0, {working})
        assert working.done() == is_waited_for
        working.cancel()
