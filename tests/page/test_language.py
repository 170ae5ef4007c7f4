"""The page in the language of its user, whose Discord the bot answers in, too."""

from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit
from tests.page.test_phone import fits


async def test_a_french_reader_reads_page_and_bot_in_french(table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.page.get_by_label("Language of anna").select_option("Français")
    await expect(anna.page.get_by_text("Bienvenue dans #marne")).to_be_visible()
    assert await anna.page.evaluate("document.documentElement.lang") == "fr"
    assert table.hub.state.locales[anna.user.id] == "fr"
    await anna.command("help")
    await anna.sees("Visible de vous seul")
    await expect(anna.newest).to_contain_text("Je tiens les papiers")
    await fits(anna)
    await anna.page.locator(".user", has_text="bert").click()
    await expect(anna.page.get_by_text("Welcome to #marne")).to_be_visible()
    await anna.page.locator(".user", has_text="anna").click()
    await expect(anna.page.get_by_text("Bienvenue dans #marne")).to_be_visible()


async def test_the_language_outlives_the_server(table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne", 390, 844)
    await anna.page.get_by_role("button", name="Channels and users").click()
    await anna.page.get_by_label("Language of anna").select_option("Français")
    await anna.page.get_by_role("button", name="Salons et personnes").click()
    await expect(anna.page.get_by_label("Langue de anna")).to_have_value("fr")
    await fits(anna)
    await anna.page.keyboard.press("Escape")
    assert table.rejected == []
