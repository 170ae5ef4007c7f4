"""What is to be posted of an entry is due when those whom it calls can be reached."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.base.clock import milliseconds
from bot.engine.people import Person
from bot.engine.posts import Deadline, DirectReminder, Kind, Reminder, What, kind_of, player_of, posts_of, written
from bot.storage import Post
from rules.campaign.life.ending import Ended
from rules.campaign.life.rolling import RollDice
from rules.campaign.life.settings import Moved
from rules.log import LogEntry
from rules.seat import Player

NOW = datetime(2026, 1, 5, 23, tzinfo=UTC)
ENTRY = LogEntry(7, 1, NOW, 1, None, RollDice(), (), ())


def test_reminders_follow_their_players_settings() -> None:
    called = {11: Person(), 12: Person(every=1), 13: Person(quiet=(22 * 60, 7 * 60))}
    posts = posts_of(3, ENTRY, NOW, called)
    waits = {post.kind: timedelta(milliseconds=post.due - milliseconds(NOW)) for post in posts}
    assert waits == {
        "result": timedelta(seconds=15),
        "remind 11 1": timedelta(days=2), "remind 12 1": timedelta(days=1), "remind 13 1": timedelta(hours=8),
    }  # fmt: skip
    assert {(post.campaign, post.seq) for post in posts} == {(3, 7)}
    assert [post.kind for post in posts_of(3, ENTRY, NOW, {})] == ["result"]


KINDS: dict[Kind, str] = {
    **{what: what.value for what in What},
    Deadline(1767614400000): "deadline 1767614400000",
    Reminder(11, 1): "remind 11 1",
    DirectReminder(2**62, 40): f"dm {2**62} 40",
}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_kind_is_read_as_it_was_written(kind: Kind) -> None:
    assert written(kind) == KINDS[kind]
    assert kind_of(written(kind)) == kind


def test_only_a_reminder_or_a_dm_is_for_one_player() -> None:
    assert {written(kind): player_of(written(kind)) for kind in KINDS if not isinstance(kind, What)} == {
        "deadline 1767614400000": None, "remind 11 1": 11, f"dm {2**62} 40": 2**62,
    }  # fmt: skip
    assert {player_of(what) for what in What} == {None}


def of_events(*events: Any) -> list[tuple[str, int]]:
    """The kinds of what is posted of an entry with these events, each with how many seconds later it is due."""
    entry = replace(ENTRY, events=events, at=NOW - timedelta(minutes=1))
    posts = posts_of(3, entry, NOW, {})
    assert {(post.campaign, post.seq) for post in posts} == {(3, 7)}
    return [(post.kind, (post.due - milliseconds(NOW)) // 1000) for post in posts]


def test_each_event_that_takes_time_has_its_own_posts() -> None:
    moves = Moved(player=Player(1), channel=9)
    result = ("result", 15)
    assert of_events() == [result]
    assert of_events(moves) == [result, ("arrival", 0), ("panel", 0)]
    assert of_events(Ended(player=Player(1), is_final=True)) == [result, ("reveal", 30)], "behind its result"
    assert of_events(Ended(player=Player(1), is_final=False)) == [result, ("reveal", 30 * 24 * 3600 - 60)]


def test_each_deadline_is_scheduled() -> None:
    ends = [NOW + timedelta(days=2), NOW + timedelta(days=1)]
    later, first = map(milliseconds, ends)
    assert posts_of(3, ENTRY, NOW, {}, deadlines=ends)[1:] == [
        Post(3, f"deadline {first}", 7, first),
        Post(3, f"deadline {later}", 7, later),
    ]


@pytest.mark.parametrize(
    "unknown", ["deadline", "deadline x", "remind", "dm", "reminder", "remind 1 2 3", "dm 1", "remind x 1"]
)
def test_a_kind_that_nobody_wrote_is_refused(unknown: str) -> None:
    with pytest.raises(ValueError, match=r"not a valid|invalid literal"):
        kind_of(unknown)
