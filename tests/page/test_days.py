"""The campaign to look at: from the first screen to any day of it."""

import functools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.cli.command_line import LOCAL_CHANNELS, LOCAL_USERS, TOUR, TOUR_SEED, TOUR_THREAD, start_local_bot
from localdiscord import LocalDiscord, Tour
from localdiscord.tour import past, play_tour
from tests.loaded import true_dice
from tests.page.conftest import Sit
from tests.page.test_phone import fits


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """The table as `make play` opens it for the first time, with its tour."""
    server = LocalDiscord(clock=past(), database=tmp_path / "discord.db", bot_name="Adjutant")
    server.lead_to(TOUR_THREAD)
    for name in LOCAL_USERS:
        server.user(name)
    for name in LOCAL_CHANNELS:
        server.channel(name)
    async with server:
        tour = Tour(TOUR, TOUR_THREAD, functools.partial(start_local_bot, seed=TOUR_SEED))
        with true_dice():
            await play_tour(server, tour, tmp_path / "bot.db")
        server.table.host(lambda: start_local_bot(server, tmp_path / "bot.db", greets=True))
        await server.table.start()
        await server.bot_online()
        try:
            yield server
        finally:
            await server.table.stop()


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("width", [1280, 390])
async def test_a_newcomer_goes_through_the_days_and_plays_on(sit: Sit, width: int) -> None:
    anna = await sit("anna", "start-here", width, 860)
    await fits(anna)
    await anna.page.get_by_role("button", name="Look at a campaign").click()
    await expect(anna.message("Campaign started")).to_be_in_viewport()
    await expect(anna.page.locator(".days-words")).to_have_text("Day 1 of 13 · 5 January 2026")
    await fits(anna)
    await anna.page.get_by_role("button", name="The next day").click()
    await expect(anna.page.locator(".message", has_text="The Allies draw 3 markers.").first).to_be_in_viewport()
    await anna.page.get_by_role("slider").press("End")
    await expect(anna.message("Campaign ended")).to_be_in_viewport()
    await expect(anna.page.get_by_role("button", name="The next day")).to_be_disabled()
