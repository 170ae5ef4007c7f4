"""The campaign that was played before anybody came: as `make play` has it, on its own bot and database."""

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli.command_line import LOCAL_CHANNELS, LOCAL_USERS, TOUR, TOUR_SEED, TOUR_THREAD, start_local_bot
from localdiscord import LocalDiscord, Tour, User
from localdiscord.tour import past, play_tour
from tests.bot.harness import labels, text
from tests.loaded import true_dice


@asynccontextmanager
async def toured(folder: Path, script: Path = TOUR) -> AsyncIterator[LocalDiscord]:
    """A guild that has seen the tour, and its bot."""
    server = LocalDiscord(clock=past(), database=folder / "discord.db")
    server.lead_to(TOUR_THREAD)
    for name in LOCAL_USERS:
        server.user(name)
    for name in LOCAL_CHANNELS:
        server.channel(name)
    tour = Tour(script, TOUR_THREAD, functools.partial(start_local_bot, seed=TOUR_SEED))
    async with server:
        with true_dice():
            await play_tour(server, tour, folder / "bot.db")
        server.table.host(lambda: start_local_bot(server, folder / "bot.db"))
        await server.table.start()
        await server.bot_online()
        try:
            yield server
        finally:
            await server.table.stop()


def days(user: User, server: LocalDiscord) -> list[datetime]:
    place = server.thread(TOUR_THREAD, server.channel("marne"))
    return [datetime.fromisoformat(each["timestamp"]) for each in user.messages(place)]


async def test_it_is_a_whole_campaign_of_a_fortnight_that_nobody_has_still_to_read(tmp_path: Path) -> None:
    async with toured(tmp_path) as server:
        anna = server.user("anna")
        place = server.thread(TOUR_THREAD, server.channel("marne"))
        moments = days(anna, server)
        assert timedelta(days=13) < max(moments) - min(moments) < timedelta(days=15)
        told = "\n".join(map(text, anna.messages(place)))
        assert "The Germans end the game with **19** victory points." in told
        assert "ends the campaign for good" in told
        assert "How A fortnight on the Marne went" in told, "the report came then, not today"
        for each in server.hub.state.first.human_users():
            assert not any(server.hub.state.reads.waiting(each["id"], place["id"]))
        assert abs(server.clock.now() - datetime.now(UTC)) < timedelta(minutes=1), "it is the present again"
        assert server.rejected == []


async def test_it_is_taken_over_at_any_seat_from_any_result(tmp_path: Path) -> None:
    async with toured(tmp_path) as server:
        place = server.thread(TOUR_THREAD, server.channel("marne"))
        bert, carla = server.user("bert"), server.user("carla")
        drawn = next(each for each in bert.messages(place) if "Events drawn" in text(each))
        await carla.context("What happened here?", drawn)
        assert labels(carla.messages(place)[-1]) == [], "who played no seat plays on none"
        await bert.context("What happened here?", drawn)
        await bert.press(bert.messages(place)[-1], "Play on from here")
        server.clock.advance(timedelta(minutes=1))
        await server.table.settle()
        forks = [each["name"] for each in server.hub.state.channels.threads_of(server.channel("marne")["id"])]
        assert len(forks) == 2
        fork = server.thread(forks[-1], server.channel("marne"))
        await bert.slash(fork, "hand")
        assert "For your eyes only" in text(bert.messages(fork)[-1])


async def test_a_script_that_fails_leaves_a_table_to_play_at(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.script"
    broken.write_text('@anna #marne\nclick "Nothing"\n', encoding="utf-8")
    async with toured(tmp_path, broken) as server:
        await server.user("anna").slash(server.channel("marne"), "help")
        assert "sees no button “Nothing”" in capfd.readouterr().err
