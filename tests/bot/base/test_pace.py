"""Token buckets: a burst, then as many as fill up again; one word of it in a burst; no more of them than remembered."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.base.settings import WITHOUT_LIMIT, Pace, Paces, read_pace
from bot.chat.answering.gate import Buckets, Haste

BEGIN = datetime(2026, 1, 5, tzinfo=UTC)
ANNA, BERT = 1, 2


def after(seconds: float) -> datetime:
    return BEGIN + timedelta(seconds=seconds)


def test_a_burst_passes_and_the_rest_is_refused() -> None:
    buckets = Buckets(Pace(3, 6))
    assert [buckets.take(ANNA, BEGIN) for _ in range(6)] == [*[Haste.NONE] * 3, Haste.NEW, Haste.TOLD, Haste.TOLD]
    assert buckets.take(BERT, BEGIN) is Haste.NONE


def test_it_fills_again_evenly_and_never_over() -> None:
    buckets = Buckets(Pace(3, 6))
    for _ in range(4):
        buckets.take(ANNA, BEGIN)
    assert [buckets.take(ANNA, after(at)) for at in (1.5, 2, 2, 4)] == [Haste.TOLD, Haste.NONE, Haste.TOLD, Haste.NONE]
    assert [buckets.take(ANNA, after(60)) for _ in range(4)] == [*[Haste.NONE] * 3, Haste.NEW]


def test_a_burst_is_over_when_the_bucket_is_full_again() -> None:
    """Who goes on and on at twice the pace reads one word of it, not one for each."""
    buckets = Buckets(Pace(3, 6))
    told = [buckets.take(ANNA, after(second / 2)) for second in range(100)]
    assert told.count(Haste.NEW) == 1
    assert told.count(Haste.NONE) in range(25, 30)


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    buckets = Buckets(Pace(3, 6))
    buckets.take(ANNA, after(10))
    assert buckets.take(ANNA, BEGIN) is Haste.NONE


def test_a_refusal_for_another_reason_is_told_once_too() -> None:
    buckets = Buckets(Pace(3, 6))
    assert [buckets.refuse(ANNA, BEGIN) for _ in range(2)] == [Haste.NEW, Haste.TOLD]


def test_no_more_buckets_are_kept_than_so_many() -> None:
    buckets = Buckets(Pace(1, 6), most=10)
    for user in range(100):
        buckets.take(user, BEGIN)
        assert len(buckets) <= 10
    assert buckets.take(99, BEGIN) is Haste.NEW
    assert buckets.take(0, BEGIN) is Haste.NONE


def test_every_pace_is_read_as_it_is_written() -> None:
    for pace in (*Paces(), WITHOUT_LIMIT, Pace(3, 0.5)):
        assert read_pace(str(pace)) == pace


def test_a_pace_is_parsed_and_must_let_somebody_through() -> None:
    assert [str(pace) for pace in (Pace(20, 10.0), Pace(3, 0.5))] == ["20/10", "3/0.5"]
    for wrong in ("0/10", "20/0", "20/0.0", "20", "20/x", "-1/10", ""):
        with pytest.raises(ValueError, match="write how many at once"):
            read_pace(wrong)


def test_the_longest_absent_user_is_forgotten_first() -> None:
    buckets = Buckets(Pace(1, 6), most=2)
    for user in (ANNA, BERT, ANNA, 3):
        buckets.take(user, BEGIN)
    assert len(buckets) == 2
    assert buckets.take(ANNA, BEGIN) is Haste.TOLD, "she was there before the third came"
    assert buckets.take(BERT, BEGIN) is Haste.NONE
