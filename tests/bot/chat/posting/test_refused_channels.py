"""Channels that refuse the bot are left alone for an hour."""

from datetime import UTC, datetime, timedelta

from bot.engine.outbox import Forbidden


def test_after_two_refusals_a_channel_is_left_alone_for_an_hour() -> None:
    now = datetime(2026, 1, 5, tzinfo=UTC)
    forbidden = Forbidden(lambda: now)
    forbidden.note(1)
    assert not forbidden.holds(1)
    now += timedelta(minutes=10)
    forbidden.note(1)
    assert forbidden.holds(1)
    assert not forbidden.holds(2)
    now += timedelta(minutes=49)
    assert forbidden.holds(1)
    now += timedelta(minutes=1)
    assert not forbidden.holds(1)


def test_a_third_refusal_begins_the_hour_anew() -> None:
    now = datetime(2026, 1, 5, tzinfo=UTC)
    forbidden = Forbidden(lambda: now)
    for _ in range(3):
        forbidden.note(1)
        now += timedelta(minutes=20)
    assert forbidden.holds(1)
    now += timedelta(minutes=20)
    assert not forbidden.holds(1)
