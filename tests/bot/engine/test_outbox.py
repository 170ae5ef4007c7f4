"""What waits is posted in order, once, and not before its time."""

import asyncio
import gc
import warnings
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.base.clock import milliseconds
from bot.engine.outbox import LEASE, MOST_AT_ONCE, NEVER, Later, Outbox, Outcome
from bot.engine.posts import Deadline, DirectReminder, Reminder, What, written
from bot.storage import Ending, Post, SqliteStore, StoreFault
from tests.bot.storage.rows import CAMPAIGN, next_due
from tests.patience import a_moment, until

BEGIN = datetime(2026, 1, 5, tzinfo=UTC)
DEADLINE = written(Deadline(milliseconds(BEGIN)))


class Channel:
    """Where posts go: it notes them, and answers as it was told to."""

    def __init__(self) -> None:
        self.tried = 0
        self.posted: list[tuple[int, ...]] = []
        self.answers: dict[tuple[int, int], list[Outcome]] = {}
        self.waits_for: dict[int, asyncio.Event] = {}

    async def try_posts(self, posts: Sequence[Post]) -> Outcome:
        self.tried += 1
        first = posts[0]
        if first.campaign in self.waits_for:
            await self.waits_for[first.campaign].wait()
        answers = self.answers.get((first.campaign, first.seq), [])
        outcome = answers.pop(0) if answers else Ending(0, "", 0, "posted", 1000 + first.seq)
        if isinstance(outcome, Ending) and outcome.how == "posted":
            self.posted.append((first.campaign, *(post.seq for post in posts)))
        return outcome


class Table:
    """An outbox on a database with three campaigns, and a clock to put on."""

    def __init__(self, store: SqliteStore) -> None:
        self.now = BEGIN
        self.store = store
        self.outbox = Outbox(store, lambda: self.now)
        self.channel = Channel()

    async def write(self, *posts: tuple[int, str, int], after: timedelta = timedelta()) -> None:
        due = milliseconds(self.now + after)
        await self.store.schedule(Post(*post, due) for post in posts)

    async def later(self, **time: float) -> list[tuple[int, ...]]:
        """What was posted after some time, and since the last call."""
        self.now += timedelta(**time)
        self.channel.posted.clear()
        await self.outbox.settle(self.channel.try_posts)
        return self.channel.posted


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    for number in (1, 2, 3):
        id_ = await store.found(CAMPAIGN._replace(interaction=number), 0)
        await store.end_posts([Ending(id_, What.RESULT, 0, "nothing")])
    made = Table(store)
    yield made
    await made.outbox.drop()
    await store.close()


async def failing(*_: object) -> None:
    raise StoreFault("The disk is full")


async def test_due_posts_are_sent_once_in_order(table: Table) -> None:
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2), (1, What.RESULT, 3))
    await table.write((1, What.RESULT, 4), after=timedelta(seconds=1))
    assert await table.later() == [(1, 1), (1, 2), (1, 3)]
    assert await table.later(seconds=1) == [(1, 4)]
    assert await table.later(days=1) == []
    assert await table.store.newest_message(1) == (4, 1004)


async def test_an_answered_post_is_not_repeated(table: Table) -> None:
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    with table.outbox.answering(1, 1):
        assert await table.later() == [(1, 2)]
        table.outbox.note(1, 1, 77)
    assert await table.later(hours=1) == []
    assert await table.store.newest_message(1) == (2, 1002)


async def test_an_unanswered_post_is_sent_at_once(table: Table) -> None:
    await table.write((1, What.RESULT, 1), after=timedelta(seconds=15))
    with pytest.raises(ConnectionError), table.outbox.answering(1, 1):
        raise ConnectionError
    await asyncio.sleep(0)
    assert await table.later() == [(1, 1)]


async def test_a_given_up_answer_is_posted_once_impossible(table: Table) -> None:
    await table.write((1, What.RESULT, 1), after=timedelta(seconds=15))
    with pytest.raises(TimeoutError), table.outbox.answering(1, 1):
        raise TimeoutError
    await asyncio.sleep(0)
    assert await table.later(seconds=3.9) == []
    assert await table.later(seconds=0.1) == [(1, 1)]


async def test_a_waiting_post_delays_only_its_channel(table: Table) -> None:
    table.channel.answers[1, 1] = [Later(), Later(timedelta(seconds=30))]
    await table.write((1, What.RESULT, 1), (2, What.RESULT, 1), (1, What.RESULT, 2))
    assert await table.later() == [(2, 1)]
    assert await table.later(seconds=9) == []
    assert await table.later(seconds=1) == []
    assert await table.later(seconds=30) == [(1, 1), (1, 2)]


