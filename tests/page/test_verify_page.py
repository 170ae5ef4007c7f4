"""The page that checks a record, opened from a folder as a player does, in Chromium and in Firefox."""

import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import FilePayload, Page, expect

from bot.messages.dice_texts import PAGE
from bot.storage import SqliteStore
from rules.dice import seal
from tests.bot.desk import ANNA, BERT, Desk
from tests.bot.harness import choose, harness, text
from tests.bot.log.test_verify import program_says
from tests.forged import FORGED, Content, forged, respelled
from tests.games import SEED
from tests.loaded import true_dice
from tests.page.conftest import Windows
from tests.page.firefox import MISSING, Firefox, find_firefox
from tests.records import closed_record, open_record, played

pytestmark = pytest.mark.usefixtures("fair_dice")
ADDRESS = PAGE.as_uri()
ALL_OPEN = "✓ Every open die comes out, and the chain is whole."
ALL = "✓ Every entry and every sealed die comes out."
MOST_KILOBYTES = 60
DECIDED = re.compile("^[✓✗]")
Records = tuple[bytes, bytes]


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    """The record of a game that goes on, and the same once it is over."""
    store = await SqliteStore.open(tmp_path_factory.mktemp("records") / "a.sqlite")
    try:
        with true_dice():
            desk = Desk(store)
            session = await played(desk)
            await desk.act(ANNA, {"type": "change_settings", "dice_kind": "physical"})
            await desk.act(BERT, {"type": "agree", "to": session.campaign.number})
            rolled = {"type": "roll_dice", "number": 2, "reason": "by hand"}
            await desk.service.execute(desk.call(), session, rolled, (4, 3))
        return await closed_record(desk, session), await open_record(desk)
    finally:
        await store.close()


@asynccontextmanager
async def opened(windows: Windows, width: int = 1000, address: str = ADDRESS) -> AsyncIterator[tuple[Page, list[str]]]:
    """The page, and every request that it makes beside its own."""
    async with windows.take(width, 800) as page:
        await page.goto(address)
        asked = list[str]()
        page.on("request", lambda request: asked.append(request.url))
        yield page, asked


async def verdict(page: Page, data: bytes) -> str:
    """What the page says of a file that is chosen."""
    file: FilePayload = {"name": "campaign.json", "mimeType": "application/json", "buffer": data}
    await page.set_input_files("#file", file)
    await expect(page.locator("#verdict")).to_have_text(DECIDED)  # the page forbids to evaluate a text in it
    return str(await page.inner_text("#verdict"))


async def test_honest_records_come_out_with_no_request_to_anybody(windows: Windows, records: Records) -> None:
    running, over = records
    async with opened(windows, 390) as (page, asked):
        assert await verdict(page, running) == ALL_OPEN
        facts = await page.inner_text("#facts")
        assert seal(SEED) in facts
        assert "6, each read again from its key and its press" in facts
        assert await verdict(page, over) == ALL
        assert "8, each read again from the seed" in await page.inner_text("#facts")
        assert asked == []
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs off sideways"


async def test_the_campaign_is_gone_through_step_by_step(windows: Windows, records: Records) -> None:
    async with opened(windows) as (page, _):
        await verdict(page, over := records[1])
        last = len(json.loads(over)["entries"])
        assert await page.inner_text("#where") == f"Entry {last} ({last} of {last})"
        for _ in range(last - 3):
            await page.click("#back")
        assert await page.inner_text("#where") == f"Entry 3 (3 of {last})"
        faces = json.loads(over)["entries"][2]["content"]["dice"][0]["faces"]
        assert await page.inner_text("#dice") == f"2d20: {faces[0]} + {faces[1]}"
        assert '"roll_dice"' in await page.inner_text("#entry")


@pytest.mark.parametrize(("forge", "said", "_"), FORGED, ids=[each[0].__name__ for each in FORGED])
async def test_every_forgery_is_named(
    windows: Windows, records: Records, forge: Callable[[Content], None], said: str, _: str
) -> None:
    async with opened(windows) as (page, _asked):
        if forge.__name__ == "forge_chain":
            said = "The heads of the keys are not those of the seal"
        assert said in await verdict(page, respelled(records[0], forge))


def other_secret(whole: Content) -> None:
    """Another card was drawn than the dice say."""
    taken = next(each["content"] for each in whole["entries"] if each["content"]["command"]["type"] == "take")
    taken["dice"][0]["faces"][0] ^= 1


