"""A server continues where the one before it stopped."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from localdiscord import Clock, LocalDiscord, Upload, run_client
from localdiscord.state.clock import DISCORD_EPOCH
from localdiscord.state.composition import compose
from tests.localdiscord.api.scene import EVENT
from tests.localdiscord.little_bot import LittleBot
from tests.patience import a_moment


async def test_the_guild_survives_its_server(tmp_path: Path) -> None:
    file = tmp_path / "discord.db"
    async with LocalDiscord(database=file) as server:
        anna, bert = server.user("anna"), server.user("bert")
        general = server.channel("general")
        thread = server.thread("a-long-thread", general)
        async with run_client(server, LittleBot()):
            await anna.slash(general, "draw card", {"card": "Three"})
            await anna.slash(thread, "say", {"file": Upload("a.txt", b"hello", "text/x-orders")})
        deleted = anna.send(general, "deleted")
        await a_moment()  # the message is written before it is deleted
        server.hub.state.messages.delete(server.hub.actions.visible_message(anna.id, deleted["id"]))
        dm = anna.dm()
        bert.speak("fr")
        server.hub.state.channels.change(general, topic="The last word")

    async with LocalDiscord(database=file) as again:
        before, after = server.hub.state, again.hub.state
        assert after.application_id == before.application_id
        assert after.guild == before.guild
        assert after.channels.by_id == before.channels.by_id
        assert (after.users, after.first.members) == (before.users, before.first.members)
        assert after.available_commands() == before.available_commands()
        assert after.files.by_id == before.files.by_id
        assert after.locales == {bert.id: "fr"}
        assert again.user("anna").id == anna.id
        assert again.user("bert").messages(general) == bert.messages(general)
        assert again.user("anna").messages(general) == anna.messages(general)
        assert len(anna.messages(general)) == len(bert.messages(general)) + 1 == 2
        assert again.user("anna").dm()["id"] == dm["id"]

        async with run_client(again, LittleBot()):
            private = again.user("anna").messages(general)[-1]
            assert int(again.clock.next_id()) > int(private["id"])
            assert after.guild["owner_id"] == anna.id
            assert again.channel("general")["id"] == general["id"]


async def test_strangers_and_closed_dms_survive(tmp_path: Path) -> None:
    file = tmp_path / "discord.db"
    async with LocalDiscord(database=file) as first:
        stranger, anna, bert = first.hub.state.add_user("stranger"), first.user("anna"), first.user("bert")
        for user in (anna, bert):
            user.close_dms()
        bert.open_dms()
    async with LocalDiscord(database=file) as second:
        state = second.hub.state
        assert state.find_user("stranger") == stranger
        assert [each for each in state.users if each not in (stranger["id"], state.bot_id)] == [anna.id, bert.id]
        assert state.without_dms == {anna.id}


async def test_ids_never_run_backwards(tmp_path: Path) -> None:
    start = datetime(2026, 1, 5, 12, tzinfo=UTC)
    ids: list[int] = []
    for _ in range(3):
        async with LocalDiscord(clock=Clock(start), database=tmp_path / "discord.db") as server:
            ids += [int(server.clock.next_id()) for _ in range(3)]
            server.clock.advance(timedelta(days=1, hours=1))
    assert ids == sorted(set(ids))
    assert server.clock.now() == start + timedelta(days=3, hours=3)


async def test_two_guilds_survive_in_order(tmp_path: Path) -> None:
    # in the first seconds of Discord's time the ids become longer
    start, database = DISCORD_EPOCH + timedelta(seconds=2), tmp_path / "discord.db"
    async with LocalDiscord(clock=Clock(start), database=database) as server:
        state, event = server.hub.state, EVENT | {"entity_id": None}
        anna, places = server.user("anna"), [server.channel("first")]
        state.events.add(server.guild_id, state.bot, event)
        club = server.guild("The club")
        server.clock.advance(timedelta(seconds=2))
        carl = club.user("carl")
        places += [club.channel("den"), server.channel("second"), anna.dm()]
        guilds = [server.guild_id, club.id, server.guild("The third").id]
        for place, user in zip(places, (anna, carl, anna, anna), strict=True):
            user.send(place, "x")
            state.messages.add(compose(state, place["id"], state.bot, {"content": "psst"}, only_for=user.id))
        late = state.events.add(club.id, state.bot, event)
        for user in (carl, anna):
            state.events.subscribe(late, user.id, subscribed=True)
        server.hub.actions.read(carl.id, places[1]["id"])
        for scope in ("", *guilds[:2]):
            state.register_commands(scope, [{"id": "1", "name": f"in {scope}"}])
    async with LocalDiscord(clock=Clock(start), database=database) as again:
        after = again.hub.state
        assert [*after.guilds] == guilds
        assert [{*each.members} for each in after.guilds.values()] == [
            {state.bot_id, anna.id}, {state.bot_id, carl.id}, {state.bot_id},
        ]  # fmt: skip
        assert [*after.channels.by_id] == [each["id"] for each in places]
        assert [each.body["name"] for each in after.events.by_id.values()] == ["Night", "Night"]
        assert [each.user_ids for each in after.events.by_id.values()] == [[], [carl.id, anna.id]]
        assert (after.reads.by_user, after.commands) == (state.reads.by_user, state.commands)
        for place in places:
            before = [
                (each.message["content"], each.only_for) for each in state.messages.in_channel(place["id"]).values()
            ]
            found = after.messages.in_channel(place["id"]).values()
            assert [(each.message["content"], each.only_for) for each in found] == before
            assert len(before) == 2


async def test_members_keep_their_order_of_joining(tmp_path: Path) -> None:
    file = tmp_path / "discord.db"
    async with LocalDiscord(database=file) as server:
        server.guild("The club").user("carl")
        for name in ("anna", "carl"):
            server.clock.advance(timedelta(minutes=1))
            server.user(name)
    async with LocalDiscord(database=file) as again:
        assert [each["username"] for each in again.hub.state.first.human_users()] == ["anna", "carl"]