async def test_waiting_posts_keep_their_order_after_a_restart(table: Table) -> None:
    table.channel.answers[1, 1] = [Later(timedelta(seconds=60))]
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    assert await table.later() == []
    await table.outbox.drop()
    table.outbox = Outbox(table.store, lambda: table.now)
    assert await table.later(seconds=30) == []
    assert await table.later(seconds=300) == [(1, 1), (1, 2)]


async def test_the_pause_doubles_up_to_an_hour(table: Table) -> None:
    table.channel.answers[1, 1] = [Later()] * 20
    await table.write((1, What.RESULT, 1))
    pauses = []
    for _ in range(12):
        await table.later()
        due = await next_due(table.store)
        assert due is not None
        pauses.append((due - milliseconds(table.now)) // 1000)
        table.now += timedelta(seconds=pauses[-1])
    assert pauses == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]


async def test_campaigns_do_not_wait_for_one_another(table: Table) -> None:
    table.channel.waits_for[1] = asyncio.Event()
    await table.write((1, What.RESULT, 1), (2, What.RESULT, 1))
    settling = asyncio.create_task(table.later())
    await until(lambda: bool(table.channel.posted))
    assert table.channel.posted == [(2, 1)]
    table.channel.waits_for[1].set()
    assert await settling == [(2, 1), (1, 1)]


async def test_an_expired_lease_is_taken_over(table: Table) -> None:
    await table.write((1, What.RESULT, 1))
    table.channel.waits_for[1] = asyncio.Event()
    running = asyncio.create_task(table.outbox.run(table.channel.try_posts))
    await until(lambda: table.channel.tried == 1)
    running.cancel()
    await table.outbox.drop()
    other = Table(table.store)
    assert await other.later() == []
    assert await other.later(seconds=LEASE.total_seconds()) == [(1, 1)]


async def test_a_week_without_the_bot_gives_one_message(table: Table) -> None:
    await table.write(*((1, DEADLINE, seq) for seq in range(1, 101)), (2, DEADLINE, 1), (1, What.RESULT, 101))
    assert sorted(await table.later(days=7)) == [(1, *range(1, 101)), (1, 101), (2, 1)]


async def test_a_stopped_post_is_known_after_a_restart(table: Table) -> None:
    table.channel.answers[1, 1] = [Ending(0, "", 0, "stopped")]
    await table.write((1, What.RESULT, 1))
    await table.later()
    other = Table(table.store)
    running = asyncio.create_task(other.outbox.run(other.channel.try_posts))
    await until(lambda: other.outbox.stopped == [1])
    running.cancel()
    assert [post.seq for post in await other.outbox.try_again(1)] == [1]


