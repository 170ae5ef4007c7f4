"""The page on a phone, 390 pixels wide."""

import re

from playwright.async_api import expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit
from tests.page.person import Person
from tests.page.test_marne import found

LEAST = 40
# words inside a sentence are as high as the sentence
IN_A_SENTENCE = ".mention, .as-link:not(.ephemeral-note .as-link), .reply"
# what moves has no colours yet
STILL = "Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {})))"
CONTROLS = "button, select, summary, a.button, [role=option], [role=combobox]"


async def small_controls(person: Person) -> list[str]:
    """The controls in sight that a thumb misses."""
    script = """([controls, inline, least]) => [...document.querySelectorAll(controls)]
        .filter((one) => !one.matches(inline) && one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => one.getBoundingClientRect().height < least)
        .map((one) => `${one.className}: ${one.textContent} ${one.getBoundingClientRect().height}`)"""
    found: list[str] = await person.page.evaluate(script, [CONTROLS, IN_A_SENTENCE, LEAST])
    return found


async def fits(person: Person) -> None:
    assert not await person.scrolls_sideways()
    assert await small_controls(person) == []
    await person.page.evaluate(STILL)
    assert await person.violations() == []


async def test_a_turn_and_a_players_slip_on_a_phone(table: LocalDiscord, sit: Sit) -> None:
    anna, bert = await sit("anna", "marne", 390, 844), await sit("bert", "marne", 390, 844)
    await found(anna, bert)
    # the board is brought up to date by the slip
    await anna.command("campaign manage", what="Panel")
    await anna.command("record more", what="Correct a value")
    await anna.fill(Or_one="transport", Value="2", Reason="We counted")
    await bert.sees("Value corrected")
    await bert.press("Catch me up")
    await bert.sees("Since you last acted")
    await fits(bert)
    await bert.press("Done on my board")
    await bert.sees("Noted: your board is as it was after entry")
    await table.table.settle()
    await expect(anna.message("Boards")).to_contain_text("up to date")
    await anna.press(re.compile("Draw 3 events"))
    await anna.sees("For your eyes only")
    await fits(anna)
    await anna.press("Return what I drew")
    await expect(anna.message("For your eyes only")).to_contain_text("You return")
    await bert.sees("The Allies draw 3 markers.")
    await fits(bert)
    await bert.command("campaign status")
    await bert.sees("Turn 1")
    await fits(bert)
    await bert.page.get_by_role("button", name="Channels and users").click()
    await fits(bert)


async def test_everything_fits_a_phone(post_table: LocalDiscord, sit: Sit) -> None:
    anna = await sit("anna", "marne", 390, 844)
    await anna.command("show")
    await anna.sees("Below the box")
    await fits(anna)
    await anna.page.evaluate("document.querySelector('.send').style.height = '39px'")
    assert len(await small_controls(anna)) == 1  # what is planted is found
    await anna.page.evaluate("document.querySelector('.send').style.height = ''")
    await anna.page.get_by_role("combobox", name="Cards").click()
    await fits(anna)
    await anna.page.keyboard.press("Escape")
    await anna.page.get_by_role("button", name="Channels and users").click()
    await anna.page.get_by_text("The table", exact=True).click()
    await expect(anna.page.get_by_role("button", name="+1 day")).to_be_visible()
    await fits(anna)
    await anna.go_to("fields")
    await anna.command("report")
    await expect(anna.page.get_by_role("dialog")).to_be_visible()
    await fits(anna)
    await anna.page.keyboard.press("Escape")
    await anna.say("x" * 300)
    await anna.newest.get_by_role("button", name="More").click()
    await expect(anna.page.get_by_role("menu")).to_be_visible()
    await fits(anna)
    await anna.page.get_by_role("menuitem", name="Pin message").click()
    await anna.page.get_by_role("button", name="Pins", exact=True).click()
    await fits(anna)
    await anna.composer.click()
    await anna.page.keyboard.type("/")
    await expect(anna.choices.first).to_be_visible()
    await fits(anna)
    thread = post_table.thread("a thread whose name is long enough to need two lines", post_table.channel("marne"))
    await expect(anna.page.locator("#sidebar").get_by_text("a thread whose name")).to_be_attached()
    await anna.page.goto(f"{post_table.url}/#1={anna.user.id}.{thread['id']}")
    await expect(anna.page.get_by_role("button", name="Archive")).to_be_visible()
    await fits(anna)
