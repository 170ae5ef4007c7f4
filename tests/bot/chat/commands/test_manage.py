"""The menus *Manage…*, *Record…* and *You*: what each lists for whom, as the campaign goes on, ends and is put away."""

from datetime import timedelta

import pytest

from bot.engine.people import zone_of
from tests.bot.chat.answering.test_menus import there
from tests.bot.engine.test_campaign_data import cards, give, storm
from tests.bot.harness import Harness, choose, offered, text

PLAYED = [
    "deadline", "pause", "language", "pictures", "dice", "calls", "rulings", "house-rule", "panel", "no-panel",
    "picture", "leave", "hand-over", "go-on", "end", "move", "list",
]  # fmt: skip
OVER = ["rulings", "panel", "no-panel", "picture"]
RECORD = [
    "redo", "compare", "check", "adjust", "position", "table", "export", "report", "seal",
    "verify",
]  # fmt: skip


async def test_each_part_is_read_as_its_life_allows(here: Harness) -> None:
    """Anna is its referee and manages the server, Bert plays, Carla looks on."""
    await here.found()
    people = (here.anna, here.bert, here.carla)
    assert [await there(each, here.marne) for each in people] == [
        [*PLAYED[:8], "update", "own-data", *PLAYED[8:-1], "list"],
        PLAYED,
        ["rulings", "panel", "no-panel", "picture", "list"],
    ]
    assert [await there(each, here.marne, "record more") for each in people] == [
        RECORD,
        RECORD,
        [each for each in RECORD if each not in ("own", "table")],
    ]
    assert [await there(each, here.marne, "me more") for each in people] == [["campaigns", "quiet", "forget"]] * 3
    assert await there(here.anna, here.marne, "admin") == ["seat", "end"]
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert [await there(each, here.marne) for each in people] == [
        [*OVER, "reopen", "list"],
        [*OVER, "reopen", "list"],
        [*OVER, "reopen", "list"],
    ]
    assert await there(here.bert, here.marne, "record more") == [each for each in RECORD if each != "table"]
    assert await there(here.bert, here.marne, "me more") == ["campaigns", "quiet", "forget"]


async def test_a_file_is_adopted_and_kept_for_later(here: Harness) -> None:
    await storm(here)
    assert "add or change the data" in await give(
        here, here.anna, cards(1), add_to_this_campaign=True, for_later_campaigns=True
    )
    assert [*(await here.bot.client.service.servers.of(int(here.server.guild_id))).own] == ["gathering-storm"]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
async def test_the_days_of_a_pause_are_those_of_the_callers_calendar(here: Harness, zone: str) -> None:
    """It is never the same day in both places."""
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "me settings", {"zone": zone})
    first, *_ = await offered(here.anna, here.marne, "campaign manage pause", "until")
    local = here.server.clock.now().astimezone(zone_of(zone)).date()
    assert first == (local + timedelta(days=3)).isoformat()


async def test_without_a_file_nothing_is_adopted(here: Harness) -> None:
    await storm(here)
    await choose(here.anna, here.marne, "campaign manage own-data", {"add_to_this_campaign": True})
    assert text(here.private(here.anna)[-1]).startswith("Our own cards\nAdded to the cards: 0")
