"""What the bot is told of a change, and what it knows when it has connected."""

import pytest

from localdiscord import Intent, LocalDiscord, Permission, User, run_client
from localdiscord.state.composition import compose, edit, pin
from tests.localdiscord.api.scene import EVENT
from tests.localdiscord.gateway.shards import INTENTS, listening, shard, told
from tests.localdiscord.little_bot import LittleBot
from tests.patience import until

MESSAGES = {"MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"}
REACTIONS = {"MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE"}
CHANGES = ("CREATE", "UPDATE", "DELETE")
BROUGHT = {
    0: set[str](),
    Intent.GUILDS: {
        *(f"{each}_{change}" for each in ("CHANNEL", "THREAD") for change in CHANGES),
        "CHANNEL_PINS_UPDATE",
        "GUILD_CREATE",
        "GUILD_UPDATE",
        "GUILD_ROLE_CREATE",
        "GUILD_ROLE_DELETE",
    },
    Intent.GUILD_MEMBERS: {"GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE", "GUILD_MEMBER_UPDATE"},
    Intent.GUILD_MESSAGES: MESSAGES,
    Intent.GUILD_REACTIONS: REACTIONS,
    Intent.DIRECT_MESSAGES: {*MESSAGES, "CHANNEL_PINS_UPDATE"},
    Intent.DIRECT_REACTIONS: REACTIONS,
    Intent.GUILD_SCHEDULED_EVENTS: {
        *(f"GUILD_SCHEDULED_EVENT_{change}" for change in (*CHANGES, "USER_ADD", "USER_REMOVE"))
    },
}
"""The events that each intent brings: Events, Gateway, List of Intents."""


async def test_each_intent_brings_its_events_and_no_others() -> None:
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS) as server, listening(server, *BROUGHT) as heard:
        state, anna, bert = server.hub.state, server.user("anna"), server.user("bert")
        den, dm = server.channel("den"), bert.dm()
        state.channels.change(den, topic="x")
        thread = server.thread("talk", den)
        server.archive(thread)
        for user, place in ((anna, den), (bert, dm)):
            stored = server.hub.actions.visible_message(user.id, user.send(place, "x")["id"])
            edit(state, stored, {"content": "y"})
            for change in (1, -1):
                state.messages.react(stored, "⚔️", state.bot_id, change)
            pin(state, stored, state.bot, pinned=True)
            state.messages.delete(stored)
        event = state.events.add(server.guild_id, state.bot, EVENT)
        state.events.change(event, name="Dusk")
        for subscribed in (True, False):
            state.events.subscribe(event, anna.id, subscribed=subscribed)
        state.events.remove(event)
        server.delete(den)
        server.first_guild.delete_role(server.first_guild.role("knights", anna.id))
        server.first_guild.leave(bert)
        found = await told(heard)
    assert {intent: {name for name, _ in events} for intent, events in zip(BROUGHT, found, strict=True)} == BROUGHT


async def test_of_a_hidden_place_no_more_is_told_than_that_it_is_there(server: LocalDiscord) -> None:
    anna, bert, den, general = (
        server.user("anna"), server.user("bert"), server.channel("den"), server.channel("general")
    )  # fmt: skip
    thread = server.thread("talk", den)
    server.deny(den, Permission.VIEW_CHANNEL)
    private = server.hub.state.channels.add_thread(general["id"], "apart", anna.id, private=True)
    async with listening(server, INTENTS) as heard:
        for place in (den, thread, private):
            anna.send(place, "x")
            server.hub.state.channels.change(place, name="y")
        server.hub.state.messages.add(compose(
            server.hub.state, general["id"], server.hub.state.bot, {"content": "psst"}, only_for=bert.id
        ))  # fmt: skip
        (events,) = await told(heard)
    assert [(name, data["name"]) for name, data in events[1:]] == [("CHANNEL_UPDATE", "___hidden___")]


async def test_message_content_needs_its_intent() -> None:
    words = Intent.MESSAGE_CONTENT
    async with LocalDiscord(privileged_intents=words) as server:
        anna, general, state = server.user("anna"), server.channel("general"), server.hub.state
        mention = f"<@{state.bot_id}>"
        async with listening(server, INTENTS | words, INTENTS, INTENTS | words, INTENTS) as heard:
            anna.send(general, "hello")
            anna.send(general, f"{mention} <@{anna.id}>")
            anna.send(general, f"<@{anna.id}>")
            anna.send(anna.dm(), "psst")
            state.messages.add(compose(state, general["id"], state.bot, {"content": "mine"}))
            found = await told(heard, "MESSAGE_CREATE")
    contents = [[data["content"] for _, data in events] for events in found]
    both, her = f"{mention} <@{anna.id}>", f"<@{anna.id}>"
    assert contents == [["hello", both, her, "psst", "mine"], ["", both, "", "psst", "mine"]] * 2
    (_, said), _, _, (_, whispered), (_, own) = found[0]
    assert [each.get("guild_id") for each in (said, whispered, own)] == [server.guild_id, None, server.guild_id]
    member = {key: each for key, each in state.first.members[anna.id].items() if key != "user"}
    assert (said["member"], "member" in whispered) == (member, False)


