"""Times go into the database and come back."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Self

import pytest

from bot.base.clock import milliseconds, time_of, utc_now


def test_a_time_comes_back_to_the_millisecond() -> None:
    at = datetime(2026, 1, 5, 12, 30, 15, 123_000, tzinfo=UTC)
    assert time_of(milliseconds(at)) == at


@pytest.mark.parametrize("year", [1970, 2019, 2026, 2038, 2099])
def test_every_millisecond_comes_back(year: int) -> None:
    """A time that was cut by one would decide an entry anew with another deadline, and its check would fail."""
    begin = datetime(year, 7, 30, 15, 48, tzinfo=UTC)
    for number in range(3000):
        at = begin + timedelta(milliseconds=number)
        assert milliseconds(at) == milliseconds(begin) + number
        assert time_of(milliseconds(at)) == at


def test_now_is_what_the_machine_says_in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    class Machine(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls(2026, 1, 5, 12, tzinfo=tz)

    monkeypatch.setattr("bot.base.clock.datetime", Machine)
    assert utc_now() == datetime(2026, 1, 5, 12, tzinfo=UTC)
