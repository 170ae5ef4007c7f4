"""The clock, and the ids that it makes."""

from datetime import UTC, datetime, timedelta

import pytest

from localdiscord import Clock
from localdiscord.state.clock import created_at, timestamp

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
MOMENT = timedelta(seconds=1)


def test_no_id_is_given_twice_whatever_a_server_remembers() -> None:
    clock = Clock(NOW)
    ids = [int(clock.next_id())]
    for last in (5, ids[0] + 100):
        clock.restore(0, last)
        ids.append(int(clock.next_id()))
    assert ids == [ids[0], ids[0] + 1, ids[0] + 101]


def test_a_clock_is_advanced_step_by_step_until_it_runs() -> None:
    clock, steps = Clock(NOW), []
    clock.moved = lambda: steps.append(clock.now())
    for _ in range(2):
        clock.advance(MOMENT)
    assert steps == [NOW + MOMENT, NOW + 2 * MOMENT]
    clock.run()
    assert clock.offset == timedelta()
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(minutes=1)


def test_an_id_tells_its_time_and_grows() -> None:
    clock = Clock(NOW)
    ids = [clock.next_id() for _ in range(3)]
    assert [int(each) - int(ids[0]) for each in ids] == [0, 1, 2]
    assert {created_at(each) for each in ids} == {NOW}
    clock.advance(timedelta(milliseconds=5))
    assert created_at(clock.next_id()) == NOW + timedelta(milliseconds=5)
    assert timestamp(clock.now()) == "2026-01-05T12:00:00.005000+00:00"


def test_a_clock_goes_on_from_where_an_earlier_one_was_put() -> None:
    clock = Clock(NOW)
    clock.advance(MOMENT)
    clock.restore(90.5, 7)
    assert (clock.now(), clock.offset) == (NOW + timedelta(seconds=90.5), timedelta(seconds=90.5))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_an_id_of_a_shard_is_larger_than_every_one_before(count: int) -> None:
    clock, ids = Clock(NOW), list[int]()
    for shard in (0, count - 1, count - 1, *range(count)):
        ids.append(int(clock.next_id()))
        ids.append(int(clock.next_shard_id(shard, count)))
        assert (ids[-1] >> 22) % count == shard
    assert ids == sorted({*ids})
    assert created_at(str(ids[-1])) - NOW < timedelta(seconds=1)