async def test_a_thread_is_new_once(server: LocalDiscord) -> None:
    _, general = server.user("anna"), server.channel("general")
    async with listening(server, INTENTS) as heard:
        thread = server.thread("talk", general)
        server.hub.state.channels.change(thread, name="words")
        channels, bot_id = server.hub.state.channels, server.hub.state.bot_id
        channels.change(channels.add_thread(general["id"], "apart", bot_id, private=True), name="alone")
        server.hub.state.channels.change(general, topic="x")
        (events,) = await told(heard)
    changed = [(name, data["name"], data.get("newly_created")) for name, data in events[1:]]
    assert changed == [
        ("THREAD_CREATE", "talk", True), ("THREAD_UPDATE", "words", None), ("THREAD_CREATE", "apart", True),
        ("THREAD_UPDATE", "alone", None), ("CHANNEL_UPDATE", "general", None),
    ]  # fmt: skip


@pytest.mark.parametrize("sees_members", [True, False])
async def test_a_guild_comes_with_its_members_for_who_may_see_them(*, sees_members: bool) -> None:
    intents = Intent.GUILDS | (Intent.GUILD_MEMBERS if sees_members else 0)
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS) as server:
        anna = server.user("anna")
        async with listening(server, intents) as (one,):
            old = (await one.next())[1]
            new = server.guild("second")
            came = (await one.next())[1]
    members = [server.hub.state.bot_id, anna.id] if sees_members else [server.hub.state.bot_id]
    assert ([each["user"]["id"] for each in old["members"]], old["member_count"]) == (members, 2)
    assert (old["unavailable"], came["id"], "unavailable" in came) == (False, new.id, False)


async def test_members_are_found_by_prefix_or_id(two_shards: LocalDiscord) -> None:
    server = two_shards
    anna, andrew, _ = server.user("anna"), server.user("Andrew"), server.user("bert")
    both = [str(anna.id), str(andrew.id)]
    async with shard(server, 0, 2) as one:
        await one.next()
        for asked, found, missing in (
            ({"query": "AN", "limit": 0}, ["anna", "andrew"], []),
            ({"query": "an", "limit": 1}, ["anna"], []),
            ({"query": "nn", "limit": 0}, [], []),
            ({"query": "", "limit": 0}, ["bot", "anna", "andrew", "bert"], []),
            ({"user_ids": both, "limit": 1}, ["anna", "andrew"], []),
            ({"user_ids": anna.id}, ["anna"], []),
            ({"user_ids": [*both, "5"], "nonce": "n"}, ["anna", "andrew"], ["5"]),
        ):
            # the guild of another shard is none of its business
            for guild in (server.guild("second").id, server.guild_id):
                await one.socket.send_json({"op": 8, "d": {"guild_id": guild, **asked}})
            name, chunk = await one.next()
            assert (name, chunk["guild_id"], chunk.get("nonce")) == (
                "GUILD_MEMBERS_CHUNK", server.guild_id, asked.get("nonce"),
            )  # fmt: skip
            assert [each["user"]["username"] for each in chunk["members"]] == found
            assert chunk["not_found"] == missing


async def test_a_bot_that_connects_is_told_of_what_it_may_see(server: LocalDiscord, anna: User) -> None:
    threads, general, den = server.hub.state.channels, server.channel("general"), server.channel("den")
    bot_id = server.hub.state.bot_id
    server.thread("talk", general)
    server.archive(server.thread("over", general))
    server.thread("hidden", den)
    threads.add_thread(general["id"], "apart", anna.id, private=True)
    threads.add_thread(general["id"], "with the bot", bot_id, private=True)
    server.deny(den, Permission.VIEW_CHANNEL)
    bot = LittleBot()
    async with run_client(server, bot):
        await until(lambda: bool(bot.guilds))
        assert [channel.name for channel in bot.guilds[0].channels] == ["general", "___hidden___"]
        assert {thread.name for thread in bot.guilds[0].threads} == {"talk", "with the bot"}


async def test_a_guild_comes_with_what_is_in_it(two_shards: LocalDiscord) -> None:
    server, state = two_shards, two_shards.hub.state
    club = server.guild("second")
    club.user("carl")
    for guild in (server.first_guild, club):
        guild.thread("talk", guild.channel("den"))
        guild.forum("campaigns")
        anna = guild.user("anna")
    event = state.events.add(club.id, state.bot, EVENT)
    state.events.subscribe(event, anna.id, subscribed=True)
    async with shard(server, 1, 2) as one:
        name, data = await one.next()
    assert (name, data["id"], data["member_count"]) == ("GUILD_CREATE", club.id, 3)
    assert [each["name"] for each in data["channels"]] == ["den", "campaigns"]
    assert [each["guild_id"] for each in (*data["channels"], *data["threads"])] == [club.id] * 3
    assert [(each["id"], each["user_count"]) for each in data["guild_scheduled_events"]] == [(event.id, 1)]
    assert [each["user"]["id"] for each in data["members"]] == [state.bot_id]


async def test_a_join_names_its_guild() -> None:
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS) as server:
        server.user("anna")
        async with listening(server, Intent.GUILD_MEMBERS) as heard:
            guilds = [server.first_guild, server.guild("The club")]
            users = [guild.user("bert") for guild in guilds]
            (events,) = await told(heard, "GUILD_MEMBER_ADD")
    assert [(data["user"]["id"], data["guild_id"]) for _, data in events] == [
        (user.id, guild.id) for user, guild in zip(users, guilds, strict=True)
    ]
