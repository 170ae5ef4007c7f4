"""The menus *Manage…*, *Record…* and *You*: what each lists for whom, as the campaign goes on, ends and is put away."""

from datetime import timedelta

import pytest

from bot.engine.people import zone_of
from tests.bot.chat.answering.test_menus import fields, there
from tests.bot.engine.test_campaign_data import cards, give, storm
from tests.bot.harness import Harness, choose, labels, offered, text

PLAYED = [
    "deadlines", "calendar", "pause", "language", "pictures", "calls", "rulings", "panel", "no-panel", "picture",
    "leave", "hand-over", "go-on", "end", "move", "list",
]  # fmt: skip
OVER = ["rulings", "panel", "no-panel", "picture"]
RECORD = [
    "log", "mark", "redo", "compare", "fork", "check", "adjust", "export", "report", "stats", "seal", "verify",
]  # fmt: skip


async def test_each_reads_what_is_there_for_them_in_each_part_of_its_life(here: Harness) -> None:
    """Anna is its referee and manages the server, Bert plays, Carla looks on."""
    await here.found()
    people = (here.anna, here.bert, here.carla)
    assert [await there(each, here.marne) for each in people] == [
        [*PLAYED[:7], "update", "own-data", *PLAYED[7:-1], "import", "list"],
        PLAYED,
        [*PLAYED[:5], "rulings", "panel", "no-panel", "picture", "list"],
    ]
    assert [await there(each, here.marne, "record more") for each in people] == [RECORD] * 3
    assert [await there(each, here.marne, "me more") for each in people] == [["campaigns", "forget"]] * 3
    assert await there(here.anna, here.marne, "admin") == ["seat", "go-on", "settle", "end", "reopen"]
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert [await there(each, here.marne) for each in people] == [
        [*OVER, "reopen", "import", "list"],
        [*OVER, "reopen", "list"],
        [*OVER, "reopen", "list"],
    ]
    assert await there(here.bert, here.marne, "record more") == RECORD
    assert await there(here.bert, here.marne, "me more") == ["campaigns", "forget"]


async def test_each_form_offers_the_seats_that_it_is_about(here: Harness) -> None:
    await here.found()
    own, others = ["Allies", "Referee"], ["Germans"]
    for entry, seats, theirs in (
        ("leave", own, others), ("hand-over", own, others), ("go-on", others, own),
    ):  # fmt: skip
        for person, expected in ((here.anna, seats), (here.bert, theirs)):
            assert await offered(person, here.marne, f"campaign manage {entry}", "seat") == expected, entry
    for entry in ("seat", "go-on", "settle"):
        assert await offered(here.anna, here.marne, f"admin {entry}", "seat") == [*own[:1], *others, *own[1:]], entry


async def test_each_form_shows_what_holds_for_who_opens_it(here: Harness) -> None:
    """Calls are each player's own; the calendar and the language are the campaign's."""
    await here.anna.slash(here.marne, "server settings", {"language": "fr"})
    await here.found()
    await choose(here.bert, here.marne, "campaign manage calls", {"on": False})
    for person, is_called in ((here.anna, True), (here.bert, False)):
        await person.slash(here.marne, "campaign manage", {"what": "calls"})
        assert fields(person)["on"].get("default", False) is is_called
        person.cancel_modal()
    for weekends in ("free", "count"):
        await choose(here.anna, here.marne, "campaign manage calendar", {"weekends": weekends})
        for label in labels(asked := here.newest(here.carla)):
            if "Accepter" in label or "Agree" in label:
                await here.bert.press(asked, label)
        await here.anna.slash(here.marne, "campaign manage", {"what": "calendar"})
        shown = fields(here.anna)
        assert [each["value"] for each in shown["weekends"]["options"] if each.get("default")] == [weekends]
        here.anna.cancel_modal()
    await here.anna.slash(here.marne, "campaign manage", {"what": "language"})
    assert [each["value"] for each in fields(here.anna)["language"]["options"] if each.get("default")] == ["fr"]


async def test_a_file_can_be_adopted_here_and_kept_for_later_campaigns_at_once(here: Harness) -> None:
    await storm(here)
    assert "add your group's own data" in await give(here, here.anna, cards(1), adopt=True, later=True)
    assert [*(await here.bot.client.service.servers.of(int(here.server.guild_id))).own] == ["gathering-storm"]


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
async def test_the_days_of_a_pause_are_those_of_the_callers_calendar(here: Harness, zone: str) -> None:
    """It is never the same day in both places."""
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "me settings", {"zone": zone})
    for field in ("until", "since"):
        first, *_ = await offered(here.anna, here.marne, "campaign manage pause", field)
        local = here.server.clock.now().astimezone(zone_of(zone)).date()
        assert first == (local + timedelta(days=3)).isoformat()


async def test_the_deadlines_are_told_as_they_are_when_one_asks(here: Harness) -> None:
    """Nothing was done since, and a pause is over all the same."""
    await here.found_small("night-watch", "North", "South")
    until = (here.server.clock.now() + timedelta(days=3)).date().isoformat()
    await choose(here.anna, here.marne, "campaign manage pause", {"until+": until})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    for stands in (True, False):
        await choose(here.anna, here.marne, "campaign manage deadlines")
        assert ("All clocks stand still until" in text(here.private(here.anna)[-1])) is stands
        here.server.clock.advance(timedelta(days=4))


async def test_without_a_file_a_tick_adopts_nothing_and_shows_what_was_added(here: Harness) -> None:
    await storm(here)
    await choose(here.anna, here.marne, "campaign manage own-data", {"adopt": True})
    assert text(here.private(here.anna)[-1]).startswith("Our own cards\nAdded to the cards: 0")
