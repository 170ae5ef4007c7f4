"""A person in front of the page, with a mouse and a keyboard."""

import re
from typing import Any

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]
from playwright.async_api import ConsoleMessage, Locator, Page, expect

from localdiscord import User

AXE = Axe().axe_script
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
VIOLATIONS = "(rules) => axe.run(rules).then(({ violations }) => violations)"
FREE = ("name",)  # options for which the page offers no list

# the body hides what sticks out, so each part is asked
WIDER = """["body", ".timeline", ".pane-head", ".composer-box", ".pins", ".popup", ".dialog-body", "#sidebar"]
    .flatMap((part) => [...document.querySelectorAll(part)])
    .some((one) => one.scrollWidth > one.clientWidth)"""


class Person:
    """What one user does and sees in one window."""

    def __init__(self, page: Page, user: User) -> None:
        self.page = page
        self.user = user
        self.errors: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _heard(self, message: ConsoleMessage) -> None:
        # a refused action is a sentence on the page; the browser notes its status as well
        if message.type in ("error", "warning") and "status of 400" not in message.text:
            self.errors.append(message.text)

    # what is on the screen

    @property
    def composer(self) -> Locator:
        return self.page.locator(".words-input")

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log")

    @property
    def newest(self) -> Locator:
        return self.page.locator(".message:not(.pending)").last

    @property
    def choices(self) -> Locator:
        """The list that is open below or above an input."""
        return self.page.locator(".listbox:visible .option")

    def message(self, text: str | re.Pattern[str]) -> Locator:
        return self.page.locator(".message", has_text=text).last

    async def sees(self, text: str | re.Pattern[str]) -> None:
        await expect(self.message(text)).to_be_visible()

    # what is done

    async def command(self, typed: str, **options: str) -> None:
        """Types a slash command: its name, then each option by its name and value, and Enter."""
        await self.composer.click()
        await self.page.keyboard.type(f"/{typed} ")
        for name, value in options.items():
            pill = self.page.get_by_role("combobox", name=re.compile(rf"^{name}\b")).or_(
                self.page.get_by_role("textbox", name=re.compile(rf"^{name}\b"))
            )
            if not await pill.count():
                await self.page.get_by_role("button", name=f"+ {name}").click()
            await pill.click()
            await self.page.keyboard.type(value)
            if name not in FREE:
                await self.choose(value)
        await self.page.keyboard.press("Enter")

    async def choose(self, value: str) -> None:
        """Takes the first choice with Tab, unless the page says that there is none."""
        none = self.page.locator(".listbox-empty:visible")
        found = re.compile(f"{re.escape(value)}|^No options match", re.IGNORECASE)
        await expect(self.choices.first.or_(none)).to_contain_text(found)
        if not await none.count():
            await self.page.keyboard.press("Tab")

    async def press(self, label: str | re.Pattern[str]) -> None:
        """Presses the newest button with this label."""
        await self.log.get_by_role("button", name=label, exact=isinstance(label, str)).last.click()

    async def fill(self, **values: str) -> None:
        form = self.page.get_by_role("dialog")
        for label, value in values.items():
            await form.get_by_label(re.compile(rf"^{label.replace('_', ' ')}", re.IGNORECASE)).fill(value)
        await form.get_by_role("button", name="Submit").click()

    async def say(self, text: str) -> None:
        await self.composer.click()
        await self.page.keyboard.type(text)
        await self.page.keyboard.press("Enter")

    async def go_to(self, channel: str) -> None:
        await (
            self.page.get_by_role("navigation", name="Channels").get_by_role("button", name=re.compile(channel)).click()
        )

    # what holds on every view

    async def violations(self) -> list[str]:
        """What axe finds against WCAG A and AA."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE)
        found = await self.page.evaluate(VIOLATIONS, RULES)
        return [f"{each['id']}: {node['html'][:160]} — {_why(node)}" for each in found for node in each["nodes"]]

    async def scrolls_sideways(self) -> bool:
        return bool(await self.page.evaluate(WIDER))


def _why(node: Any) -> str:
    return " ".join(each["message"] for each in [*node["any"], *node["all"], *node["none"]])
