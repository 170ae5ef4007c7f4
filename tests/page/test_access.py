"""The main views hold WCAG A and AA, as far as axe can tell."""

import pytest
from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit


async def test_axe_finds_what_is_planted(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.page.evaluate("document.querySelector('.send').outerHTML = '<button></button>'")
    assert "button-name" in " ".join(await anna.violations())
    await anna.page.reload()
    assert post_table.rejected == []


async def test_every_view_of_the_page(post_table: LocalDiscord, sit: Sit) -> None:
    bert = post_table.user("bert")
    anna = await sit("anna", "marne")
    assert await anna.violations() == []  # the empty channel
    bert.send(post_table.channel("gathering-storm"), f"<@{anna.user.id}> look")
    post_table.hub.actions.archive(
        bert.id, post_table.hub.actions.create_thread(bert.id, post_table.channel("marne")["id"], "Supply")["id"]
    )
    await anna.command("show")
    await anna.sees("Below the box")
    await anna.command("deadline")
    await anna.command("whisper")
    await anna.sees("sent")
    await anna.page.get_by_text("The table", exact=True).click()
    anna.user.pin(anna.user.messages(post_table.channel("marne"))[-2])
    await anna.sees("pinned a message")
    assert await anna.violations() == []
    await anna.page.get_by_role("button", name="Pins", exact=True).click()
    assert await anna.violations() == []
    await anna.page.keyboard.press("Escape")


@pytest.mark.usefixtures("post_table")
async def test_overlays_are_accessible(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.command("show")
    await anna.command("deadline")
    await anna.message("Until").click(button="right")
    await expect(anna.page.get_by_role("menu")).to_be_visible()
    assert await anna.violations() == []
    await anna.page.keyboard.press("Escape")
    await anna.page.get_by_role("combobox", name="Cards").click()
    assert await anna.violations() == []
    await anna.page.keyboard.press("Escape")
    await anna.command("report")
    await expect(anna.page.get_by_role("dialog")).to_be_visible()
    assert await anna.violations() == []
    await anna.page.keyboard.press("Escape")
    await anna.composer.click()
    await anna.page.keyboard.type("/ca")
    await expect(anna.choices.first).to_be_visible()
    assert await anna.violations() == []
    await anna.page.keyboard.press("Enter")
    assert await anna.violations() == []
    await anna.page.keyboard.press("Escape")
    await anna.page.get_by_role("button", name="Two users side by side").click()
    await expect(anna.page.locator(".pane")).to_have_count(2)
    assert await anna.violations() == []
