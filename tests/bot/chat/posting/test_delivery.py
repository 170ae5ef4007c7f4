"""What may be in the channel already is looked for there, and posted once."""

from datetime import timedelta

import pytest

from bot.storage import backups
from localdiscord import Fault
from tests.bot.chat.posting.test_late_results import command
from tests.bot.chat.posting.test_poster import CALLBACK, SEND, results, roll
from tests.bot.chat.posting.test_step_message import adjust, at_war, message_of
from tests.bot.harness import Harness, choose, labels, text
from tests.bot.history import told_in
from tests.patience import MOMENT


async def test_a_post_whose_answer_is_lost_is_not_repeated(table: Harness) -> None:
    answer = Fault("POST", CALLBACK, 404, 10062)
    table.server.inject(answer)
    table.server.inject(Fault("POST", SEND, loses_response=True))
    await roll(table)
    for _ in range(5):
        await table.settle(after=timedelta(minutes=1))
    assert results(table).count(2) == 1
    table.server.rejected.clear()


async def test_a_result_that_much_was_said_since_is_still_found(table: Harness) -> None:
    table.server.inject(Fault("POST", CALLBACK, loses_response=True))
    await roll(table)
    for _ in range(120):
        table.server.user("dora").send(table.marne, "What a roll!")
    await table.settle(after=timedelta(minutes=1))
    assert results(table).count(2) == 1
    table.server.rejected.clear()


async def adjusts_unanswered(here: Harness, total: int) -> None:
    """Anna corrects the CP total, and no answer comes of it."""
    fields = {"type": "adjust", "what": "total", "value": str(total), "reason": "manpower"}
    await command(here, await here.campaign(), fields)


async def test_the_next_result_joins_a_late_one(here: Harness) -> None:
    await at_war(here)
    await here.settle(after=timedelta(hours=13))
    await adjusts_unanswered(here, 40)
    await here.settle(after=timedelta(minutes=1))
    late = here.newest(here.carla)
    assert told_in(late) == [3]
    assert labels(late) == ["Spend economic points…"]
    await adjust(here, 99)
    grown = message_of(here, late)
    assert told_in(grown) == [3, 4]
    assert "CP track: 33 → **40**" in text(grown)
    assert "CP track: 40 → **99**" in text(grown)


async def test_a_late_result_joins_its_message_unless_deleted(here: Harness) -> None:
    step = await at_war(here)
    await adjusts_unanswered(here, 40)
    await here.settle(after=timedelta(minutes=1))
    assert told_in(message_of(here, step)) == [2, 3]
    messages = here.server.hub.state.messages
    there = messages.find(step["id"])
    assert there is not None
    messages.delete(there)
    await adjusts_unanswered(here, 50)
    await here.settle(after=timedelta(minutes=1))
    assert told_in(here.newest(here.carla)) == [4]
    here.server.rejected.clear()


async def test_the_panel_links_to_what_was_posted_late(here: Harness) -> None:
    here.bot.client.panels._seconds = 0.0
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage panel")
    await here.settle(after=timedelta(minutes=1))
    session = await here.campaign()
    await command(here, session, {"type": "roll_dice"})
    await here.settle(after=timedelta(minutes=1))
    late = next(each for each in here.carla.messages(here.marne) if 2 in told_in(each))
    panel = next(each for each in here.carla.messages(here.marne) if "Catch me up" in labels(each))
    assert f"/{late['id']})" in text(panel)


async def test_a_late_entry_stays_when_the_next_joins(here: Harness) -> None:
    step = await at_war(here)
    await adjusts_unanswered(here, 40)
    await here.settle(after=timedelta(minutes=1))
    await adjust(here, 99)
    grown = message_of(here, step)
    assert told_in(grown) == [2, 3, 4]
    assert "CP track: 33 → **40**" in text(grown)
    assert "CP track: 40 → **99**" in text(grown)


async def test_a_result_after_a_restore_is_not_taken_for_a_ghost(table: Harness) -> None:
    """The message of the lost time has the number that the new entry is given."""
    whole = table.database.with_name("whole.sqlite")
    await backups.copy(table.database, whole)
    await roll(table)
    await table.settle(after=timedelta(minutes=1))
    await table.bot.stop()
    backups.restore(whole, table.database, table.server.clock.now())
    table.history.said.clear()
    await table.start_bot()
    table.server.inject(Fault("POST", CALLBACK, 404, 10062))
    await roll(table)
    await table.settle(after=timedelta(minutes=1))
    assert results(table).count(2) == 2
    table.server.rejected.clear()


async def test_whoever_a_rate_limit_holds_up_reads_that_it_is_done(
    here: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_war(here)
    monkeypatch.setattr("bot.chat.posting.step_message.EDIT_SECONDS", MOMENT)
    slow = Fault("PATCH", "/channels/{channel}/messages/{message}", 200, delay=4 * MOMENT)
    here.server.inject(slow)
    await adjust(here, 40)
    assert "is in the log, and its result is posted here" in text(here.private(here.anna)[-1])
    await here.settle(after=timedelta(minutes=1))
    assert [told_in(each) for each in here.carla.messages(here.marne)].count([2, 3]) == 1
