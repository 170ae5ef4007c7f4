"""Escape and the browser's Back: each leads one step back and loses nothing."""

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit

pytestmark = pytest.mark.usefixtures("table")


async def test_back_leads_to_the_channel_before(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.page.get_by_role("button", name="gathering-storm").click()
    await expect(anna.page.get_by_text("Welcome to #gathering-storm")).to_be_visible()
    await anna.page.go_back()
    await expect(anna.page.get_by_text("Welcome to #marne")).to_be_visible()
    await anna.page.go_forward()
    await expect(anna.page.get_by_text("Welcome to #gathering-storm")).to_be_visible()


async def test_a_form_is_left_and_the_page_stays(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    dialog = anna.page.get_by_role("dialog")
    for leave in ("Escape", "Back"):
        await anna.page.get_by_role("button", name="New thread").click()
        await expect(dialog).to_be_visible()
        await (anna.page.keyboard.press("Escape") if leave == "Escape" else anna.page.go_back())
        await expect(dialog).to_be_hidden()
        await expect(anna.page.get_by_text("Welcome to #marne")).to_be_visible()


async def test_the_list_of_channels_on_a_phone_is_closed(sit: Sit) -> None:
    anna = await sit("anna", "marne", 390, 844)
    channel = anna.page.get_by_role("button", name="gathering-storm")
    for leave in ("Escape", "Back"):
        await anna.page.get_by_role("button", name="Channels and users").click()
        await expect(channel).to_be_visible()
        await (anna.page.keyboard.press("Escape") if leave == "Escape" else anna.page.go_back())
        await expect(channel).to_be_hidden()
        await expect(anna.page.get_by_text("Welcome to #marne")).to_be_visible()
