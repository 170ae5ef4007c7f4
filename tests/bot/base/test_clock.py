"""Times go into the database and come back."""

from datetime import UTC, datetime, timedelta

from bot.base.clock import milliseconds, time_of, utc_now


def test_a_time_comes_back_to_the_millisecond() -> None:
    at = datetime(2026, 1, 5, 12, 30, 15, 123_000, tzinfo=UTC)
    assert time_of(milliseconds(at)) == at


def test_now_is_now_and_knows_its_zone() -> None:
    assert abs(utc_now() - datetime.now(UTC)) < timedelta(seconds=1)
