"""The one road of every command, without Discord."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.engine.founding import Wish
from bot.engine.request import TooLate
from bot.engine.service import CampaignService, NotWritten
from bot.storage import SqliteStore, StoreFault
from rules.campaign.decider.waiting import made_by
from rules.campaign.state.state import Away
from rules.campaign.state.wait import Wait
from rules.dice import seal
from rules.errors import NotNow, NotThere, NotYours, RuleError
from rules.seat import Seat
from tests.bot.desk import ANNA, BERT, CHANNEL, NOW, THREAD, Desk, again, answer_lost
from tests.games import SEED, catalog


async def test_an_accepted_command_is_one_hop_to_the_database(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.found()
    hops: list[object] = []
    execute: Any = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, function: Any, *args: Any, **options: Any) -> Any:
        hops.append(function)
        return await execute(self, function, *args, **options)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await desk.act(ANNA, {"type": "draw"})
    assert len(hops) == 1


async def test_a_repeated_interaction_is_answered_the_same(desk: Desk) -> None:
    """Bids may be repeated at will, so that only the interaction tells the second delivery."""
    await desk.found("high-card", "Red")
    first = await desk.act(ANNA, {"type": "bid", "points": 3}, interaction=77)
    second = await desk.act(ANNA, {"type": "bid", "points": 3}, interaction=77)
    assert second.entry == first.entry
    assert second.notices == first.notices
    fresh = await again(desk)
    third = await fresh.act(ANNA, {"type": "bid", "points": 3}, interaction=77)
    assert (third.entry, third.notices) == (first.entry, first.notices)
    assert third.campaign.seq == len(await desk.store.entries(1)) == 1


async def test_a_lagging_process_answers_a_repetition(desk: Desk) -> None:
    await desk.found("night-watch", "North", bert="South")
    other = await again(desk)
    await other.service.session_in(
        CHANNEL
    )  # it has the campaign as it was before the call, when there was nothing to answer
    await desk.act(ANNA, {"type": "call"}, interaction=5076)
    answer = {"type": "answer", "answer": "lantern"}
    first = await desk.act(BERT, answer, interaction=5077)
    second = await other.act(BERT, answer, interaction=5077)
    assert (second.entry, second.notices, second.campaign) == (first.entry, first.notices, first.campaign)
    assert (await other.service.session(1)).campaign.seq == 3


async def test_another_campaigns_interaction_is_no_answer(desk: Desk) -> None:
    await desk.found()
    await desk.found(channel=THREAD)
    await desk.act(ANNA, {"type": "draw"}, interaction=5077)
    with pytest.raises(NotThere, match=r"do not hold|no such"):
        await desk.act(ANNA, {"type": "leave", "seat": "Germans"}, channel=THREAD, interaction=5077)


async def test_a_demos_lesson_follows_its_newest_result(desk: Desk) -> None:
    caller = desk.call()
    session = await desk.service.found(caller, Wish("marne-1918", "", "Allies", "sealed", demo=True))
    first = await desk.act(ANNA, {"type": "draw"})
    lesson = first.notices[len(session.campaign.tell(first.entry)) :]
    assert lesson != ()
    assert (await desk.service.result_of(session.id, 1)).notices == first.notices
    await desk.act(ANNA, {"type": "undo"})
    assert (await desk.service.result_of(session.id, 1)).notices == first.notices[: -len(lesson)]


async def test_an_entry_is_the_one_of_its_number_or_none(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    for _ in range(3):
        await desk.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6})
    assert [(await desk.service.entry(session, seq)).seq for seq in (1, 2, 3)] == [1, 2, 3]
    for seq in (0, 4, 5):
        with pytest.raises(NotThere, match="not in the log"):
            await desk.service.entry(session, seq)
    assert [each.seq for each in await desk.service.newest(session, 2)] == [3, 2]
    assert [each.seq for each in await desk.service.newest(session, 2, 3)] == [2, 1]


async def test_a_campaigns_number_counts_in_its_channel(desk: Desk) -> None:
    await desk.found()
    await desk.found(channel=THREAD)
    assert (await desk.service.session_in(CHANNEL, 1)).id == 1
    for number in (2, 3):
        with pytest.raises(NotThere, match="no campaign of that number"):
            await desk.service.session_in(CHANNEL, number)


async def test_many_at_once_come_in_one_order_and_nobody_is_lost(desk: Desk) -> None:
    await desk.found("high-card", "Red", bert="Blue")
    bids = [desk.act(user, {"type": "bid", "points": n % 10}) for n in range(40) for user in (ANNA, BERT)]
    outcomes = await asyncio.gather(*bids)
    assert sorted(outcome.entry.seq for outcome in outcomes) == list(range(2, 82))
    assert [row.seq for row in await desk.store.entries(1)] == list(range(1, 82))


async def test_one_action_by_many_at_once_is_done_once(desk: Desk) -> None:
    await desk.found()
    results = await asyncio.gather(*(desk.act(ANNA, {"type": "draw"}) for _ in range(10)), return_exceptions=True)
    assert sum(isinstance(result, NotNow) for result in results) == 9
    assert len(await desk.store.entries(1)) == 1


@pytest.mark.parametrize("second", [ANNA, BERT])
async def test_ending_a_turn_twice_at_once_ends_one(desk: Desk, second: int) -> None:
    """A double press, or two players; asked for again later, it ends the next one."""
    await desk.found("night-watch", "North", bert="South")
    await desk.act(ANNA, {"type": "next_phase"})
    end = {"type": "next_turn"}
    results: Any = await asyncio.gather(desk.act(ANNA, end), desk.act(second, end), return_exceptions=True)
    done, late = results
    assert done.campaign.state.turn == 2
    assert isinstance(late, NotNow)
    session = await desk.service.session_in(CHANNEL)
    assert (session.campaign.state.turn, len(await desk.store.entries(1))) == (2, 3)
    assert (await desk.act(second, end, sure=True)).campaign.state.turn == 3


async def test_a_committed_insert_is_no_failure(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.found()
    monkeypatch.setattr(desk.store, "append", answer_lost(desk.store.append))
    outcome = await desk.act(ANNA, {"type": "draw"})
    assert outcome.campaign.seq == 1


async def test_a_failed_repetition_takes_no_place(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of the interaction is in the log, but it is that of the first delivery."""
    await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "bid", "points": 3}, interaction=77)

    async def failed(*_: object) -> None:
        raise StoreFault("The disk cannot be read or written")

    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "append", failed)
        again = await desk.act(ANNA, {"type": "bid", "points": 3}, interaction=77)
    assert (again.entry.seq, again.campaign.seq) == (1, 1)
    await desk.act(ANNA, {"type": "bid", "points": 4})
    assert [row.seq for row in await desk.store.entries(1)] == [1, 2]


