"""The pictures of the README: scripts in ``docs/pictures``, played on the local Discord and shown on its page.

``make pictures`` makes them anew, so that they never show what the bot said long ago.
"""

import asyncio
import base64
import contextlib
import functools
import io
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from bot.cli.command_line import BOT_NAME, start_local_bot
from bot.cli.local_guild import GUILDS
from localdiscord import LocalDiscord
from localdiscord.script.player import Player
from localdiscord.script.syntax import ScriptLine, read_lines
from localdiscord.state.clock import Clock
from tests.games import SEED
from tests.page.browser import ARGUMENTS, MISSING, find_browser

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
GOLDEN = Path(__file__).parent / "golden"
WIDTH, HEIGHT, SCALE = 640, 1400, 1.5
GREY = "#2b2d31"
BEGAN = datetime(2026, 1, 5, 12, tzinfo=UTC)


class Picture(NamedTuple):
    """A picture of a name: whose window it shows, where, and the messages in it, each by a word that stands there. The
    ``seed`` is that of the dice; a golden script may be played ``before`` its own, with a day before each command.
    """

    name: str
    user: str
    channel: str
    messages: tuple[str, ...]
    seed: str = SEED.hex()
    before: str = ""

    @property
    def lines(self) -> Iterator[ScriptLine]:
        """What is played for it."""
        for line in read_lines(GOLDEN / f"{self.before}.script") if self.before else ():
            if line.text.startswith("/"):
                yield ScriptLine(line.file, line.number, "wait 1d")
            yield line
        yield from read_lines(FOLDER / f"{self.name}.script")


PICTURES = (
    Picture("event", "anna", "marne", ("Events drawn", "For your eyes only"), seed="13" * 32),
    Picture(
        "offensive",
        "anna",
        "fields-of-despair",
        ("Major Offensive against F07", "Why: Artillery response"),
        seed="02" * 32,
    ),
    Picture("panel", "anna", "verdun", ("Catch me up", "Offensives, turn 7"), before="fields_turn_7"),
)


async def take(browser: Browser, picture: Picture, folder: Path) -> None:
    """Play the scripts of a picture, and take it."""
    server = LocalDiscord(
        clock=Clock(BEGAN), database=folder / "discord.db", guild_name=GUILDS["en"].name, bot_name=BOT_NAME
    )
    server.channel(picture.channel)
    start = functools.partial(start_local_bot, seed=picture.seed)
    async with server:
        player = Player(server, folder / "bot.db", start, as_json=True, expect_timeout=2)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                failed = await player.play([*picture.lines])
            if failed:
                sys.exit(f"The script of the picture {picture.name} failed.")
            user, channel = server.user(picture.user), server.channel(picture.channel)
            page = await _window(browser, HEIGHT)
            await page.goto(f"{server.url}/#1={user.id}.{channel['id']}")
            shots = [await _shot(page, words) for words in picture.messages]
            await page.close()
        finally:
            await player.end()
    page = await _window(browser, 1)
    await page.set_content(f"<body style='margin:0;background:{GREY}'>{''.join(shots)}</body>")
    await page.screenshot(path=FOLDER / f"{picture.name}.png", full_page=True)
    await page.close()


async def _window(browser: Browser, height: int) -> Page:
    size: ViewportSize = {"width": WIDTH, "height": height}
    return await browser.new_page(viewport=size, device_scale_factor=SCALE, color_scheme="dark", timezone_id="UTC")


async def _shot(page: Page, words: str) -> str:
    """The newest message with some words, as an element of a page."""
    message = page.locator(".message", has_text=words).last
    await message.scroll_into_view_if_needed()
    await page.wait_for_timeout(500)  # its picture is loaded by then
    taken = base64.b64encode(await message.screenshot()).decode()
    return f"<img style='display:block;width:{WIDTH}px' src='data:image/png;base64,{taken}'>"


async def main() -> None:
    """Take those that are named, or all."""
    program = find_browser()
    if program is None:
        sys.exit(MISSING)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        for picture in PICTURES:
            if not sys.argv[1:] or picture.name in sys.argv[1:]:
                with tempfile.TemporaryDirectory() as folder:
                    await take(browser, picture, Path(folder))
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
