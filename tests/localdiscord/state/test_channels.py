"""Threads that fall asleep by the clock."""

from datetime import UTC, datetime, timedelta

from localdiscord import Channel, Clock, LocalDiscord

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAYS = timedelta(days=3)
MOMENT = timedelta(seconds=1)


def asleep(thread: Channel) -> bool:
    return bool(thread["thread_metadata"]["archived"])


def test_a_thread_sleeps_once_nothing_has_happened_for_as_long_as_it_says() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    anna, general = server.user("anna"), server.channel("general")
    quiet, busy, reopened = (server.thread(name, general) for name in ("quiet", "busy", "reopened"))
    brief = server.hub.state.channels.add_thread(general["id"], "brief", anna.id, minutes=60)
    server.let_threads_sleep()
    server.clock.advance(timedelta(minutes=60) - MOMENT)
    assert not asleep(brief)
    server.clock.advance(MOMENT)
    assert (asleep(brief), brief["thread_metadata"]["archive_timestamp"]) == (True, "2026-01-05T13:00:00.000000+00:00")
    server.archive(reopened)
    server.reopen(reopened)
    anna.send(busy, "x")
    server.clock.advance(DAYS - timedelta(hours=1))
    assert [asleep(each) for each in (quiet, busy, reopened)] == [True, False, False]
    server.clock.advance(timedelta(hours=1))
    assert asleep(busy)
    assert asleep(reopened)
    anna.send(quiet, "x")
    server.clock.advance(DAYS - MOMENT)
    assert not asleep(quiet)


def test_a_thread_that_may_sleep_later_or_earlier_counts_anew() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    thread = server.thread("quiet", server.channel("general"))
    server.let_threads_sleep()
    server.clock.advance(DAYS - MOMENT)
    server.hub.state.channels.change_thread(thread, {"auto_archive_duration": 60})
    server.clock.advance(timedelta(minutes=60) - MOMENT)
    assert not asleep(thread)
    server.clock.advance(MOMENT)
    assert asleep(thread)


def test_no_id_is_given_twice_whatever_a_server_remembers() -> None:
    clock = Clock(NOW)
    ids = [int(clock.next_id())]
    for last in (5, ids[0] + 100):
        clock.restore(0, last)
        ids.append(int(clock.next_id()))
    assert ids == [ids[0], ids[0] + 1, ids[0] + 101]


def test_a_pinned_post_stays_and_a_channel_does_not_sleep() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    anna, forum = server.user("anna"), server.forum("campaigns")
    pinned, other = (anna.post(forum, name, "x") for name in ("pinned", "other"))
    server.hub.state.channels.change(pinned, flags=2)
    server.let_threads_sleep()
    server.clock.advance(DAYS)
    assert [asleep(each) for each in (pinned, other)] == [False, True]


def test_no_thread_sleeps_unless_it_is_asked_for() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    thread = server.thread("quiet", server.channel("general"))
    server.clock.advance(10 * DAYS)
    assert not asleep(thread)
    server.let_threads_sleep()
    assert asleep(thread)
