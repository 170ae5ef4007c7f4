"""The table with the real bot, and people in front of its page."""

import contextlib
import functools
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from bot.cli.command_line import start_local_bot
from bot.cli.local_guild import GUILDS
from localdiscord import LocalDiscord, StartBot
from tests.games import SEED
from tests.page.browser import ARGUMENTS, MISSING, find_browser
from tests.page.executed import Executed
from tests.page.firefox import run_firefox
from tests.page.person import Person
from tests.page.post_bot import start_post_bot

EXECUTED = Executed()
WIDE = (1280, 860)
PHONE = 500  # pixels: a window that is less wide is that of a phone
firefox = pytest_asyncio.fixture(run_firefox, loop_scope="session", scope="session")
Sit = Callable[..., Awaitable[Person]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests share the browser, so they share its event loop."""
    for item in (each for each in items if Path(__file__).parent in each.path.parents):
        item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
        if find_browser() is None:
            item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """What the tests of a worker have executed counts as well."""
    EXECUTED.add(node.workeroutput["executed"])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Every module of the page is executed by the tests in the browser, or the run has failed."""
    if output := getattr(session.config, "workeroutput", None):
        output["executed"] = EXECUTED.to_json()
    elif EXECUTED.missed():
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if EXECUTED.files:
        terminalreporter.section("JavaScript that was executed")
        terminalreporter.write_line(EXECUTED.report())
    for name in EXECUTED.missed():
        terminalreporter.write_line(f"FAILED: too little was executed of {name}")


class Windows:
    """Windows that are handed on: to open one takes longer than to load the page in it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free = defaultdict[bool, list[Page]](list)

    @contextlib.asynccontextmanager
    async def take(self, width: int, height: int) -> AsyncIterator[Page]:
        """A window of this size, which nobody else has meanwhile; that of a phone has a touch screen."""
        if free := self._free[width < PHONE]:
            page = free.pop()
        else:
            context = await self._browser.new_context(has_touch=width < PHONE, timezone_id="UTC")
            await context.grant_permissions(["clipboard-read", "clipboard-write"])
            context.set_default_timeout(8000)
            page = await context.new_page()
        await page.set_viewport_size({"width": width, "height": height})
        yield page
        await page.evaluate("localStorage.clear(), sessionStorage.clear()")
        await page.goto("about:blank")
        free.append(page)


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def windows() -> AsyncIterator[Windows]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=ARGUMENTS)
        yield Windows(browser)
        await browser.close()


@contextlib.asynccontextmanager
async def _serve(folder: Path, start: StartBot) -> AsyncIterator[LocalDiscord]:
    """The server as `adjutant local` runs it."""
    server = LocalDiscord(database=folder / "discord.db", guild_name="Adjutant's table", bot_name="Adjutant")
    for name in ("anna", "bert"):
        server.user(name)
    for name in GUILDS["en"].channels:
        server.channel(name)
    server.table.host(lambda: start(server, folder / "bot.db"))
    async with server:
        await server.table.start()
        await server.bot_online()
        yield server
        await server.table.stop()
        assert server.rejected == []


@pytest_asyncio.fixture(loop_scope="session")
async def table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """The table with the real bot, on dice that are known."""
    async with _serve(tmp_path, functools.partial(start_local_bot, seed=SEED.hex())) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def new_table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """The table as `make play` opens it for the first time."""
    start = functools.partial(start_local_bot, seed=SEED.hex(), greets=True)
    async with _serve(tmp_path, start) as server:
        yield server


@pytest_asyncio.fixture(loop_scope="session")
async def post_table(tmp_path: Path) -> AsyncIterator[LocalDiscord]:
    """The table with a bot that shows everything."""
    async with _serve(tmp_path, start_post_bot) as server:
        yield server


def address_of(table: LocalDiscord, user: str, channel: str) -> str:
    """The address at which a user looks at a channel."""
    return f"{table.url}/#1={table.user(user).id}.{table.channel(channel)['id']}"


@pytest_asyncio.fixture(loop_scope="session")
async def sit(windows: Windows, request: pytest.FixtureRequest) -> AsyncIterator[Sit]:
    """Seats a user in front of a window of their own. In the end no window has reported an error."""
    name = next((each for each in ("post_table", "new_table") if each in request.fixturenames), "table")
    table: LocalDiscord = request.getfixturevalue(name)
    people: list[Person] = []
    async with AsyncExitStack() as stack:

        async def sit_down(name: str, channel: str, width: int = WIDE[0], height: int = WIDE[1]) -> Person:
            page = await stack.enter_async_context(windows.take(width, height))
            person = Person(page, table.user(name))
            people.append(person)
            await EXECUTED.follow(page)
            await page.goto(address_of(table, name, channel))
            await page.locator(".words-input:visible, .forum:visible").first.wait_for()
            return person

        yield sit_down
        EXECUTED.files.add(request.path.stem)
        for person in people:
            await EXECUTED.take(person.page)
        # whatever a test ends with is a view that somebody has
        found = [each for person in people for each in await person.violations()]
    assert found == []
    assert [error for person in people for error in person.errors] == []
