"""What goes with an entry is written with it, and whatever is wrong with somebody's settings stops nobody's action."""

from datetime import datetime

import pytest

from bot.engine.people import Person
from rules.campaign.decider.waiting import waits
from tests.bot.desk import ANNA, BERT, Desk


async def test_settings_that_cannot_be_read_stop_no_action_of_others(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.found("night-watch", "North")
    await desk.act(BERT, {"type": "join", "seat": "South"})
    await desk.store.keep_person(BERT, Person(quiet=(0, 600)).model_dump_json())
    quiet_until = Person.quiet_until

    def broken(person: Person, now: datetime) -> datetime | None:
        if person.quiet:
            raise OverflowError("date value out of range")
        return quiet_until(person, now)

    with monkeypatch.context() as planted:
        planted.setattr(Person, "quiet_until", broken)
        called = await desk.act(ANNA, {"type": "call"})
    assert called.waits == waits(called.campaign) != frozenset()
    assert [each.getMessage().partition(": ")[2] for each in caplog.records] == [
        "the settings of those whom an entry calls"
    ]
    posts = [each for each in await desk.store.take_due(2**50, 2**50, 100) if each.seq == called.entry.seq]
    assert {each.kind for each in posts} == {"result", f"remind {BERT} 1"}
