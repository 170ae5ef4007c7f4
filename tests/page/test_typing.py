"""What is typed wrong, and what the bot leaves unanswered: one sentence, and nothing is lost."""

import pytest
from playwright.async_api import Locator, expect

from localdiscord import LocalDiscord
from tests.page.conftest import Sit
from tests.page.person import Person

WRONG = [
    ("text", "a", "text: at least 2 characters."), ("text", "abcdef", "text: at most 5 characters."),
    ("number", "0", "number: at least 1."), ("number", "12", "number: at most 9."),
    ("number", "two", "number: write a whole number."), ("amount", "much", "amount: write a number."),
    ("yes", "perhaps", "yes: choose one from the list."), ("who", "nobody", "who: choose one from the list."),
    ("side", "South", "side: choose one from the list."),
]  # fmt: skip
pytestmark = pytest.mark.usefixtures("post_table")


def error(person: Person) -> Locator:
    return person.page.locator(".composer-error")


def option(person: Person, name: str) -> Locator:
    return person.page.get_by_role("combobox", name=f"{name}, optional")


async def test_an_option_that_is_wrong(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    begun = anna.page.get_by_role("button", name="/say", exact=True)
    for name, wrong, sentence in WRONG:
        await begun.or_(anna.composer).click()
        await expect(anna.composer).to_be_focused()
        await anna.page.keyboard.type("/say ")
        await anna.page.get_by_role("button", name=f"+ {name}").click()
        await anna.page.keyboard.type(wrong)
        await anna.page.keyboard.press("Enter")
        await expect(error(anna)).to_have_text(sentence)
        await expect(option(anna, name)).to_be_focused()
        await expect(option(anna, name)).to_have_value(wrong)


async def test_options_are_named_and_taken_back_by_keys(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.composer.click()
    await anna.page.keyboard.type("/say number:4 yes:")
    await expect(option(anna, "number")).to_have_value("4")
    await expect(option(anna, "yes")).to_be_focused()
    await expect(anna.choices).to_have_text(["True", "False"])
    await anna.page.keyboard.press("ArrowDown")
    await anna.page.keyboard.press("Tab")
    await expect(option(anna, "yes")).to_have_value("False")
    for _ in "False!":
        await option(anna, "yes").press("Backspace")
    await expect(option(anna, "yes")).to_have_count(0)
    await anna.page.get_by_role("button", name="/say", exact=True).click()
    await expect(anna.composer).to_be_focused()


async def test_a_form_says_what_is_missing(sit: Sit) -> None:
    anna = await sit("anna", "marne")
    await anna.command("report")
    form = anna.page.get_by_role("dialog")
    submit, problem = form.get_by_role("button", name="Submit"), form.get_by_role("alert")
    await submit.click()
    await expect(problem).to_have_text("Points: this is required.")
    await form.get_by_label("Points").fill("31")
    await expect(problem).to_have_text("")
    await submit.click()
    await expect(problem).to_contain_text("Front: ")
    assert await anna.violations() == []
    await form.get_by_role("combobox", name="Front").click()
    await anna.choices.first.click()
    await form.get_by_label("Guns").check()
    await form.get_by_label("Allies").check()
    await submit.click()
    await expect(form).to_have_count(0)
    await anna.sees("Reported: 31")


async def test_a_command_and_a_form_that_nobody_answers(post_table: LocalDiscord, sit: Sit) -> None:
    post_table.hub.interactions.ack_timeout = 1
    anna = await sit("anna", "marne")
    await anna.command("do")
    failed = anna.page.locator(".message.pending", has=anna.page.locator(".failure"))
    await expect(failed).to_contain_text("did not respond")
    await expect(failed).to_contain_text("anna used /do")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(failed).to_have_count(0)
    await anna.command("report")
    form = anna.page.get_by_role("dialog")
    await form.get_by_label("Points").fill("0")
    await form.get_by_role("combobox", name="Front").click()
    await anna.choices.first.click()
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("The application did not respond")
    await expect(form.get_by_label("Points")).to_have_value("0")
    await expect(anna.page.locator(".message.pending")).to_have_count(0)
