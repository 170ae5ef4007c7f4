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
    bert = await sit("bert", "marne", 390, 844)
    await bert.page.get_by_role("button", name="Channels and users").click()
    await bert.page.get_by_label("Language of bert").select_option("Français")
    await bert.page.get_by_role("button", name="Salons et personnes").click()
    await expect(bert.page.get_by_label("Langue de bert")).to_have_value("fr")
    await fits(bert)
    assert table.rejected == []
