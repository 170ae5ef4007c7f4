"""What can no longer be answered in time is not decided, whatever the clocks of the machine and of Discord say."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from bot.engine.request import LATELY, Caller, Lateness, TooLate
from tests.start import Hands

BEGIN = datetime(2026, 1, 5, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def lateness(skew: timedelta) -> tuple[Hands, Lateness, Callable[[], datetime]]:
    """The clock of a machine, what measures by it, and Discord's clock, which lies so much behind it."""
    hands = Hands(BEGIN)
    return hands, Lateness(hands), lambda: hands.now - skew


@pytest.mark.parametrize("skew", [timedelta(), timedelta(hours=3), timedelta(hours=-3), timedelta(seconds=2.6)])
def test_a_long_wait_is_late_whatever_clocks_say(skew: timedelta) -> None:
    hands, ages, discord = lateness(skew)
    for _ in range(3):
        ages.arrived(discord() - 0.06 * SECOND)
        hands.now += SECOND
    made = discord()
    ages.arrived(made)
    assert not ages.is_late(made)
    hands.now += 2.4 * SECOND
    assert not ages.is_late(made)
    hands.now += 0.2 * SECOND
    assert (ages.is_late(made), ages.is_gone(made)) == (True, False)
    hands.now += SECOND
    assert ages.is_gone(made)
    made = discord()
    ages.arrived(made)
    assert not ages.is_late(made)


def test_the_last_moment_is_not_too_late() -> None:
    hands, ages, _ = lateness(timedelta())
    ages.arrived(BEGIN)
    found = []
    for milliseconds in (2500, 2501, 3000, 3001):
        hands.now = BEGIN + timedelta(milliseconds=milliseconds)
        found.append((ages.is_late(BEGIN), ages.is_gone(BEGIN)))
    assert found == [(False, False), (True, False), (True, False), (True, True)]


def test_a_long_time_of_lateness_does_not_become_the_measure() -> None:
    hands, ages, discord = lateness(timedelta())
    ages.arrived(discord())
    for _ in range(int(LATELY / SECOND) - 10):
        hands.now += SECOND
        ages.arrived(made := discord() - 4 * SECOND)
        assert ages.is_late(made)


def test_after_a_pause_lateness_is_measured_anew() -> None:
    """Nobody may press anything for hours, and the first who does may have waited too long."""
    hands, ages, discord = lateness(timedelta())
    ages.arrived(discord())
    hands.now += 3 * LATELY
    ages.arrived(made := discord() - 4 * SECOND)
    assert ages.is_late(made)
    hands.now += LATELY / 2
    ages.arrived(made := discord() - 4 * SECOND)
    assert ages.is_late(made)


def test_clocks_that_drift_apart_become_the_measure() -> None:
    hands, ages, discord = lateness(timedelta())
    ages.arrived(discord())
    hands.now += 5 * SECOND
    for _ in range(40):
        hands.now += LATELY / 10
        ages.arrived(made := discord() - 5 * SECOND)
    assert not ages.is_late(made)


def test_only_what_somebody_waits_for_is_late() -> None:
    hands, ages, _ = lateness(timedelta())
    ages.arrived(BEGIN)
    hands.now += 10 * SECOND
    ages.check(Caller(1, BEGIN, 7, 50, 1))
    with pytest.raises(TooLate):
        ages.check(Caller(1, BEGIN, 7, 50, 1, is_awaited=True))
