"""When clocks stand still: absences, pauses and free weekends in one calendar."""

from datetime import UTC, datetime, timedelta
from random import Random

from rules.campaign.state.calendar import Absence, Calendar, Span, Weekends
from rules.seat import Player

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MONDAY = datetime(2031, 3, 3, tzinfo=UTC)


def span(first: float, last: float) -> Span:
    """From one day after that Monday to another."""
    return Span(MONDAY + first * DAY, MONDAY + last * DAY)


def away(player: int, first: float, last: float) -> Absence:
    """An absence whose clock stands as long as it lasts."""
    still = span(first, last)
    return Absence(Player(player), still.until, still)


def free(zone: int, since: float = -60) -> Weekends:
    """Weekends free since some days after that Monday."""
    return Weekends(MONDAY + since * DAY, zone)


def days(calendar: Calendar, first: float, last: float, *players: int) -> float:
    """For how many days a clock ran."""
    return calendar.ran(MONDAY + first * DAY, MONDAY + last * DAY, *players) / DAY


def test_without_any_of_them_a_clock_runs() -> None:
    assert days(Calendar(), 1, 4, 1) == 3
    assert Calendar().after(MONDAY, 3 * DAY, 1) == MONDAY + 3 * DAY


def test_an_absence_holds_the_clock_of_one_player_and_no_other() -> None:
    calendar = Calendar(absences=(away(1, 1, 4),))
    assert [days(calendar, 0, 20, 1), days(calendar, 2, 3, 1), days(calendar, 5, 8, 1)] == [17, 0, 3]
    assert [days(calendar, 0, 20, 2), days(calendar, 0, 20)] == [20, 20]
    assert calendar.after(MONDAY, 2 * DAY, 1) == MONDAY + 5 * DAY


def test_a_shared_clock_stands_only_while_all_are_away() -> None:
    calendar = Calendar(absences=(away(1, 1, 4), away(2, 3, 6)))
    assert days(calendar, 0, 10, 1, 2) == 9, "of three days each they have one in common"


def test_a_pause_holds_every_clock() -> None:
    calendar = Calendar(pauses=(span(1, 3), span(2, 5)), absences=(away(1, 4, 6),))
    assert [days(calendar, 0, 10), days(calendar, 0, 10, 1), days(calendar, 0, 10, 2)] == [6, 5, 6]


def test_weekends_are_free_in_their_zone() -> None:
    calendar = Calendar(weekends=(free(0),))
    assert [days(calendar, 0, 14), days(calendar, 4.5, 7.5)] == [10, 1]
    friday = MONDAY + 4 * DAY
    assert calendar.after(friday, 1 * DAY + HOUR) == MONDAY + 7 * DAY + HOUR
    ahead = Calendar(weekends=(free(120),))
    assert ahead.after(friday, DAY) == MONDAY + 7 * DAY - 2 * HOUR + 2 * HOUR
    assert ahead.stands(friday + 22 * HOUR)
    assert not ahead.stands(friday + 21 * HOUR)
    behind = Calendar(weekends=(free(-300),))
    assert behind.stands(MONDAY + 4 * HOUR)
    assert not behind.stands(MONDAY + 5 * HOUR)


def test_weekends_count_until_they_are_free_and_from_when_they_count_again() -> None:
    calendar = Calendar(weekends=(free(0, since=8), Weekends(MONDAY + 20 * DAY, None)))
    assert [days(calendar, 0, 7), days(calendar, 7, 14), days(calendar, 14, 21), days(calendar, 21, 28)] == [7, 5, 6, 7]
    assert calendar.after(MONDAY, 13 * DAY) == MONDAY + 15 * DAY


def test_a_deadline_is_when_the_clock_has_run_for_so_long() -> None:
    """Whatever the calendar, the two readings of it agree."""
    chance = Random(7)
    for _ in range(200):
        at = [chance.uniform(0, 40) for _ in range(6)]
        calendar = Calendar(
            tuple(span(each, each + chance.uniform(0, 9)) for each in at[:2]),
            tuple(away(chance.randint(1, 2), each, each + chance.uniform(0, 9)) for each in at[2:]),
            tuple(Weekends(span(each, 40).since, chance.choice([None, 0, 330, -600])) for each in sorted(at[1:3])),
        )
        players, time = chance.choice([(), (1,), (1, 2)]), chance.uniform(0.1, 9) * DAY
        start = MONDAY + chance.uniform(0, 30) * DAY
        end = calendar.after(start, time, *players)
        assert abs(calendar.ran(start, end, *players) - time) < timedelta(milliseconds=1)


def test_a_deadline_that_falls_just_before_a_pause_stays_there() -> None:
    calendar = Calendar(pauses=(span(2, 5),))
    start = span(0, 1).since
    assert calendar.after(start, timedelta(days=2)) == start + timedelta(days=2)
    assert calendar.after(start, timedelta(days=2, seconds=1)) == start + timedelta(days=5, seconds=1)
