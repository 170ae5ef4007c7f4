"""Threads that fall asleep by the clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

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


def test_a_clock_is_advanced_step_by_step_until_it_runs() -> None:
    clock, steps = Clock(NOW), []
    clock.moved = lambda: steps.append(clock.now())
    for _ in range(2):
        clock.advance(MOMENT)
    assert steps == [NOW + MOMENT, NOW + 2 * MOMENT]
    clock.run()
    assert clock.offset == timedelta()


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


def test_only_what_archives_a_thread_or_wakes_it_is_the_moment_that_it_notes() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    thread = server.thread("quiet", server.channel("general"))
    moments = []
    for change in ({"locked": True}, {"archived": True}, {"locked": False}, {"archived": True}, {"archived": False}):
        server.clock.advance(MOMENT)
        server.hub.state.channels.change_thread(thread, change)
        moments.append(datetime.fromisoformat(thread["thread_metadata"]["archive_timestamp"]) - NOW)
    assert moments == [0 * MOMENT, 2 * MOMENT, 2 * MOMENT, 2 * MOMENT, 5 * MOMENT]


def test_channels_and_threads_of_one_name_are_told_apart() -> None:
    server = LocalDiscord()
    general, den = server.channel("general"), server.channel("den")
    threads = [server.thread("talk", place) for place in (general, den)]
    talk = server.channel("talk")
    assert [each["type"] for each in (*threads, talk)] == [11, 11, 0]
    assert [server.thread("talk", place)["id"] for place in (general, den)] == [each["id"] for each in threads]
    assert server.channel("talk") is talk
    forum = server.forum("campaigns")
    assert [each["position"] for each in (general, den, talk, forum, server.channel("last"))] == [0, 1, 2, 3, 4]


def test_each_user_has_one_dm() -> None:
    server = LocalDiscord()
    anna, bert = server.user("anna"), server.user("bert")
    dms = [user.dm()["id"] for user in (anna, bert, anna, bert)]
    assert dms[:2] == dms[2:]
    assert dms[0] != dms[1]


async def test_a_deleted_channel_takes_its_threads_and_all_their_messages_with_it(tmp_path: Path) -> None:
    async with LocalDiscord(database=tmp_path / "discord.db") as server:
        anna, den, general = server.user("anna"), server.channel("den"), server.channel("general")
        talk, other = server.thread("talk", den), server.thread("talk", general)
        said = [anna.send(place, "x")["id"] for place in (den, talk, other, general)]
    async with LocalDiscord(database=tmp_path / "discord.db") as server:
        den, told = server.channel("den"), list[tuple[str, str | None]]()
        server.hub.state.updates.subscribe(lambda update: told.append((update.type, update.channel_id)))
        server.delete(den)
        assert told == [("channel_delete", talk["id"]), ("channel_delete", den["id"])]
    async with LocalDiscord(database=tmp_path / "discord.db") as again:
        for state in (server.hub.state, again.hub.state):
            assert state.channels.by_id.keys() == {general["id"], other["id"]}
            assert [state.messages.find(each) is not None for each in said] == [False, False, True, True]
