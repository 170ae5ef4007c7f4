"""What goes with an entry is written with it, and whatever is wrong with somebody's settings stops nobody's action."""

from datetime import datetime

import pytest

from bot.engine.commit import told
from bot.engine.founding import Wish
from bot.engine.people import Person
from bot.engine.service import Result
from rules.campaign.decider.waiting import waits
from rules.seat import Seat
from tests.bot.desk import ANNA, BERT, Desk


@pytest.mark.parametrize("set_so", [Person(quiet=(0, 600)), Person(every=10**9)], ids=["quiet", "every"])
async def test_settings_that_cannot_be_read_stop_no_action_of_others(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, set_so: Person
) -> None:
    await desk.found("night-watch", "North", bert="South")
    await desk.store.keep_person(BERT, set_so.model_dump_json())
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
    assert await posted(desk, called) == {"result", f"remind {BERT} 1"}


async def posted(desk: Desk, result: Result) -> set[str]:
    """The kinds of what is to be posted of an entry, but for the end of the time to answer."""
    due = await desk.store.take_due(2**50, 2**50, 100)
    return {each.kind for each in due if each.seq == result.entry.seq and "deadline" not in each.kind}


async def test_an_undo_calls_nobody_for_what_is_waited_for_again(desk: Desk) -> None:
    """They were called when it began, and are reminded as if it began with the undo."""
    await desk.found("night-watch", "North", bert="South")
    called = (await desk.act(ANNA, {"type": "call"})).waits
    await desk.act(BERT, {"type": "answer", "answer": "x"})
    undone = await desk.act(BERT, {"type": "undo"})
    assert called <= waits(undone.campaign)
    assert undone.waits == frozenset()
    assert await posted(desk, undone) == {"result", f"remind {BERT} 1"}


async def test_a_private_action_is_stored_as_such(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    done = [await desk.act(ANNA, {"type": what}) for what in ("note", "wave")]
    assert [each.entry.is_unseen for each in done] == [True, False]
    assert [each.is_unseen for each in await desk.service.entries(session)] == [True, False]


async def test_a_lesson_goes_on_below_the_newest_entry_alone(desk: Desk) -> None:
    session = await desk.service.found(desk.call(), Wish("marne-1918", "", "Allies", demo=True))
    for _ in range(2):
        await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6})
    campaign = session.campaign
    newest, older = await desk.service.newest(session, 2)
    assert told(campaign, older) == (*campaign.tell(older),)
    assert len(told(campaign, newest)) > len([*campaign.tell(newest)])


async def test_a_lone_seat_gets_the_whole_time_with_company(desk: Desk) -> None:
    session = await desk.found()
    assert session.campaign.move_by(Seat("Allies")) is None
    joined = (await desk.act(BERT, {"type": "join", "seat": "Germans"})).campaign
    assert joined.move_by(Seat("Allies")) == joined.answer_by([Seat("Allies")])
