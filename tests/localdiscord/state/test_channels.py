"""Channels and threads: when they sleep, who sees them, and what becomes of them."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from localdiscord import Channel, Clock, LocalDiscord, Permission
from localdiscord.state.permissions import ALL_PERMISSIONS, DEFAULT_PERMISSIONS
from localdiscord.state.updates import Update

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
DAYS = timedelta(days=3)
MOMENT = timedelta(seconds=1)


def asleep(thread: Channel) -> bool:
    return bool(thread["thread_metadata"]["archived"])


def test_a_thread_archives_itself_after_its_duration() -> None:
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


def test_a_pinned_post_stays_and_a_channel_does_not_sleep() -> None:
    server = LocalDiscord(clock=Clock(NOW))
    anna, forum = server.user("anna"), server.forum("campaigns")
    pinned, other = (anna.post(forum, name, "x") for name in ("pinned", "other"))
    server.hub.state.channels.change(pinned, flags=2)
    server.let_threads_sleep()
    server.clock.advance(DAYS)
    assert [asleep(each) for each in (pinned, other)] == [False, True]


def test_only_archiving_moves_the_archive_timestamp() -> None:
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
    assert server.thread("den", general)["type"] == 11, "it is no channel of this name"
    forum = server.forum("campaigns")
    assert [each["position"] for each in (general, den, talk, forum, server.channel("last"))] == [0, 1, 2, 3, 4]


def test_each_user_has_one_dm() -> None:
    server = LocalDiscord()
    anna, bert = server.user("anna"), server.user("bert")
    dms = [user.dm()["id"] for user in (anna, bert, anna, bert)]
    assert dms[:2] == dms[2:]
    assert dms[0] != dms[1]


async def test_deleting_a_channel_deletes_threads_and_messages(tmp_path: Path) -> None:
    async with LocalDiscord(database=tmp_path / "discord.db") as server:
        anna, den, general = server.user("anna"), server.channel("den"), server.channel("general")
        talk, other = server.thread("talk", den), server.thread("talk", general)
        said = [anna.send(place, "x")["id"] for place in (den, talk, other, general)]
    async with LocalDiscord(database=tmp_path / "discord.db") as server:
        anna, den, told = server.user("anna"), server.channel("den"), list[tuple[str, str | None]]()
        channels = server.hub.state.channels

        def tell(update: Update) -> None:
            if channels.can_receive(anna.id, update):
                told.append((update.type, update.channel_id))

        server.hub.state.updates.subscribe(tell)
        server.delete(den)
        assert told == [("channel_delete", talk["id"]), ("channel_delete", den["id"])]
        tell(Update("x", {}, channel_id=den["id"]))
        assert len(told) == 2, "of what is gone nobody is told any more"
    async with LocalDiscord(database=tmp_path / "discord.db") as again:
        for state in (server.hub.state, again.hub.state):
            assert state.channels.by_id.keys() == {general["id"], other["id"]}
            assert [state.messages.find(each) is not None for each in said] == [False, False, True, True]


def test_overwrites_add_up() -> None:
    server = LocalDiscord()
    general = server.channel("general")
    server.allow(general, Permission.PIN_MESSAGES)
    server.allow(general, Permission.MANAGE_MESSAGES)
    server.deny(general, Permission.SEND_MESSAGES)
    server.deny(general, Permission.MANAGE_MESSAGES)
    (given,) = general["permission_overwrites"]
    assert int(given["allow"]) == Permission.PIN_MESSAGES
    assert int(given["deny"]) == Permission.SEND_MESSAGES | Permission.MANAGE_MESSAGES
    server.allow(general, Permission.SEND_MESSAGES)
    (given,) = general["permission_overwrites"]
    assert int(given["allow"]) == Permission.PIN_MESSAGES | Permission.SEND_MESSAGES
    assert int(given["deny"]) == Permission.MANAGE_MESSAGES


def test_updates_reach_only_their_readers() -> None:
    server = LocalDiscord()
    anna, bert = server.user("anna"), server.user("bert")
    state, dm = server.hub.state, anna.dm()
    for update, told in (
        (Update("x", {}), [anna, bert]),
        (Update("x", {}, only_for=bert.id), [bert]),
        (Update("x", {}, channel_id=dm["id"]), [anna]),
        (Update("x", {}, channel_id=server.channel("general")["id"]), [anna, bert]),
        (Update("x", {}, channel_id=server.channel("general")["id"], only_for=anna.id), [anna]),
        (Update("x", {}, channel_id="12345"), []),
    ):
        assert [user for user in (anna, bert) if state.channels.can_receive(user.id, update)] == told
    for user_id in (anna.id, state.bot_id):
        assert state.channels.permissions_of(user_id, dm["id"]) == ALL_PERMISSIONS & ~Permission.ADMINISTRATOR
    assert state.channels.permissions_of(bert.id, dm["id"]) == 0
    stranger = server.guild("elsewhere").user("zoe")
    assert state.channels.permissions_of(stranger.id, server.channel("general")["id"]) == 0


def test_guilds_have_their_own_positions_and_permissions() -> None:
    server = LocalDiscord()
    anna, club, state = server.user("anna"), server.guild("The club"), server.hub.state
    carl, dora = club.user("carl"), club.user("dora")
    here, there = [guild.channel("general") for guild in (server.first_guild, club)]
    server.thread("talk", here)
    more = [guild.channel("den") for guild in (club, server.first_guild)]
    assert [each["position"] for each in (here, there, *more)] == [0, 0, 1, 1]
    assert [state.channels.guild_of(each) for each in (here, there, anna.dm())] == [
        state.first, state.guilds[club.id], None,
    ]  # fmt: skip
    role = {"id": "20", "name": "pinner", "permissions": str(int(Permission.PIN_MESSAGES)), "managed": False}
    state.guilds[club.id].body["roles"].append(role)
    state.guilds[club.id].members[dora.id]["roles"].append("20")
    pinner = DEFAULT_PERMISSIONS | Permission.PIN_MESSAGES
    for user, place, permissions in (
        (anna, here, ALL_PERMISSIONS),
        (anna, there, 0),
        (carl, there, ALL_PERMISSIONS),
        (carl, here, 0),
        (dora, there, pinner),
    ):
        assert state.channels.permissions_of(user.id, place["id"]) == permissions
    state.channels.set_overwrite(there, dora.id, deny=Permission.SEND_MESSAGES)
    assert state.channels.permissions_in(dora.id, state.guilds[club.id]) == pinner, "in the guild no channel counts"
    for update, guild_id in (
        (Update("x", {}, channel_id=there["id"]), club.id),
        (Update("x", {}, guild_id=club.id), club.id),
        (Update("x", {}, channel_id=anna.dm()["id"]), None),
        (Update("x", {}), None),
    ):
        assert state.channels.guild_id_of(update) == guild_id


def test_a_private_thread_belongs_to_its_members() -> None:
    server = LocalDiscord()
    anna, bert, channels = server.user("anna"), server.user("bert"), server.hub.state.channels
    general, den = server.channel("general"), server.channel("den")
    apart, shared, other = (
        channels.add_thread(place["id"], "talk", bert.id, private=private)
        for place, private in ((general, True), (general, False), (den, True))
    )
    for thread, seen in ((apart, [bert]), (shared, [anna, bert]), (other, [bert])):
        assert [user for user in (anna, bert) if channels.can_view(user.id, thread["id"])] == seen
    assert channels.threads_of(general["id"]) == [apart, shared]
    server.delete(general)
    assert [*channels.by_id] == [den["id"], other["id"]]


def test_one_members_overwrite_leaves_others_alone() -> None:
    server = LocalDiscord()
    server.user("anna")
    bert, general, channels = server.user("bert"), server.channel("general"), server.hub.state.channels
    server.deny(general, Permission.ADD_REACTIONS)
    channels.set_overwrite(general, bert.id, deny=Permission.SEND_MESSAGES)
    server.allow(general, Permission.PIN_MESSAGES)
    for user_id, allowed, denied in (
        (bert.id, 0, Permission.SEND_MESSAGES),
        (server.hub.state.bot_id, Permission.PIN_MESSAGES, Permission.ADD_REACTIONS),
    ):
        assert channels.permissions_of(user_id, general["id"]) == DEFAULT_PERMISSIONS & ~denied | allowed


def test_a_post_loses_its_pin_when_archived() -> None:
    server = LocalDiscord()
    anna, channels = server.user("anna"), server.hub.state.channels
    general, forum = server.channel("general"), server.forum("campaigns")
    thread, post = server.thread("talk", general), anna.post(forum, "x", "x")
    assert [channels.forum_of(each) for each in (post, thread, general, forum, anna.dm())] == [forum, *[None] * 4]
    channels.change(post, flags=2)
    found = []
    for change in ({"locked": True}, {"auto_archive_duration": 60}, {"archived": True}, {"archived": False}):
        channels.change_thread(post, change)
        found.append(post["flags"])
    assert found == [2, 2, 0, 0]


def test_threads_inherit_denied_writing() -> None:
    server = LocalDiscord()
    server.user("anna")
    bert, general, channels = server.user("bert"), server.channel("general"), server.hub.state.channels
    thread, other = server.thread("talk", general), server.thread("talk", server.channel("den"))
    denied = Permission.SEND_MESSAGES_IN_THREADS
    channels.set_overwrite(general, bert.id, deny=denied)
    may = [channels.permissions_of(bert.id, each["id"]) for each in (thread, other)]
    assert may == [DEFAULT_PERMISSIONS & ~denied, DEFAULT_PERMISSIONS]
