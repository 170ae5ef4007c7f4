"""A turn without a mouse: everything is reached by keys, and the focus is where it was."""

import pytest
from playwright.async_api import expect

from tests.page.conftest import Sit
from tests.page.person import Person

MOST_STOPS = 60
FOCUSED = """(({ activeElement: it }) =>
    it.tagName === "BUTTON" ? (it.getAttribute("aria-label") ?? it.textContent).trim() : "")(document)"""


class Typist(Person):
    """Somebody who never touches the mouse."""

    async def keys(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def type(self, text: str) -> None:
        await self.page.keyboard.type(text)

    async def go_back_to(self, name: str, key: str = "Shift+Tab") -> None:
        """Shift+Tab until the button of this name has the focus."""
        for _ in range(MOST_STOPS):
            await self.keys(key)
            if name == await self.focused():
                return
        raise AssertionError(f"no button {name} can be reached")

    async def go_on_to(self, name: str) -> None:
        """Tab until the button of this name has the focus."""
        await self.go_back_to(name, "Tab")

    async def focused(self) -> str:
        """The words of the button that has the focus."""
        return str(await self.page.evaluate(FOCUSED))


async def typist(sit: Sit, name: str, channel: str) -> Typist:
    person = await sit(name, channel)
    person.__class__ = Typist
    assert isinstance(person, Typist)
    return person


@pytest.mark.usefixtures("table")
async def test_a_turn_with_the_keyboard(sit: Sit) -> None:
    anna = await typist(sit, "anna", "marne")
    # the composer has the focus from the start; Tab takes what the list offers
    await anna.type("/campaign new")
    await expect(anna.choices.first).to_contain_text("/campaign new")
    await anna.keys("Tab")
    await anna.type("Marne")
    await expect(anna.choices.first).to_contain_text("Marne")
    await anna.keys("Tab")
    await anna.type("Allies")
    await expect(anna.choices.first).to_contain_text("Allies")
    await anna.keys("Tab", "Enter")
    await anna.sees("plays the Allies")
    await anna.go_back_to("Draw 3 events")
    await anna.keys("Enter")
    await anna.sees("For your eyes only")
    await anna.go_on_to("Return what I drew")
    await anna.keys("Space")
    await expect(anna.message("For your eyes only")).to_contain_text("You return")


@pytest.mark.usefixtures("post_table")
async def test_menus_forms_and_pins_with_the_keyboard(sit: Sit) -> None:
    anna = await typist(sit, "anna", "marne")
    await anna.type("hello")
    await anna.keys("Enter")
    await anna.sees("hello")
    await anna.go_back_to("More")
    await anna.keys("Enter")
    assert await anna.focused() == "Copy message link"
    await anna.keys("Escape")
    assert await anna.focused() == "More"
    await anna.keys("Enter", "ArrowDown")
    assert await anna.focused() == "Pin message"
    await anna.keys("Enter")
    await anna.sees("anna pinned a message")
    await anna.go_back_to("More")
    await anna.keys("Enter", "ArrowUp")
    assert await anna.focused() == "Why?"
    await anna.keys("Enter")
    await anna.sees("Because it says “hello”.")
    await anna.go_back_to("Pins")
    await anna.keys("Enter")
    await expect(anna.page.get_by_role("button", name="Jump")).to_be_focused()
    await anna.keys("Escape")
    assert await anna.focused() == "Pins"
    await anna.page.locator(".words-input").focus()
    await anna.type("/report")
    await expect(anna.choices.first).to_contain_text("/report")
    await anna.keys("Enter", "Enter")
    await expect(anna.page.get_by_role("dialog")).to_be_visible()
    await anna.type("31")
    await anna.keys("Tab", "Tab", "Enter", "ArrowDown", "Enter", "Tab", "Space", "Tab", "Space")
    await anna.go_on_to("Submit")
    await anna.keys("Enter")
    await anna.sees("Reported: 31 / / East / Air / Axis")