async def test_an_insert_that_failed_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await desk.found()
    before = session.campaign

    async def failed(*_: object) -> None:
        raise StoreFault("The disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "append", failed)
        with pytest.raises(NotWritten, match=r"^The disk is full: nothing was done\."):
            await desk.act(ANNA, {"type": "draw"})
    assert session.campaign is before
    assert (await desk.act(ANNA, {"type": "draw"})).campaign.seq == 1


async def test_an_unknown_write_rereads_the_log(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.found()

    async def unreadable(_interaction: int) -> None:
        raise StoreFault("The disk cannot be read or written")

    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "append", answer_lost(desk.store.append))
        broken.setattr(desk.store, "entry_by", unreadable)
        with pytest.raises(NotWritten, match=r"`/record find` will show whether"):
            await desk.act(ANNA, {"type": "draw"})
    assert (await desk.service.session_in(CHANNEL)).campaign.seq == 1


async def test_waiters_continue_from_the_log(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One campaign is never twice in memory: those who wait for it and those who look for it anew find the same."""
    session = await desk.found("high-card", "Red")
    append, roll = desk.store.append, {"type": "roll_dice", "number": 1, "sides": 6}
    first = True

    async def committed(*args: Any) -> None:
        nonlocal first
        await append(*args)
        if first:
            first = False
            broken.setattr(desk.store, "entry_by", unreadable)
            raise StoreFault("The disk cannot be read or written")

    async def unreadable(_interaction: int) -> None:
        broken.undo()
        raise StoreFault("The disk cannot be read or written")

    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "append", committed)
        lost, *others = [asyncio.create_task(desk.act(ANNA, roll)) for _ in range(3)]
        with pytest.raises(NotWritten):
            await lost
    assert [(await other).entry.seq for other in others] == [2, 3]
    assert await desk.service.session_in(CHANNEL) is session
    assert session.campaign.seq == await desk.store.length(1) == 3


async def test_an_unknown_write_is_looked_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await desk.found("high-card", "Red")
    append, roll = desk.store.append, {"type": "roll_dice", "number": 1, "sides": 6}

    async def cancelled(*args: Any) -> None:
        await append(*args)
        raise asyncio.CancelledError

    async def unreadable(*_: object) -> None:
        raise StoreFault("The disk cannot be read or written")

    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "append", cancelled)
        with pytest.raises(asyncio.CancelledError):
            await desk.act(ANNA, roll)
    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "entries", unreadable)
        with pytest.raises(StoreFault):
            await desk.service.session_in(CHANNEL)
    assert (await desk.service.session_in(CHANNEL)).campaign.seq == 1
    assert not session.is_in_doubt


async def test_a_lagging_process_catches_up_and_decides_again(desk: Desk) -> None:
    await desk.found("high-card", "Red")
    other = await again(desk)
    roll = {"type": "roll_dice", "number": 1, "sides": 6}
    for player, seq in ((other, 1), (desk, 2), (desk, 3), (other, 4)):
        done = await player.act(ANNA, roll, interaction=5000 + seq)
        assert done.entry.seq == seq
        assert done.entry.rolls[0].first == seq - 1
    await desk.act(ANNA, {"type": "leave", "seat": "Red"}, interaction=5005)
    with pytest.raises(NotThere, match="do not hold"):
        await other.act(ANNA, {"type": "leave", "seat": "Red"}, interaction=5006)


async def test_each_campaign_draws_a_seed_of_its_own(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    campaigns = CampaignService(store, catalog())
    desk = Desk(store)
    sessions = [
        await campaigns.found(desk.call(channel=n), Wish("marne-1918", "", "Allies", "sealed")) for n in range(1, 4)
    ]
    assert len({session.seed for session in sessions}) == 3
    assert len({seal(session.seed) for session in sessions}) == 3
    await store.close()


@pytest.mark.parametrize(
    ("user", "ask", "kind"),
    [(9, {"type": "draw"}, NotYours), (ANNA, {"type": "next_turn"}, NotNow), (ANNA, {"type": "dance"}, NotThere)],
)
async def test_a_refusal_writes_nothing(desk: Desk, user: int, ask: Any, kind: type[RuleError]) -> None:
    session = await desk.found()
    before = session.campaign
    with pytest.raises(kind):
        await desk.act(user, ask)
    assert session.campaign is before
    assert await desk.store.entries(1) == []


async def test_called_players_are_found_past_undone_entries(desk: Desk) -> None:
    """Whatever the memory has kept of the past: an undo reaches back before it."""
    await desk.found("night-watch", "North", bert="South")
    for _ in range(6):
        await desk.act(ANNA, {"type": "note"})
    await desk.act(ANNA, {"type": "undo"})
    await desk.act(ANNA, {"type": "undo"})
    called = await desk.act(ANNA, {"type": "call"})
    assert called.waits == {Wait(Seat("South"), due="call 1")}
    seq = called.entry.seq
    for _ in range(20):  # what the memory keeps of the past becomes less
        await desk.act(ANNA, {"type": "note"})
        for service in (desk.service, (await again(desk)).service):
            session = await service.session(1)
            assert made_by(session.campaign, seq) == called.waits
            assert made_by(session.campaign, seq - 2) == frozenset()
    await desk.act(BERT, {"type": "answer", "answer": "lantern"})
    assert made_by((await desk.service.session(1)).campaign, seq) == frozenset()


async def test_a_page_is_filled_with_the_newest_that_everybody_saw(desk: Desk) -> None:
    session = await desk.found("night-watch", "North", bert="South")
    for kind in ("note", "note", "note", "roll_dice", "note", *["roll_dice"] * 3, "note", "note", "note"):
        await desk.act(ANNA, {"type": kind})
    seen = [9, 8, 7, 5, 1]
    for before in (None, *range(1, 14)):
        expected = [seq for seq in seen if before is None or seq < before]
        for number in range(1, 6):
            found = await desk.service.newest_seen(session, number, before)
            assert [each.seq for each in found] == expected[:number]
    assert [each.seq for each in await desk.service.newest(session, 3)] == [12, 11, 10]
    assert [each.seq for each in await desk.service.newest(session, 3, 3)] == [2, 1]


async def test_a_remark_elsewhere_is_stored_for_its_author(desk: Desk) -> None:
    session = await desk.found("night-watch", "North", bert="South")
    for user in (BERT, BERT, ANNA):
        await desk.service.tell_in(session, user, NOW, {"type": "roll_dice"})
    told = (await desk.service.entries(session))[1:]
    assert [(each.user, each.at) for each in told] == [(BERT, NOW), (BERT, NOW), (ANNA, NOW)]
    assert all(each.interaction < 0 for each in told), "no interaction of Discord's is taken for it"
    due = await desk.store.take_due(2**50, 2**50, 100)
    assert {each.seq for each in due if each.kind == "result"} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("processes", [1, 2])
async def test_simultaneous_remarks_are_both_stored(desk: Desk, processes: int) -> None:
    """In one process, or in two of which the other has not read the newest entry."""
    await desk.found("night-watch", "North", bert="South")
    services = (desk.service, desk.service if processes == 1 else (await again(desk)).service)
    sessions = [await service.session_in(CHANNEL) for service in services]
    until = (NOW + timedelta(days=5)).isoformat()
    await asyncio.gather(
        *(
            service.tell_in(session, user, NOW, {"type": "be_away", "until": until})
            for service, session, user in zip(services, sessions, (ANNA, BERT), strict=True)
        )
    )
    session = await (await again(desk)).service.session_in(CHANNEL)
    assert sorted(each.player for each in session.campaign.of(Away).absences) == [ANNA, BERT]


async def test_an_expired_request_is_not_done(desk: Desk) -> None:
    """Not even if it was in time and had to wait for others."""
    clock = [NOW]
    service = CampaignService(desk.store, catalog(), lambda: SEED, lambda: clock[0])
    service.lateness.arrived(NOW)
    in_time = replace(desk.call(), is_awaited=True)
    session = await service.found(in_time, Wish("night-watch", "", "North"))
    roll, late = {"type": "roll_dice"}, [replace(desk.call(channel=THREAD), is_awaited=True), desk.call()]
    async with session.lock:
        waiting = asyncio.create_task(service.execute(replace(desk.call(), is_awaited=True), session, roll))
        await asyncio.sleep(0)
        clock[0] += timedelta(seconds=3)
    with pytest.raises(TooLate):
        await waiting
    with pytest.raises(TooLate):
        await service.found(late[0], Wish("night-watch", "", "North"))
    assert (await desk.store.length(1), await desk.store.campaigns()) == (0, [1])
    assert (await service.execute(late[1], session, roll)).entry.seq == 1, "nobody waits for it"
