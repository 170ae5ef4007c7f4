"""What is in which guild, who speaks which language, and what the time brings."""

from datetime import UTC, datetime
from pathlib import Path

from localdiscord import LocalDiscord
from localdiscord.state.updates import Update

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def test_a_user_can_name_what_is_in_the_guild_or_the_two_of_a_dm() -> None:
    server = LocalDiscord()
    anna, bert, club, state = server.user("anna"), server.user("bert"), server.guild("The club"), server.hub.state
    carl, _ = club.user("carl"), club.user("anna")
    general, den = server.channel("general"), club.channel("den")
    talk = club.thread("talk", den)
    known = state.known_in(talk["id"])
    assert {*known.users} == {state.bot_id, carl.id, anna.id}
    assert (known.members, known.roles) == (state.guilds[club.id].members, state.guilds[club.id].roles)
    assert [*known.channels] == [den["id"], talk["id"]]
    known = state.known_in(general["id"])
    assert {*known.users} == {*known.members} == {state.bot_id, anna.id, bert.id}
    assert ([*known.channels], known.roles) == ([general["id"]], state.first.roles)
    known = state.known_in(bert.dm()["id"])
    assert known.users == {bert.id: state.users[bert.id], state.bot_id: state.bot}
    assert (known.members, known.channels, known.roles) == ({}, {}, {})
    guilds = [state.guild_of(each["id"]) for each in (general, talk, bert.dm())]
    assert guilds == [state.first, state.guilds[club.id], None]


def test_a_channel_has_global_and_guild_commands() -> None:
    server = LocalDiscord()
    anna, club, state, told = server.user("anna"), server.guild("The club"), server.hub.state, list[Update]()
    places = [server.channel("general"), club.channel("den"), anna.dm()]
    state.updates.subscribe(told.append)
    for scope in ("", server.guild_id, club.id):
        state.register_commands(scope, [{"name": f"in {scope}"}])
    everywhere, here, there = "in ", f"in {server.guild_id}", f"in {club.id}"
    found = [[each["name"] for each in state.commands_in(place["id"])] for place in places]
    assert found == [[everywhere, here], [everywhere, there], [everywhere]]
    # the page shows the first guild
    assert [[each["name"] for each in update.body["commands"]] for update in told] == [
        [everywhere], [everywhere, here], [everywhere, here],
    ]  # fmt: skip
    assert [each["name"] for each in state.available_commands(state.guilds[club.id])] == [everywhere, there]
    state.register_commands("", [])
    found = [[each["name"] for each in state.commands_in(place["id"])] for place in places]
    assert found == [[here], [there], []]


def test_each_user_has_a_name_and_a_language() -> None:
    server = LocalDiscord(bot_name="Anna", locale="fr")
    anna, bert, state = server.user("Anna"), server.user("bert"), server.hub.state
    assert (anna.id != state.bot_id, server.user("Anna").id) == (True, anna.id)
    assert state.find_user("anna") is None
    bert.speak("de")
    assert [state.locale_of(each) for each in (anna.id, bert.id, state.bot_id)] == ["fr", "de", "fr"]
    guilds = [server.guild(name, ["news", "talk"]) for name in ("one", "two")]
    assert {state.guilds[each.id].body["preferred_locale"] for each in guilds} == {"fr"}
    news = [state.guilds[each.id].body["system_channel_id"] for each in guilds]
    assert news == [each.channel("news")["id"] for each in guilds]
    assert [state.find_guild(name) for name in ("two", "three")] == [state.guilds[guilds[1].id], None]
    first = state.bot["id"], state.application_id
    assert first == (state.bot_id, state.bot_id)


async def test_the_first_member_owns_the_guild_after_a_restart(tmp_path: Path) -> None:
    file, told = tmp_path / "discord.db", list[tuple[str, str | None]]()
    async with LocalDiscord(database=file) as server:
        anna = server.user("anna")
        server.hub.state.updates.subscribe(lambda update: told.append((update.type, update.guild_id)))
        club = server.guild("The club")
    async with LocalDiscord(database=file) as server:
        club = server.guild("The club")
        owner = server.hub.state.guilds[club.id].body["owner_id"]
        server.hub.state.updates.subscribe(lambda update: told.append((update.type, update.guild_id)))
        carl, _ = club.user("carl"), club.user("anna")
        assert owner == server.hub.state.bot_id
        assert told == [(type_, club.id) for type_ in ("guild_create", "guild_update", "user_create", "user_create")]
    async with LocalDiscord(database=file) as again:
        guilds = again.hub.state.guilds.values()
        assert [(each.body["name"], each.body["owner_id"]) for each in guilds] == [
            ("Local guild", anna.id), ("The club", carl.id),
        ]  # fmt: skip
