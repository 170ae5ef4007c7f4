"""The pictures of campaigns, through the real bot."""

import logging
from typing import Any

import pytest

from bot.engine.service import CampaignService
from bot.messages.pictures.gallery import Gallery
from bot.storage import SqliteStore
from localdiscord import Permission
from rules.campaign.chronicle.retelling import past_of
from rules.picture import Picture
from tests.bot.harness import EPHEMERAL, Harness, choose, text
from tests.bot.messages.pictures.drawing import check_all
from tests.bot.test_released_logs import LOGS, restored
from tests.games import catalog


async def gallery(here: Harness) -> Gallery:
    return here.bot.client.gallery


async def words(here: Harness) -> str:
    sketch = await (await gallery(here)).sketch(await here.campaign())
    assert sketch is not None
    return sketch.words


async def test_it_shows_where_the_campaign_stands(here: Harness) -> None:
    await here.found()
    assert "Marne 1918, turn 1" in await words(here)


async def test_the_past_is_followed_and_undone_parts_forgotten(here: Harness) -> None:
    await here.found()
    for vp in (7, 9):
        await here.anna.slash(here.marne, "act", {"offer": "Enter victory points"})
        await here.anna.submit({"vp": str(vp), **({"reason": "Counted again"} if vp == 9 else {})})
        assert f"German victory points {vp}," in await words(here)
    await here.anna.slash(here.marne, "campaign undo")
    session = await here.campaign()
    entries = await here.bot.client.service.entries(session)
    assert entries[-1].undoes is not None
    _, followed = await (await gallery(here))._past(session)
    assert followed == past_of(session.campaign.as_founded(), entries)


async def test_without_pictures_there_is_none(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert await (await gallery(here)).sketch(await here.campaign()) is None
    drawn = list[str]()

    def chart() -> Picture:
        drawn.append("a chart")
        raise AssertionError

    assert await (await gallery(here)).chart(await here.campaign(), chart) is None
    assert drawn == []
    await choose(here.anna, here.marne, "campaign manage picture")
    refusal = here.newest(here.anna)
    assert refusal["flags"] & EPHEMERAL
    assert "This campaign has no pictures." in text(refusal)
    assert refusal["attachments"] == []


async def test_without_attachments_the_words_are_told(here: Harness) -> None:
    await here.found()
    shown = await words(here)
    assert len(shown) > 200
    for may in (True, False):
        if not may:
            here.server.deny(here.marne, Permission.ATTACH_FILES)
        await choose(here.anna, here.marne, "campaign manage picture")
        answer = here.private(here.anna)[-1]
        assert [each.get("description") for each in answer["attachments"]] == [shown] * may
        said = text(answer).replace("\\", "")
        assert said == ("" if may else f"Picture\nIn words: {' '.join(shown.split())}")


async def test_a_bug_in_a_picture_is_logged_and_nothing_else_suffers(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await here.found()

    def broken(*_: object) -> str:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr("bot.messages.pictures.gallery.draw", broken)
    with caplog.at_level(logging.ERROR, "bot.messages.pictures.gallery"):
        await choose(here.anna, here.marne, "campaign manage picture")
        await choose(here.anna, here.marne, "campaign manage panel")
    assert "There is no picture of that now." in text(here.private(here.anna)[-2])
    assert len([record for record in caplog.records if getattr(record, "bug", "")]) == 2
    (panel,) = [each for each in here.carla.messages(here.marne) if "Catch me up" in str(each["components"])]
    assert panel["attachments"] == []


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_the_log_of_a_released_version_can_be_drawn(store: SqliteStore, file: Any) -> None:
    await restored(store, file)
    assert await check_all(CampaignService(store, catalog())) == 1
