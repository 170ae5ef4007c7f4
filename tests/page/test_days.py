"""The campaign to look at: from the first screen to any day of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.localdiscord.test_tour import ENGLISH, FRENCH, toured
from tests.page.conftest import Sit
from tests.page.person import Person
from tests.page.test_phone import fits


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """The table with its tour."""
    async with toured(tmp_path, ENGLISH, greets=True) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def new_table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """The same in French."""
    async with toured(tmp_path, FRENCH, greets=True) as server:
        yield server


@pytest.mark.usefixtures("table")
async def test_newcomers_go_through_the_days_and_play_on(sit: Sit) -> None:
    for name, width in (("anna", 1280), ("bert", 390)):
        await go_through(await sit(name, "start-here", width, 860))


async def go_through(person: Person) -> None:
    """From the first screen to the last day."""
    await fits(person)
    await person.page.get_by_role("button", name="Look at a campaign").click()
    await expect(person.message("Campaign started")).to_be_in_viewport()
    await expect(person.page.locator(".days-words")).to_have_text("Day 1 of 13 · 5 January 2026")
    await fits(person)
    await person.page.get_by_role("button", name="The next day").click()
    await expect(person.page.locator(".message", has_text="The Allies draw 3 markers.").first).to_be_in_viewport()
    await person.page.get_by_role("slider").press("End")
    await expect(person.message("Campaign ended")).to_be_in_viewport()
    await expect(person.page.get_by_role("button", name="The next day")).to_be_disabled()


@pytest.mark.usefixtures("new_table")
async def test_a_french_newcomer_goes_through_french_days(sit: Sit) -> None:
    """In a guild whose language is French nobody has to choose it."""
    anna = await sit("anna", "commencer-ici", 390, 860)
    await fits(anna)
    await anna.page.get_by_role("button", name="Regarder une campagne").click()
    await expect(anna.message("Campagne lancée")).to_be_in_viewport()
    await anna.page.get_by_role("button", name="Le jour suivant").click()
    await expect(anna.page.locator(".message", has_text="Les Alliés tirent 3 marqueurs.").first).to_be_in_viewport()
    await anna.page.get_by_role("slider").press("End")
    await expect(anna.message("Campagne terminée")).to_be_in_viewport()
    await fits(anna)
