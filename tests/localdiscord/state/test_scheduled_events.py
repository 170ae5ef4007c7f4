"""Scheduled events by the clock, in two guilds, and who is interested."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from localdiscord import Clock, LocalDiscord
from localdiscord.state.scheduled_events import EventStatus, ScheduledEvent
from localdiscord.state.updates import Update
from tests.localdiscord.api.scene import EVENT

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def planned(server: LocalDiscord, begins: timedelta, ends: timedelta, guild_id: str | None = None) -> ScheduledEvent:
    times = {"scheduled_start_time": (NOW + begins).isoformat(), "scheduled_end_time": (NOW + ends).isoformat()}
    return server.hub.state.events.add(guild_id or server.guild_id, server.hub.state.bot, EVENT | times)


def test_events_begin_and_end_when_their_time_has_come() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    events = [planned(server, begin * HOUR, end * HOUR) for begin, end in ((1, 3), (2, 3), (1, 2))]
    called_off = planned(server, HOUR, 2 * HOUR)
    server.hub.state.events.change(called_off, status=int(EventStatus.CANCELED))
    told: list[tuple[str, int]] = []
    server.hub.state.updates.subscribe(lambda update: told.append((update.body["id"], update.body["status"])))

    def after(time: timedelta) -> list[int]:
        server.clock.advance(time)
        return [int(each.status) for each in (*events, called_off)]

    assert after(HOUR - timedelta(seconds=1)) == [1, 1, 1, 4]
    assert after(timedelta(seconds=1)) == [2, 1, 2, 4]
    assert after(HOUR) == [2, 2, 3, 4]
    assert after(HOUR) == [3, 3, 3, 4]
    one, two, three = (each.id for each in events)
    assert told == [(one, 2), (three, 2), (two, 2), (three, 3), (one, 3), (two, 3)]
    missed = planned(server, 4 * HOUR, 5 * HOUR)
    assert (after(9 * HOUR)[0], missed.status, [each for each in told if each[0] == missed.id][1:]) == (
        3, EventStatus.COMPLETED, [(missed.id, 2), (missed.id, 3)]
    )  # fmt: skip


def test_each_guild_has_the_events_that_are_still_to_come_or_run() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    club, state = server.guild("The club"), server.hub.state
    here = [planned(server, HOUR, 9 * HOUR) for _ in range(2)]
    there = planned(server, HOUR, 2 * HOUR, club.id)
    server.clock.advance(HOUR)
    assert [[*state.events.open_in(each)] for each in (server.guild_id, club.id)] == [here, [there]]
    state.events.change(here[0], status=int(EventStatus.CANCELED))
    server.clock.advance(HOUR)
    assert [[*state.events.open_in(each)] for each in (server.guild_id, club.id)] == [[here[1]], []]


async def test_interest_is_told_once_and_survives_a_restart(tmp_path: Path) -> None:
    async with LocalDiscord(clock=Clock(NOW), database=tmp_path / "discord.db") as server:
        club, events, told = server.guild("The club"), server.hub.state.events, list[Update]()
        kept, gone = [planned(server, HOUR, 9 * HOUR, club.id) for _ in range(2)]
        server.hub.state.updates.subscribe(told.append)
        for user_id, subscribed in (("5", True), ("5", True), ("4", True), ("6", False), ("5", False), ("5", False)):
            events.subscribe(kept, user_id, subscribed=subscribed)
        assert [(each.type, each.body["user_id"], each.guild_id) for each in told] == [
            ("event_user_add", "5", club.id), ("event_user_add", "4", club.id), ("event_user_remove", "5", club.id),
        ]  # fmt: skip
        assert {each.body["guild_scheduled_event_id"] for each in told} == {kept.id}
        assert (kept.counted(), gone.counted()["user_count"]) == (kept.body | {"user_count": 1}, 0)
    async with LocalDiscord(clock=Clock(NOW), database=tmp_path / "discord.db") as server:
        events = server.hub.state.events
        assert (events.by_id[kept.id].user_ids, events.by_id[kept.id].body) == (["4"], kept.body)
        server.hub.state.updates.subscribe(told.append)
        events.remove(events.by_id[gone.id])
        assert (told[-1].type, told[-1].body, told[-1].guild_id) == ("event_delete", gone.body, club.id)
        events.subscribe(events.by_id[kept.id], "4", subscribed=False)
    async with LocalDiscord(clock=Clock(NOW), database=tmp_path / "discord.db") as again:
        (event,) = again.hub.state.events.by_id.values()
        assert (event.id, event.user_ids) == (kept.id, [])


def test_a_new_event_takes_its_defaults() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    bot, events = server.hub.state.bot, server.hub.state.events
    guild_id = server.guild("The club").id
    plain, told = (events.add(guild_id, bot, EVENT | more) for more in ({}, {"description": "x", "image": "y"}))
    assert plain.id != told.id
    usual = {"guild_id": guild_id, "creator_id": bot["id"], "creator": bot, "status": 1, "channel_id": None}
    for event, description, image in ((plain, None, None), (told, "x", "y")):
        assert {key: event.body[key] for key in usual} == usual
        assert (event.body["description"], event.body["image"], event.body["name"]) == (description, image, "Night")
        assert events.by_id[event.id] is event
