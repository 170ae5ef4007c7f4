"""A newcomer's first hour, with a mouse: from `/help` to the first draw, to the end of the lesson, to a campaign."""

import re

from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit
from tests.page.person import Person

MOST_PRESSES, MOST_WORDS = 3, 180


async def words(person: Person) -> int:
    """The words that stand on the screen of a channel."""
    return len(" ".join(await person.page.locator(".message").all_inner_texts()).split())


async def test_a_newcomer_draws_and_ends_with_a_campaign_of_their_own(table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.command("help")
    await anna.sees("Try … opens a short game")
    read, presses = await words(anna), 0
    await anna.press("Try Marne 1918")
    presses += 1
    await anna.sees("It begins in")
    await anna.message("It begins in").get_by_text(re.compile("Try Marne 1918")).click()
    presses += 1
    await anna.sees("Press Draw 3 events.")
    read += await words(anna)
    await anna.press("Draw 3 events")
    presses += 1
    await anna.sees("For your eyes only")
    assert presses <= MOST_PRESSES
    assert read <= MOST_WORDS
    hand = anna.message("For your eyes only")
    await expect(hand).to_contain_text("Choose below which events stay")
    await expect(hand).to_contain_text("£ can be kept")
    assert await anna.violations() == []
    await anna.press("Return what I drew")
    await expect(hand).to_contain_text("You return")
    await anna.press("Next turn")
    await anna.sees("Start your own")
    await anna.press("Start a campaign")
    await anna.sees("Start a campaign")
    await anna.page.get_by_role("combobox", name="Which game?").click()
    await anna.page.get_by_role("option", name="Marne 1918").click()
    await anna.fill(Name_of="The long war")
    await anna.sees(re.compile("It begins in"))
    names = [each["name"] for each in table.hub.state.channels.threads_of(table.channel("marne")["id"])]
    assert names == ["Try Marne 1918", "The long war"]


async def test_a_manager_sets_the_server_up(table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.command("help")
    await anna.press("Server settings")
    await expect(anna.page.get_by_role("dialog")).to_contain_text("Language of new campaigns")
    assert await anna.violations() == []
    await anna.page.get_by_role("dialog").get_by_role("button", name="Submit").click()
    await anna.sees("Everybody can start campaigns.")
    assert table.rejected == []
