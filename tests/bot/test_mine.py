"""What a person reads of themselves, in an order that helps them."""

from datetime import UTC, datetime, timedelta

from bot.clock import milliseconds
from bot.mine import EVERY, absence_of, campaigns_of, settings_of, tell_campaigns, tell_notes, waits_for
from bot.people import Person
from bot.store import NoteRow
from tests.bot.desk import ANNA, BERT, Desk

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def read(person: Person) -> str:
    return "\n".join(map(str, settings_of(person, NOW)))


def test_every_interval_that_can_be_chosen_is_read_as_it_was_chosen() -> None:
    for name, days in EVERY.items():
        assert f"Reminders: {name}" in read(Person(every=days))


def test_closed_dms_and_an_absence_are_read_as_they_are() -> None:
    assert "DMs are closed" in read(Person(by="told"))
    away = Person(away=milliseconds(NOW + timedelta(days=1)), stand_in=9)
    assert "; <@9> stands in." in read(away)
    assert [*absence_of(away, NOW + timedelta(days=1))] == []


def test_a_note_is_harmless_whatever_it_says() -> None:
    note = NoteRow(1, 1, 2, 5, "@everyone **x**", 0)
    (line,) = tell_notes([note], {1: "The *war*"})
    assert str(line) == "Turn 5 of **The \\*war\\***: \\@everyone \\*\\*x\\*\\*"


async def test_what_waits_comes_first_and_what_was_left_is_not_listed(desk: Desk) -> None:
    first = await desk.found("night-watch", "North")
    second = await desk.found("night-watch", "North", channel=51)
    await desk.act(BERT, {"type": "join", "seat": "South"})
    await desk.act(BERT, {"type": "join", "seat": "South"}, channel=51)
    await desk.act(ANNA, {"type": "call"})
    sessions = await campaigns_of(desk.service, BERT, NOW)
    assert [each.id for each in sessions] == [first.id, second.id]
    assert len(waits_for(first.campaign, BERT)) == 1
    lines = [str(line) async for line in tell_campaigns(desk.service, sessions, BERT, NOW)]
    assert ["you're up" in line for line in lines] == [True, False]
    await desk.act(BERT, {"type": "leave", "seat": "South"}, channel=51)
    assert [each.id for each in await campaigns_of(desk.service, BERT, NOW)] == [first.id]