def left_out(whole: Content) -> None:
    del whole["entries"][3]


def cut(whole: Content) -> None:
    del whole["entries"][-1]


def other_seed(whole: Content) -> None:
    whole["seed"] = "00" * 32


def no_deeds(whole: Content) -> None:
    whole["deeds"] = "00" * 32


def forgotten(whole: Content) -> None:
    """Nobody was forgotten."""
    entry = whole["entries"][2]
    entry["forgotten"] = True
    del entry["salt"]


SPOILED: list[tuple[Callable[[Content], None], str]] = [
    (other_secret, "✗ Entry 6 of the record was changed."),
    (left_out, "✗ Entry 4 of the record was changed."),
    (cut, "✗ The record was changed or cut off after entry 11."),
    (other_seed, "✗ The seed in the record does not match the seal of the dice."),
    (forgotten, "✗ Entry 3 of the record was changed."),
    (no_deeds, "✗ The private actions at the end of the record were changed."),
]


@pytest.mark.parametrize(("spoil", "said"), SPOILED, ids=[each[0].__name__ for each in SPOILED])
async def test_of_a_game_that_is_over_whatever_is_changed_is_named(
    windows: Windows, records: Records, spoil: Callable[[Content], None], said: str
) -> None:
    async with opened(windows) as (page, _):
        assert await verdict(page, respelled(records[1], spoil, with_hashes=False)) == said


async def test_a_hosts_changed_dice_do_not_come_out(windows: Windows, records: Records) -> None:
    def no_card(contents: list[Content]) -> None:
        faces = contents[5]["dice"][0]["faces"]
        faces[0] = faces[0] % 6 + 1

    async with opened(windows) as (page, _):
        assert await verdict(page, forged(records[1], no_card)) == "✗ The dice of entry 6 do not match."


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"null", b'{"campaign":{"heads":1},"entries":2}', b"\xff" * 9])
async def test_other_files_are_refused(windows: Windows, data: bytes) -> None:
    async with opened(windows) as (page, _):
        assert (await verdict(page, data)).startswith("✗ This is no record of a campaign")


async def test_it_is_one_small_file() -> None:
    assert PAGE.stat().st_size <= MOST_KILOBYTES * 1000


async def test_a_recent_roll_is_checked_without_the_bot(windows: Windows, tmp_path: Path) -> None:
    """By the page that came with the record, and by the program of the docs, whatever the bot says of itself."""
    async with harness(tmp_path) as here:
        await here.found()
        await here.anna.slash(here.marne, "draw event")
        await here.bert.slash(here.marne, "dice roll", {"reason": "rain", "number": 3, "sides": 6})
        rolled = text(here.newest(here.bert))
        await choose(here.bert, here.marne, "record more verify")
        for file in here.newest(here.bert)["attachments"]:
            async with aiohttp.ClientSession() as web, web.get(file["url"]) as answer:
                (tmp_path / file["filename"]).write_bytes(await answer.read())
        session = await here.campaign()
        (roll,) = (await here.bot.client.service.entries(session))[-1].rolls
    async with opened(windows, address=(tmp_path / "verify.html").as_uri()) as (page, _):
        assert await verdict(page, (tmp_path / "campaign.json").read_bytes()) == ALL_OPEN
        faces = " + ".join(map(str, roll.faces))
        assert await page.inner_text("#dice") == f"3d6: {faces}"
        assert faces in rolled
        assert str(roll.press) in await page.inner_text("#entry")
    code, told = program_says(tmp_path, (tmp_path / "campaign.json").read_bytes(), "dice.py")
    assert (code, [f"press {roll.press}" in line for line in told.splitlines()]) == (0, [True] * 3 + [False])


@pytest.mark.skipif(find_firefox() is None, reason=MISSING)
async def test_in_firefox(records: Records, firefox: Firefox) -> None:
    running, over = records
    async with firefox.open(ADDRESS) as window:
        forge, said, _ = FORGED[0]
        for data, expected in ((running, ALL_OPEN), (over, ALL), (respelled(running, forge), said)):
            given: Any = json.dumps(data.decode())
            await window.evaluate(f"read(new File([{given}], 'campaign.json'))")
            await window.sees("#verdict", expected)
