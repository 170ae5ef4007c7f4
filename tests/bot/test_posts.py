"""What is to be posted of an entry is due when those whom it calls can be reached."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.clock import milliseconds
from bot.people import Person
from bot.posts import DM, Reminder, is_note, is_reminder, posts_of, reminder_of
from bot.store import Post
from rules.campaign.rolling import RollDice
from rules.log import LogEntry

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
