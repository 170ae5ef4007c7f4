"""Times go into the database and come back."""

from datetime import UTC, datetime, tzinfo
from typing import Self

import pytest

from bot.base.clock import milliseconds, time_of, utc_now


def test_a_time_comes_back_to_the_millisecond() -> None:
    at = datetime(2026, 1, 5, 12, 30, 15, 123_000, tzinfo=UTC)
    assert time_of(milliseconds(at)) == at


def test_now_is_what_the_machine_says_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    class Machine(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(2026, 1, 5, 12, tzinfo=tz)

    monkeypatch.setattr("bot.base.clock.datetime", Machine)
    assert utc_now() == datetime(2026, 1, 5, 12, tzinfo=UTC)