async def test_a_bug_in_one_post_stops_no_other(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    async def buggy(posts: Sequence[Post]) -> Outcome:
        if posts[0].campaign == 1:
            raise KeyError("bug")
        return await table.channel.try_posts(posts)

    await table.write((1, What.RESULT, 1), (2, What.RESULT, 1))
    await table.outbox.settle(buggy)
    assert table.channel.posted == [(2, 1)]
    assert "cannot be posted" in caplog.text
    assert await table.later(minutes=1) == [(1, 1)]


async def test_a_database_that_fails_for_a_while_loses_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.write((1, What.RESULT, 1))

    with monkeypatch.context() as broken:
        broken.setattr(table.store, "end_posts", failing)
        table.outbox.note(1, 1, 77)
        await a_moment(6)
    assert await table.later(hours=1) == []
    assert await table.store.newest_message(1) == (1, 77)


async def test_a_queue_that_could_not_be_put_off_is_not_stuck(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.write((1, What.RESULT, 1))
    table.channel.answers[1, 1] = [Later()]

    with monkeypatch.context() as broken:
        broken.setattr(table.store, "postpone", failing)
        assert await table.later() == []
    assert await table.later(hours=1) == [(1, 1)]


async def test_a_database_fault_forgets_no_stopped_post(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.channel.answers[1, 1] = [Ending(0, "", 0, "stopped")]
    await table.write((1, What.RESULT, 1))
    await table.later()

    with monkeypatch.context() as broken:
        broken.setattr(table.store, "postpone", failing)
        with pytest.raises(StoreFault):
            await table.outbox.try_again(1)
    assert [post.seq for post in await table.outbox.try_again(1)] == [1]


async def test_stopped_posts_are_read_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.channel.answers[1, 1] = [Ending(0, "", 0, "stopped")]
    await table.write((1, What.RESULT, 1))
    await table.later()
    other, stopped, asked = Table(table.store), table.store.stopped, asyncio.Event()

    async def failing_once() -> list[Post]:
        if not asked.is_set():
            asked.set()
            raise StoreFault("The disk cannot be read or written")
        return await stopped()

    monkeypatch.setattr(table.store, "stopped", failing_once)
    running = asyncio.create_task(other.outbox.run(other.channel.try_posts))
    await asked.wait()
    assert not running.done()
    other.outbox.poke()
    await until(lambda: other.outbox.stopped == [1])
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_post_that_cannot_be_read_waits_and_is_no_bug(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    await table.write((1, What.RESULT, 1))

    async def unread(_posts: Sequence[Post]) -> Outcome:
        raise StoreFault("The disk cannot be read or written")

    await table.outbox.settle(unread)
    assert "bug" not in caplog.text
    assert await table.later(hours=1) == [(1, 1)]


@pytest.mark.parametrize("alone", [What.RESULT, What.PANEL, What.ARRIVAL, What.REVEAL, written(DirectReminder(5, 1))])
async def test_timed_posts_share_a_message(table: Table, alone: str) -> None:
    await table.write((1, DEADLINE, 1), (1, written(Reminder(5, 1)), 2), (1, DEADLINE, 3), (1, alone, 4), (1, alone, 5))
    await table.write((1, written(Reminder(6, 1)), 6), (1, written(Reminder(6, 2)), 7), (1, alone, 8))
    assert await table.later() == [(1, 1, 2, 3), (1, 4), (1, 5), (1, 6, 7), (1, 8)]


async def test_results_are_located_before_and_after_marking(table: Table) -> None:
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2), (2, What.RESULT, 1), (1, What.RESULT, 3))
    table.outbox.note(1, 1, 77)
    table.outbox.note(1, 2, None)
    table.outbox.note(2, 1, 88)
    table.outbox._end(Ending(1, What.PANEL, 5, "posted", 99))
    for _ in range(2):
        assert await table.outbox.messages_of(1) == {1: 77}, "a panel is no result"
        assert await table.outbox.messages_of(2) == {1: 88}
        assert [await table.outbox.message_of(1, seq) for seq in (1, 2, 3)] == [77, None, None]
        assert await table.outbox.message_of(2, 1) == 88
        await table.outbox.stop()
    assert await table.store.messages_of(1) == {1: 77}, "who stops marks what was posted"
    sql = "SELECT ended FROM post WHERE campaign = 1 AND seq > 0 ORDER BY id"
    assert await table.store._read(sql) == [("posted",), ("nothing",), (None,)]
    assert await table.later(hours=1) == [(1, 3)], "what has nothing for the channel is not tried either"


async def test_results_are_located_while_another_is_noted(table: Table) -> None:
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    table.outbox.note(1, 1, 77)
    located = asyncio.create_task(table.outbox.messages_of(1))
    await asyncio.sleep(0)
    table.outbox.note(1, 2, 78)
    assert await located == {1: 77}


async def test_the_panel_is_the_newest_and_each_campaign_has_its_own(table: Table) -> None:
    assert await table.outbox.panel_of(1) is None
    await table.outbox.keep_panel(1, 500)
    assert await table.later(hours=1) == [], "it stands there already"
    await table.write((1, What.PANEL, 1), (2, What.PANEL, 1), (1, What.RESULT, 9))
    assert sorted(await table.later()) == [(1, 1), (1, 9), (2, 1)]
    table.outbox.note(1, 10, 1010)
    assert [await table.outbox.panel_of(campaign) for campaign in (1, 2, 3)] == [1001, 1001, None]
    table.outbox._end(Ending(1, What.PANEL, 2, "posted", 1002))
    assert [await table.outbox.panel_of(campaign) for campaign in (1, 2, 3)] == [1002, 1001, None]
    await table.write((1, What.PANEL, 2))
    await table.outbox.keep_panel(2, 2000)
    await table.outbox.stop()
    assert [await table.outbox.panel_of(campaign) for campaign in (1, 2, 3)] == [1002, 2000, None]
    table.outbox._end(Ending(2, What.PANEL, 3, "posted", 2100))
    await table.outbox.keep_panel(2, 2200)
    assert await table.outbox.panel_of(2) == 2200, "it was shown before the mark of the other was written"


async def test_a_just_posted_panel_can_be_removed(table: Table) -> None:
    await table.write((1, What.PANEL, 1), (2, What.PANEL, 1), (1, What.RESULT, 1))
    await table.later()
    await table.write((1, What.PANEL, 2))
    table.outbox._end(Ending(1, What.PANEL, 2, "posted", 1002))
    await table.outbox.drop_panel(1)
    for _ in range(2):
        assert [await table.outbox.panel_of(campaign) for campaign in (1, 2)] == [None, 1001]
        await table.outbox.stop()
    assert await table.later(hours=1) == []


async def test_a_due_result_waits_for_its_answer(table: Table) -> None:
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    with table.outbox.answering(1, 1):
        with table.outbox.answering(1, 1):  # delivered twice
            assert await table.later() == [(1, 2)]
        assert await table.later(hours=1) == []
    await asyncio.sleep(0)
    assert await table.later() == [(1, 1)]
    assert await table.later(hours=2) == []


async def test_an_overlong_try_is_queued_once(table: Table) -> None:
    table.channel.waits_for[1] = asyncio.Event()
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    settling = asyncio.create_task(table.later())
    await until(lambda: table.channel.tried == 1)
    table.now += LEASE
    assert await table.outbox._take(table.channel.try_posts) == 2
    table.channel.waits_for[1].set()
    assert await settling == [(1, 1), (1, 2)]


@pytest.mark.parametrize(("kind", "told"), [(What.RESULT, [(1, 1), (1, 2), (1, 3)]), (DEADLINE, [(1, 1, 2, 3)])])
async def test_a_doubly_taken_post_is_told_once(table: Table, kind: What, told: list[tuple[int, ...]]) -> None:
    table.channel.waits_for[1] = asyncio.Event()
    await table.write((1, What.RESULT, 9), *((1, kind, seq) for seq in (1, 2, 3)))
    for _ in range(2):
        assert await table.outbox._take(table.channel.try_posts) == 4
        table.now += LEASE
    table.channel.waits_for[1].set()
    assert await table.later() == [(1, 9), *told]


async def test_an_empty_post_stops_no_channel(table: Table) -> None:
    table.channel.answers[1, 1] = [Ending(0, "", 0, "nothing")]
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    assert await table.later() == [(1, 2)]
    assert table.outbox.stopped == []
    assert await table.outbox.try_again(1) == []


async def test_more_than_is_taken_at_once_is_taken_at_once_again(table: Table) -> None:
    """Where nothing wakes the outbox meanwhile."""
    table.outbox = Outbox(table.store, lambda: table.now, poll=NEVER)
    await table.write(*((1, What.ARRIVAL, seq) for seq in range(1, MOST_AT_ONCE + 2)))
    running = asyncio.create_task(table.outbox.run(table.channel.try_posts))
    await until(lambda: len(table.channel.posted) == MOST_AT_ONCE + 1)
    running.cancel()


async def test_a_refusing_channel_is_known_until_asked_again(table: Table) -> None:
    table.channel.answers = {(1, seq): [Ending(0, "", 0, "stopped")] for seq in (1, 3)}
    await table.write((1, What.RESULT, 1), (2, What.RESULT, 1), (1, What.RESULT, 3))
    assert sorted(await table.later()) == [(2, 1)]
    assert table.outbox.stopped == [1]
    assert await table.outbox.try_again(2) == []
    assert [(post.campaign, post.kind, post.seq) for post in await table.outbox.try_again(1)] == [
        (1, What.RESULT, 1),
        (1, What.RESULT, 3),
    ]
    assert table.outbox.stopped == []
    assert await table.outbox.try_again(1) == []
    assert await table.later() == [(1, 1), (1, 3)]


async def test_what_was_refused_follows_what_is_taken(table: Table) -> None:
    """Also where nobody is told that the right is back, and while the refusal is still to be written."""
    table.channel.answers = {(1, 1): [Ending(0, "", 0, "stopped")]}
    await table.write((1, What.RESULT, 1), (1, What.RESULT, 2))
    assert await table.later() == [(1, 2), (1, 1)]
    assert table.outbox.stopped == []


async def test_a_kill_leaves_nothing_half_begun(table: Table) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        table.outbox._end(Ending(1, What.RESULT, 1, "posted", 1001))
        await table.outbox.drop()
        gc.collect()
    assert told == [], "each coroutine was begun or never made"


async def test_an_empty_post_ends_without_its_neighbours(table: Table) -> None:
    await table.write((1, DEADLINE, 1), (1, written(Reminder(5, 1)), 1), (1, DEADLINE, 2))
    await table.outbox.leave([Post(1, DEADLINE, 1, 0), Post(1, DEADLINE, 2, 0)])
    assert await table.later() == [(1, 1)]
    await table.outbox.stop()
    sql = "SELECT kind, ended, message FROM post WHERE campaign = 1 AND seq > 0 ORDER BY id"
    assert await table.store._read(sql) == [
        (DEADLINE, "nothing", None),
        (written(Reminder(5, 1)), "posted", 1001),
        (DEADLINE, "nothing", None),
    ]


async def test_a_result_answered_meanwhile_is_not_posted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.write((1, What.RESULT, 1))
    take = table.store.take_due

    async def slow(*when: int) -> list[Post]:
        taken = await take(*when)
        if taken:
            table.outbox.note(1, 1, 77)
        return taken

    monkeypatch.setattr(table.store, "take_due", slow)
    assert await table.later() == []
    assert await table.outbox.message_of(1, 1) == 77


async def test_slow_answer_with_a_written_mark_hurries_nobody(table: Table) -> None:
    await table.write((1, What.RESULT, 1))
    with table.outbox.answering(1, 1):
        table.outbox.note(1, 1, 77)
        await table.later()
    await table.later()
    assert not table.outbox._poked.is_set()
