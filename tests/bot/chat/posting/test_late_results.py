"""What was not answered in time reads as the answer would have."""

import asyncio
import contextlib
import sqlite3
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.request import Caller
from bot.engine.sessions import Session
from localdiscord import Fault, Permission, RequestRecord, User
from tests.bot.chat.onboarding.test_start_campaign import starts, tries
from tests.bot.chat.posting.test_poster import CALLBACK, SEND, roll
from tests.bot.engine.test_called_players import offered
from tests.bot.harness import Harness, labels, text
from tests.bot.history import told_in
from tests.bot.test_poster_messages import whole


async def test_a_late_result_reads_like_an_answer(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    offer = await offered(here, "Call")
    await here.anna.slash(here.marne, "act", {"offer": offer})
    answered = whole(here.newest(here.carla))
    await here.bert.press(here.newest(here.bert), "South: Answer")
    await here.settle(after=timedelta(days=1))
    offer = await offered(here, "Call")
    fault = Fault("POST", CALLBACK, 404, 10062)
    here.server.inject(fault)
    with here.unanswered():
        await here.anna.slash(here.marne, "act", {"offer": offer})
    await here.settle(after=timedelta(minutes=1))
    late = whole(here.newest(here.carla))
    assert late == answered
    await here.bert.press(here.newest(here.bert), "South: Answer")
    await here.settle(after=timedelta(days=1))
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    *_, answered, late, _ = map(whole, here.carla.messages(here.marne))
    assert late == answered, "what was called for and is done is gone from both"
    assert (late["content"], late["called"], late["below"]) == ("**Call** · North", [], [])
    assert "The answer is: silence" in late["said"]
    here.server.rejected.clear()


@pytest.mark.parametrize("is_newest", [False, True])
async def test_late_or_not_only_the_newest_result_has_buttons(table: Harness, is_newest: bool) -> None:
    fault, down = Fault("POST", CALLBACK, 404, 10062), Fault("POST", SEND, 503, times=99)
    table.server.inject(down)
    for is_late in (not is_newest, is_newest):
        fault.times = int(is_late)
        table.server.inject(fault)
        await roll(table)
        fault.times = 0
    down.times = 0
    await table.settle(after=timedelta(minutes=5))
    by_entry = {(*told_in(each),): labels(each) for each in table.carla.messages(table.marne)}
    assert by_entry[2,] in ([], ["Why?"])
    assert len(by_entry[3,]) > 1
    table.server.rejected.clear()


@pytest.mark.parametrize("invited", [False, True])
async def test_a_founding_whose_answer_was_lost_is_posted(here: Harness, invited: bool) -> None:
    fault = Fault("POST", CALLBACK, 404, 10062)
    here.server.inject(fault)
    given = {"game": "marne-1918", "seat": "Allies"} | ({"opponent": here.bert.id} if invited else {})
    with here.unanswered():
        await here.anna.slash(here.marne, "campaign new", given)
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"))
    await here.settle(after=timedelta(minutes=1))
    (started,) = here.carla.messages(here.marne)
    assert "Campaign started" in text(started)
    assert "Draw 3 events" in "".join(labels(started))
    here.server.rejected.clear()


async def test_a_late_founding_has_no_buttons_of_play(here: Harness) -> None:
    down = Fault("POST", SEND, 503, times=99)
    here.server.inject(Fault("POST", CALLBACK, 404, 10062))
    here.server.inject(down)
    with here.unanswered():
        await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"))
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    joined = here.newest(here.carla)
    down.times = 0
    await here.settle(after=timedelta(hours=1))
    started = next(each for each in here.carla.messages(here.marne) if "Campaign started" in text(each))
    assert labels(started) == []
    assert "Draw your events" not in text(started), "what is to be done now stands with the newest result, too"
    assert started["id"] > joined["id"]
    (joined,) = (each for each in here.carla.messages(here.marne) if each["id"] == joined["id"])
    assert "Allies: Draw 3 events" in labels(joined), "they stay with the newest result"
    here.server.rejected.clear()


@pytest.mark.parametrize("is_demo", [False, True])
async def test_a_late_founding_brings_a_panel(here: Harness, is_demo: bool) -> None:
    """A newcomer has one thing to look at."""
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    down = Fault("POST", SEND, 503, times=99)
    here.server.inject(down)
    if is_demo:
        thread = await tries(here, here.bert)
    else:
        await starts(here, here.bert)
        (thread,) = here.server.hub.state.channels.threads_of(here.marne["id"])
    down.times = 0
    for _ in range(3):
        await here.settle(after=timedelta(hours=1))
    founding, *more = here.carla.messages(thread)
    assert "Campaign started" in text(founding)
    assert sum("More…" in labels(each) for each in more) == (not is_demo)
    here.server.rejected.clear()


async def late(table: Harness, number: int) -> Session:
    """Rolls of Anna and Bert, by turns, whose answers are all lost."""
    session = await table.campaign()
    for each in range(number):
        await command(table, session, {"type": "roll_dice"}, (table.anna, table.bert)[each % 2])
    return session


async def command(table: Harness, session: Session, fields: dict[str, Any], user: User | None = None) -> None:
    """What a user, by default Anna, commands, and no answer comes of it."""
    by, at = user or table.anna, table.server.clock.now()
    call = Caller(int(table.server.clock.next_id()), at, session.guild, session.channel, int(by.id))
    await table.bot.client.service.execute(call, session, fields)


def told(table: Harness) -> list[int]:
    """The entries that the channel reads, as often as it reads each."""
    return [number for each in table.carla.messages(table.marne) for number in told_in(each)]


def ended(table: Harness) -> list[tuple[str, bool]]:
    """How the results ended, as the database has it: with a message or without."""
    with contextlib.closing(sqlite3.connect(f"{table.database.as_uri()}?mode=ro", uri=True)) as db:
        return db.execute(
            "SELECT ended, message IS NOT NULL FROM post WHERE kind = 'result' AND ended IS NOT NULL ORDER BY seq"
        ).fetchall()


async def test_of_many_that_are_late_those_for_nobody_have_no_message(here: Harness) -> None:
    session = await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    for each in ("wave", "note", "wave", "wave", "note", "wave"):
        await command(here, session, {"type": each}, here.anna)
    before = len(ended(here))
    await here.settle(after=timedelta(minutes=1))
    await here.bot.outbox.stop()
    seen, unseen = ("posted", True), ("nothing", False)
    assert ended(here)[before:] == [seen, unseen, seen, seen, unseen, seen]


async def test_many_that_discord_does_not_take_wait_without_hurry(table: Harness) -> None:
    await late(table, 10)
    down = Fault("POST", SEND, loses_request=True, times=3)
    table.server.inject(down)
    for left in (2, 1, 0):
        await table.settle(after=timedelta(hours=2))
        assert down.times == left, "one try each time"
    await table.settle(after=timedelta(hours=2))
    assert sorted(told(table)) == [*range(1, 12)]


@pytest.mark.parametrize("lost", [1, 2])
async def test_many_that_were_posted_and_not_marked_are_found_again(table: Harness, lost: int) -> None:
    """The answers to some posts are lost: they stand in the channel, and the bot does not know it."""
    await late(table, 50)
    table.server.inject(Fault("POST", SEND, times=lost, loses_response=True))
    table.bot.outbox._ended.clear()
    for minutes in (1, 60, 600):
        await table.settle(after=timedelta(minutes=minutes))
    assert sorted(told(table)) == [*range(1, 52)]
    table.server.rejected.clear()


@pytest.mark.parametrize(("before", "after"), [(50, 0), (4, 10)])
async def test_a_crash_between_late_messages_posts_the_rest_once(table: Harness, before: int, after: int) -> None:
    """And joins none to what stands there already."""
    await late(table, before)
    table.bot.client.service._store.end_posts = nothing  # type: ignore[assignment]
    await table.settle(after=timedelta(minutes=1))
    await late(table, after)
    await table.restart()
    await table.settle(after=timedelta(hours=1))
    assert sorted(told(table)) == [*range(1, before + after + 2)]


async def nothing(_: object) -> None:
    """The mark is lost."""


async def test_an_answered_message_is_left_alone(table: Harness) -> None:
    await late(table, 10)
    await roll(table)
    await late(table, 10)
    await table.settle(after=timedelta(minutes=1))
    assert sorted(told(table)) == [*range(1, 23)]


@pytest.mark.parametrize("many", [1, 5])
async def test_private_actions_do_not_shift_numbers(here: Harness, many: int) -> None:
    session = await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    for _ in range(2):
        await command(here, session, {"type": "note"}, here.bert)
    await late(here, many)
    assert (session.campaign.seq, session.campaign.number) == (many + 3, many + 1)
    here.server.inject(Fault("POST", SEND, loses_response=True))
    for minutes in (1, 60, 600):
        await here.settle(after=timedelta(minutes=minutes))
    assert told(here) == [*range(1, many + 2)]
    here.server.rejected.clear()


async def test_without_rights_nothing_is_posted_and_all_told(table: Harness) -> None:
    await late(table, 10)
    table.server.inject(Fault("POST", SEND, 403, 50013, times=100))
    requests: list[RequestRecord] = []
    table.server.watch(requests.append)
    for minutes in (1, 1, 1):
        await table.settle(after=timedelta(minutes=minutes))
        await late(table, 10)
    assert ended(table)[-20:] == [("stopped", False)] * 20
    assert len([each for each in requests if each.method == "POST"]) <= 2, "it is left alone then"
    table.server.rejected.clear()


@pytest.mark.parametrize("is_quiet", [False, True])
@pytest.mark.parametrize("others", [0, 5])
async def test_a_late_call_respects_quiet_hours(here: Harness, others: int, *, is_quiet: bool) -> None:
    """Alone or among many."""
    await here.found_small("night-watch", "North", "South")
    if is_quiet:
        await here.bert.slash(here.marne, "me settings", {"quiet": here.quiet_now()})
    await here.settle(after=timedelta(minutes=1))
    session = await late(here, others)
    await command(here, session, {"type": "call"})
    await late(here, others)
    await here.settle(after=timedelta(minutes=1))
    named = [each for each in here.carla.messages(here.marne) if "your move" in each["content"]]
    assert len(named) == 1
    assert f"<@{here.bert.id}> (South), your move: Answer the call." in named[0]["content"]
    assert [each["username"] for each in named[0]["mentions"]] == ([] if is_quiet else ["bert"])
    assert [each for each in here.carla.messages(here.marne) if each["mentions"] and each not in named] == []
