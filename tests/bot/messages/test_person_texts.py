"""What a person reads of themselves, in an order that helps them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.base.clock import milliseconds
from bot.engine.founding import Wish
from bot.engine.people import Person
from bot.engine.service import CampaignService
from bot.messages.person_texts import (
    EVERY,
    absence_of,
    campaigns_of,
    must_do,
    settings_of,
    tell_campaigns,
    waits_for,
    waits_like,
)
from bot.storage import EntryRow
from rules.campaign.decider.waiting import dues
from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.seats.away import Pause
from rules.campaign.seats.seating import Join
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.seat import Player
from tests.bot.desk import ANNA, BERT, CHANNEL, Desk
from tests.games import catalog
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import CARLA, with_neutral_referee
from tests.rules.games.marne_1918.german_events import with_german_events

NOW = datetime(2026, 1, 5, tzinfo=UTC)


def read(person: Person) -> str:
    return "\n".join(map(str, settings_of(person, NOW)))


def test_every_reminder_interval_is_shown() -> None:
    for name, days in EVERY.items():
        assert f"Reminders: {name}" in read(Person(every=days))


def test_closed_dms_and_an_absence_are_read_as_they_are() -> None:
    assert "DMs are closed" in read(Person(by="told"))
    away = Person(away=milliseconds(NOW + timedelta(days=1)), stand_in=9)
    assert "; <@9> stands in." in read(away)
    assert [*absence_of(away, NOW + timedelta(days=1))] == []


async def test_waiting_campaigns_come_first(desk: Desk) -> None:
    first = await desk.found("night-watch", "North")
    second = await desk.found("night-watch", "North", channel=51)
    await desk.act(BERT, {"type": "join", "seat": "South"})
    await desk.act(BERT, {"type": "join", "seat": "South"}, channel=51)
    await desk.act(ANNA, {"type": "call"})
    sessions = await campaigns_of(desk.service, BERT, NOW)
    assert [each.id for each in sessions] == [first.id, second.id]
    assert len(waits_for(first.campaign, BERT)) == 1
    lines = [str(line) for line in tell_campaigns(sessions, BERT, NOW)]
    assert ["Answer the call." in line for line in lines] == [True, False]
    await desk.act(BERT, {"type": "leave", "seat": "South"}, channel=51)
    assert [each.id for each in await campaigns_of(desk.service, BERT, NOW)] == [first.id]


def test_settings_are_read_whole() -> None:
    assert read(Person()).splitlines() == [
        "Time zone: UTC", "Quiet hours: none", "Reminders: after 2, 5 and 10 days", "Reminders come in the channel.",
    ]  # fmt: skip
    back = NOW + timedelta(days=1)
    every = Person(zone="Asia/Tokyo", quiet=(1350, 435), every=0, by="dm", away=milliseconds(back))
    assert read(every).splitlines() == [
        "Time zone: Asia/Tokyo", "Quiet hours: 22:30–07:15", "Reminders: never", "Reminders come by DM.",
        f"You are away until <t:{int(back.timestamp())}:D>.",
    ]  # fmt: skip


async def test_a_request_comes_before_a_move(desk: Desk) -> None:
    session = await desk.found("night-watch", "North", bert="South")
    await desk.act(ANNA, {"type": "call"})
    place, since = f"https://discord.com/channels/7/{CHANNEL}", f"<t:{int(NOW.timestamp())}:R>"

    async def told(user: int) -> list[str]:
        return [str(line) for line in tell_campaigns([session], user, NOW)]

    begins = f"[The long war]({place}), Night Watch, turn 1: "
    assert await told(BERT) == [f"{begins}Answer the call. Since {since}."]
    assert await told(ANNA) == [f"{begins}nothing waits for you."]
    both = [str(line) for line in tell_campaigns([session, session], ANNA, NOW)]
    assert both == [f"{begins}nothing waits for you."] * 2
    await desk.act(ANNA, {"type": "end"})
    assert await told(BERT) == [f"{begins}**answer**: <@1> wants to end the campaign, since {since}."]
    assert [(each.seat, each.request) for each in waits_for(session.campaign, BERT)] == [("South", 3), ("South", None)]
    assert waits_for(session.campaign, ANNA) == []


async def test_the_oldest_request_comes_first_with_its_deadline() -> None:
    play = with_neutral_referee((CARLA, ChangeSettings(answer=4)), (BERT, "call"))
    back = play.clock + timedelta(days=20)
    play.do(ANNA, Pause(until=back))
    play.do(CARLA, End())
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, SOUTH: (Player(ANNA), Player(BERT))})
    first, second = (each.seq for each in play.campaign.requests)
    asked = [("South", first), ("North", second), ("South", second)]
    assert [(each.seat, each.request) for each in waits_for(play.campaign, ANNA)] == [*asked, ("North", None)]
    assert {(each.seat, each.request) for each in waits_like(play.campaign, BERT)} == {*asked}
    pause, end = (f"<t:{int(until.timestamp())}:R>" for each in play.campaign.requests if (until := each.until))
    move = play.campaign.move_by(NORTH)
    assert move is not None
    assert [str(each) for each in must_do(play.campaign, ANNA)] == [
        f"**Your answer**: <@1> wants to pause the campaign until <t:{int(back.timestamp())}:D>. Due {pause}.",
        *[f"**Your answer**: <@3> wants to end the campaign. Due {end}."] * 2,
        f"**Your move**: Answer the call. Due <t:{int(move.timestamp())}:R>.",
    ]
    later = play.campaign.when(play.clock + timedelta(days=4))
    assert [(each.seat, each.request) for each in waits_for(later, ANNA)] == [("North", None)]


def test_only_those_who_must_do_the_same_wait_like_one(tmp_path: Path) -> None:
    play = Play(with_german_events(tmp_path))
    play.do(BERT, Join(seat=GERMANS))
    for user in (ANNA, BERT):
        assert {each.seat for each in waits_like(play.campaign, user)} == {ALLIES, GERMANS}, "both draw"
    play.do(ANNA, "draw")
    for user, seat in ((ANNA, ALLIES), (BERT, GERMANS)):
        assert {each.seat for each in waits_like(play.campaign, user)} == {seat}, "one keeps, one draws"
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, GERMANS: (Player(ANNA),)})
    session: Any = SimpleNamespace(campaign=play.campaign, place="here")
    first, second = (dues(play.campaign)[seat].whole for seat in (ALLIES, GERMANS))
    (line,) = map(str, tell_campaigns([session], ANNA, play.clock))
    assert f": {first} Since <t:" in line
    assert str(second) not in line, "one thing after the other"


async def test_an_open_request_counts_as_urgent(desk: Desk) -> None:
    for channel in (1, 2):
        await desk.found("night-watch", "North", channel=channel)
    since = NOW + timedelta(hours=1)
    call = replace(desk.call(user=3, channel=1), at=since)
    session = await desk.service.session_in(1)
    await desk.service.execute(call, session, {"type": "join", "seat": "North"})
    lapsed = since + timedelta(days=9)
    for now, order in ((since, [1, 2]), (lapsed, [2, 1])):
        sessions = await campaigns_of(desk.service, ANNA, now)
        assert [each.id for each in sessions] == order
    asked, kept = [str(line) for line in tell_campaigns([session, sessions[0]], ANNA, since)]
    assert "**answer**: <@3> wants to play North, since" in asked
    assert asked.endswith(f"since <t:{int(since.timestamp())}:R>.")
    assert "Keep the watch. Since <t:" in kept
    assert "Keep the watch. Since <t:" in str(next(iter(tell_campaigns([session], ANNA, lapsed))))


async def test_twenty_campaigns_are_told_and_the_rest_counted(desk: Desk) -> None:
    session = await desk.found("night-watch", "North")
    for count, last in ((20, ": Keep the watch. Since <t:1767571200:R>."), (21, "And 1 more."), (23, "And 3 more.")):
        lines = [str(line) for line in tell_campaigns([session] * count, ANNA, NOW + timedelta(days=1))]
        assert len(lines) == min(count, 20) + (count > 20)
        assert lines[-1].endswith(last)
    nobody = [str(line) for line in tell_campaigns([], ANNA, NOW)]
    assert nobody == ["You hold no seat in any campaign."]


async def test_demos_and_ended_campaigns_are_not_listed(desk: Desk) -> None:
    await desk.found("night-watch", "North", channel=1)
    await desk.service.found(desk.call(channel=2), Wish("marne-1918", "", "Allies", "sealed", demo=True))
    await desk.found("night-watch", "North", channel=3)
    await desk.act(ANNA, {"type": "end"}, channel=3)
    await desk.found("night-watch", "North", channel=4)
    assert [each.id for each in await campaigns_of(desk.service, ANNA, NOW)] == [4, 1]
    assert await campaigns_of(desk.service, BERT, NOW) == []


async def test_a_campaign_that_cannot_be_read_hides_no_other(desk: Desk) -> None:
    for channel in (1, 2, 3):
        await desk.found("night-watch", "North", channel=channel)
    entry = EntryRow(2, 1, 905, 0, ANNA, "North", '{"type":"rain"}', '[{"type":"rained"}]', "[]", None, "0.1")
    await desk.store.append(entry)
    restarted = CampaignService(desk.store, catalog())
    assert [each.id for each in await campaigns_of(restarted, ANNA, NOW)] == [3, 1, 2]
