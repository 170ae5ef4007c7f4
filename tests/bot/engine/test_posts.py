"""What is to be posted of an entry is due when those whom it calls can be reached."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.base.clock import milliseconds
from bot.engine.people import Person
from bot.engine.posts import DM, Reminder, is_note, is_reminder, posts_of, reminder_of
from bot.storage import Post
from rules.campaign.life.places import Moved, MoveRequested
from rules.campaign.life.rolling import RollDice
from rules.campaign.questions.questions import QuestionPut
from rules.campaign.time.forking import ForkBegun
from rules.log import LogEntry
from rules.seat import Player

NOW = datetime(2026, 1, 5, 23, tzinfo=UTC)
ENTRY = LogEntry(7, 1, NOW, 1, None, RollDice(), (), ())


def test_a_result_is_due_soon_and_each_reminder_by_the_settings_of_its_player() -> None:
    called = {11: Person(), 12: Person(every=1), 13: Person(quiet=(22 * 60, 7 * 60))}
    posts = posts_of(3, ENTRY, NOW, called, is_new_turn=True)
    waits = {post.kind: timedelta(milliseconds=post.due - milliseconds(NOW)) for post in posts}
    assert waits == {
        "result": timedelta(seconds=15), "notes": timedelta(seconds=15), "watch": timedelta(seconds=15),
        "remind 11 1": timedelta(days=2), "remind 12 1": timedelta(days=1), "remind 13 1": timedelta(hours=8),
    }  # fmt: skip
    assert {(post.campaign, post.seq) for post in posts} == {(3, 7)}
    assert [post.kind for post in posts_of(3, ENTRY, NOW, {})] == ["result"]


@pytest.mark.parametrize("reminder", [Reminder(11, 1), Reminder(2**62, 40, DM)])
def test_a_reminder_is_read_from_the_kind_of_its_post(reminder: Reminder) -> None:
    assert reminder_of(reminder.kind) == reminder


def test_the_reminders_of_before_name_nobody() -> None:
    assert [reminder_of(kind) for kind in ("remind 2", "remind 10", "result", "panel")] == [None] * 4
    assert is_reminder(Post(1, "remind 2", 3, 0))
    assert not is_reminder(Post(1, "dm 5 1", 3, 0))


def test_a_dm_without_a_number_brings_a_note() -> None:
    assert [is_note(Post(1, kind, 3, 0)) for kind in ("notes", "dm 5 0", "dm 5 1", "remind 5 1")] == [
        True, True, False, False,
    ]  # fmt: skip


def of_events(*events: Any) -> list[tuple[str, int]]:
    """The kinds of what is posted of an entry with these events, each with how many seconds later it is due."""
    entry = replace(ENTRY, events=events)
    posts = posts_of(3, entry, NOW, {})
    assert {(post.campaign, post.seq) for post in posts} == {(3, 7)}
    return [(post.kind, (post.due - milliseconds(NOW)) // 1000) for post in posts]


def test_each_event_that_takes_time_has_its_own_posts() -> None:
    asked = MoveRequested(player=Player(1), needed=(), channel=9, until=NOW + timedelta(hours=1))
    put = QuestionPut(player=Player(1), question="Why?", options=("a", "b"), seats=(), until=NOW + timedelta(hours=2))
    forever = put.model_copy(update={"until": None})
    forks, moves = ForkBegun(player=Player(1), at=3, name="B"), Moved(player=Player(1), channel=9)
    result = ("result", 15)
    assert of_events() == [result]
    assert of_events(asked) == [result, ("deadline", 3600)]
    assert of_events(put) == [result, ("deadline", 7200)]
    assert of_events(forever) == [result], "it is waited for until somebody asks"
    assert of_events(forks) == [result, ("fork", 5)]
    assert of_events(moves) == [result, ("arrival", 0), ("panel", 0)]
    assert of_events(moves, forks, put, asked) == [
        result, ("fork", 5), ("deadline", 7200), ("deadline", 3600), ("arrival", 0), ("panel", 0),
    ]  # fmt: skip


def test_the_time_to_move_ends_once_for_the_entry() -> None:
    until = NOW + timedelta(days=2)
    assert posts_of(3, ENTRY, NOW, {}, move_by=until)[1:] == [Post(3, "move", 7, milliseconds(until))]


def test_what_begins_with_the_same_word_is_no_reminder() -> None:
    assert [reminder_of(kind) for kind in ("remind 1 2 3", "deadline 1 2", "dm", "dm 1")] == [None] * 4
    assert [is_reminder(Post(1, kind, 3, 0)) for kind in ("remind 5 1", "remind", "reminder", "notes", "result")] == [
        True, False, False, False, False,
    ]  # fmt: skip
