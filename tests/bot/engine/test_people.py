"""How people want to be reached: quiet hours in their own time zone, whatever the clock does, and what they write."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.base.clock import milliseconds
from bot.engine.people import People, Person, Reach, hours, read_day, read_hours, read_zone
from bot.storage import SqliteStore
from rules.errors import NotThere

BERLIN = Person(zone="Europe/Berlin", quiet=(22 * 60, 7 * 60))
NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def utc(day: str, time: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{time}+00:00")


@pytest.mark.parametrize(
    ("at", "until"),
    [
        (utc("2026-01-05", "20:59"), None),
        (utc("2026-01-05", "21:00"), utc("2026-01-06", "06:00")),
        (utc("2026-01-06", "05:59"), utc("2026-01-06", "06:00")),
        (utc("2026-01-06", "06:00"), None),
        # in summer the same hours begin an hour earlier for the rest of the world
        (utc("2026-07-05", "20:30"), utc("2026-07-06", "05:00")),
        # the night in which the clock goes forward, and the one in which it goes back
        (utc("2026-03-28", "22:00"), utc("2026-03-29", "05:00")),
        (utc("2026-10-24", "21:00"), utc("2026-10-25", "06:00")),
    ],
)
def test_quiet_hours_cross_midnight_and_clock_changes(at: datetime, until: datetime | None) -> None:
    assert BERLIN.quiet_until(at) == until


def test_quiet_hours_handle_skipped_and_repeated_times() -> None:
    nap = Person(zone="Europe/Berlin", quiet=(13 * 60, 14 * 60))
    assert nap.quiet_until(utc("2026-01-05", "12:30")) == utc("2026-01-05", "13:00")
    assert nap.quiet_until(utc("2026-01-05", "13:00")) is None
    night = Person(zone="Europe/Berlin", quiet=(60, 2 * 60 + 30))
    # 2:30 does not come on this night: the hours last as long as ever
    assert night.quiet_until(utc("2026-03-29", "00:30")) == utc("2026-03-29", "01:30")
    # 2:30 comes twice on this one: they end with the first
    assert night.quiet_until(utc("2026-10-25", "00:29")) == utc("2026-10-25", "00:30")
    assert night.quiet_until(utc("2026-10-25", "00:30")) is None


def test_after_an_absence_the_night_still_counts() -> None:
    back = utc("2026-01-08", "23:00")
    away = BERLIN.model_copy(update={"away": milliseconds(back)})
    assert away.away_until(NOW) == back
    assert away.away_until(back) is None
    assert away.reachable(NOW) == utc("2026-01-09", "06:00")
    assert not away.is_reached(NOW)
    assert BERLIN.reachable(NOW) == NOW
    reach = Reach.of({1: away, 2: BERLIN, 3: Person()}, utc("2026-01-05", "22:00"))
    assert (sorted(reach.silent), dict(reach.away)) == ([1, 2], {1: away})
    assert Reach.of({1: away, 2: BERLIN, 3: Person()}, utc("2026-01-09", "06:00")) == Reach()


def test_reminders_come_by_ones_own_interval_or_by_the_bots() -> None:
    days = [timedelta(days=each) for each in range(100)]
    usual = Person()
    assert usual.reminded_first(NOW) == NOW + days[2]
    assert usual.reminded_next(NOW, NOW + days[2]) == NOW + days[5]
    assert usual.reminded_next(NOW, NOW + days[7]) == NOW + days[10], "a week without the bot counts once"
    assert usual.reminded_next(NOW, NOW + days[10]) is None
    assert Person(every=10).reminded_next(NOW, NOW + days[80]) == NOW + days[90], "the last day counts"
    assert usual.reminded_next(NOW, NOW + days[5]) == NOW + days[10], "not once more for the same"
    never = Person(every=0)
    assert never.reminded_next(NOW, NOW) == NOW + days[2], "it is looked at again"
    weekly = Person(every=7)
    assert weekly.reminded_first(NOW) == NOW + days[7]
    assert weekly.reminded_next(NOW, NOW + days[7]) == NOW + days[14]
    assert weekly.reminded_next(NOW, NOW + days[84]) is None, "nobody plays there any more"


def test_reminders_and_calls_wait_for_the_morning() -> None:
    noon, night = utc("2026-01-05", "12:00"), utc("2026-01-05", "23:00")
    at_night = Person(zone="Asia/Tokyo", quiet=(20 * 60, 8 * 60))
    assert at_night.reminded_next(noon, noon) == utc("2026-01-07", "23:00")
    assert BERLIN.reminded_first(night) == utc("2026-01-06", "06:00")


def test_after_a_reminder_a_day_goes_by_before_another() -> None:
    reminded = Person(reminded=milliseconds(NOW))
    day, minute = timedelta(days=1), timedelta(minutes=1)
    for after, at in ((timedelta(), day), (day - minute, day), (day, day), (day + minute, day + minute)):
        assert reminded.remindable(NOW + after) == NOW + at
        assert reminded.can_be_reminded(NOW + after) == (after >= day)
    assert Person().can_be_reminded(NOW)
    night = BERLIN.model_copy(update={"reminded": milliseconds(NOW - timedelta(hours=14))})
    assert night.remindable(NOW) == utc("2026-01-06", "06:00"), "a day later they sleep"
    assert not night.can_be_reminded(utc("2026-01-05", "22:00"))


@pytest.mark.parametrize(
    ("typed", "read"),
    [("22-7", "22:00–07:00"), ("22:30 – 7:15", "22:30–07:15"), ("0-6", "00:00–06:00"), ("20-24", "20:00–00:00"),
     ("22H-7h", "22:00–07:00"), ("22h30 − 7h15", "22:30–07:15")],
)  # fmt: skip
def test_quiet_hours_are_read_as_people_write_them(typed: str, read: str) -> None:
    quiet = read_hours(typed)
    assert quiet is not None
    assert hours(quiet) == read
    assert read_hours(" Off ") is None


@pytest.mark.parametrize(
    "typed", ["", "22", "a-b", "25-7", "7-22-3", "7:61-8", "7-7", "24:30-7", "-1-5", "9" * 20, f"22-{2**63}"]
)
def test_quiet_hours_that_are_none_are_refused(typed: str) -> None:
    with pytest.raises(NotThere, match=r"^[A-Z][^.]*\.( `every:never` stops all reminders\.)?$"):
        read_hours(typed)


def test_a_zone_is_found_however_it_is_written() -> None:
    assert read_zone(" europe/berlin") == "Europe/Berlin"
    assert read_zone("America/New York") == "America/New_York"
    assert read_zone("utc") == "UTC"
    for typed in ("Berlin time", "../etc/passwd", "", "localtime", "Factory"):
        with pytest.raises(NotThere, match="There is no such time zone"):
            read_zone(typed)


def test_the_day_of_return_begins_where_one_lives() -> None:
    assert read_day("2026-01-06", "Asia/Tokyo", NOW) == utc("2026-01-05", "15:00")
    assert read_day("2026-01-06", "America/New_York", NOW) == utc("2026-01-06", "05:00")
    with pytest.raises(NotThere, match="has begun already"):
        read_day("2026-01-05", "Asia/Tokyo", NOW)
    with pytest.raises(NotThere, match="has begun already"):
        read_day("2026-01-06", "Asia/Tokyo", NOW + timedelta(hours=3))
    late = utc("2026-01-06", "04:59")
    assert read_day("2026-01-06", "America/New_York", late) > late, "there it is still the day before"
    with pytest.raises(NotThere, match="Write the day"):
        read_day("next week", "UTC", NOW)
    ahead = [(read_day(each, "UTC", NOW) - NOW).days for each in ("1d", "7 days", "2w", "3 Jours", "1 semaine")]
    assert [each + 1 for each in ahead] == [1, 7, 14, 3, 7]
    with pytest.raises(NotThere, match="two years ahead"):
        read_day("999w", "UTC", NOW)


@pytest.mark.parametrize(
    ("typed", "zone", "said"),
    [
        ("9999-12-31", "UTC", "two years ahead"), ("9999-12-31", "America/Lima", "two years ahead"),
        ("2028-01-06", "Asia/Tokyo", "two years ahead"), ("0001-01-01", "Asia/Tokyo", "has begun already"),
        ("0001-01-01", "America/Lima", "has begun already"),
    ],
)  # fmt: skip
def test_nobody_is_away_in_another_age(typed: str, zone: str, said: str) -> None:
    with pytest.raises(NotThere, match=said):
        read_day(typed, zone, NOW)
    assert read_day("2028-01-05", zone, NOW) > NOW


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Lima", "Mars/Phobos"])
def test_settings_that_no_command_takes_today_stop_nobody(zone: str) -> None:
    """They were kept by an earlier bot, or on another machine."""
    far = Person(zone=zone, quiet=(22 * 60, 0), away=milliseconds(datetime(9999, 12, 31, tzinfo=UTC)))
    assert far.reminded_first(NOW) > NOW
    assert far.reminded_next(NOW, NOW) is not None
    assert not far.is_reached(NOW)


async def test_one_setting_is_changed_and_the_others_stay(store: SqliteStore) -> None:
    people = People(store)
    await people.change(1, zone="Asia/Tokyo")
    await people.change(1, quiet=(60, 120))
    assert await people.one(1) == Person(zone="Asia/Tokyo", quiet=(60, 120))
    await people.change(1, quiet=None)
    assert await people.of([1, 2]) == {1: Person(zone="Asia/Tokyo"), 2: Person()}


async def test_an_erased_person_stands_in_for_nobody(store: SqliteStore) -> None:
    """Not even in the settings of others; who stands in for them besides stays, as does an id that only looks alike."""
    people = People(store)
    for user, stand_in in ((2, 11), (3, 111), (4, 12)):
        await people.change(user, zone="Asia/Tokyo", stand_in=stand_in)
    await people.change(11, zone="Europe/Paris")
    await people.erase(11)
    assert await people.of([2, 3, 4, 11]) == {
        2: Person(zone="Asia/Tokyo"), 3: Person(zone="Asia/Tokyo", stand_in=111),
        4: Person(zone="Asia/Tokyo", stand_in=12), 11: Person(),
    }  # fmt: skip


async def test_closed_dms_are_told_once(store: SqliteStore) -> None:
    people = People(store)
    await people.change(1, by="dm")
    assert await people.untold(1) is None
    await people.told(1)
    assert (await people.one(1)).by == "dm", "nothing was to be told"
    await people.close_dms(1)
    for _ in range(2):
        assert "in the channel from now on" in (await people.untold(1) or ""), "until it is told"
    await people.told(1)
    assert await people.untold(1) is None
    assert (await people.one(1)).by == "told"


async def test_settings_of_later_versions_are_read(store: SqliteStore) -> None:
    await store.keep_person(1, '{"zone":"Asia/Tokyo","pigeon":true}')
    assert await People(store).one(1) == Person(zone="Asia/Tokyo")
