"""Several guilds on one server."""

import discord
import pytest

from localdiscord import Guild, InvalidAction, LocalDiscord, Permission, User
from tests.localdiscord.little_bot import LittleBot
from tests.patience import until


@pytest.fixture
def club(server: LocalDiscord, anna: User) -> Guild:  # noqa: ARG001 (anna owns the first guild)
    club = server.guild("The club")
    club.user("carl")
    return club


async def test_the_first_call_creates_it(server: LocalDiscord, bot: LittleBot, club: Guild) -> None:
    await until(lambda: {guild.name for guild in bot.guilds} == {"Local guild", "The club"})
    assert server.guild("The club").id == club.id != server.guild_id
    assert server.guild("Local guild").id == server.first_guild.id == server.guild_id
    assert club.channel("general")["id"] != server.channel("general")["id"]
    assert club.channel("general") is club.channel("general")
    thread = club.thread("talk", club.channel("general"))
    assert club.thread("talk", club.channel("general")) is thread
    assert {club.channel("general")["guild_id"], thread["guild_id"]} == {club.id}
    roles = {int(each): await (await bot.fetch_guild(int(each))).fetch_roles() for each in (club.id, server.guild_id)}
    assert all(min(role.id for role in own) == id_ for id_, own in roles.items()), "`@everyone` has its guild's id"


async def test_a_bot_joins_a_guild_with_its_channels(server: LocalDiscord, bot: LittleBot) -> None:
    joined: list[discord.Guild] = []

    async def on_guild_join(guild: discord.Guild) -> None:
        joined.append(guild)

    bot.on_guild_join = on_guild_join  # type: ignore[attr-defined]
    await bot.wait_until_ready()
    here = server.guild("Here", ["news", "talk"])
    await until(lambda: bool(joined))
    (guild,) = joined
    assert guild.id == int(here.id)
    assert [channel.name for channel in guild.text_channels] == ["news", "talk"]
    assert guild.system_channel is not None
    assert guild.system_channel.name == "news"
    assert guild.me.joined_at is not None
    assert "CHANNEL_CREATE" not in bot.events, "its first channels come with it"


async def test_a_user_is_in_the_guilds_that_were_joined(server: LocalDiscord, bot: LittleBot, club: Guild) -> None:
    """Each guild has its own members, owner and permissions."""
    carl, den = club.user("carl"), club.channel("den")
    assert carl.id not in server.hub.state.first.members
    with pytest.raises(InvalidAction, match="cannot see this channel"):
        carl.send(server.channel("general"), "x")
    guild = await bot.fetch_guild(int(club.id))
    assert guild.owner_id == int(carl.id)
    assert [member.name for member in [await guild.fetch_member(int(carl.id))]] == ["carl"]
    anna = server.user("anna")
    with pytest.raises(discord.NotFound):
        await guild.fetch_member(int(anna.id))
    with pytest.raises(InvalidAction, match="cannot see this channel"):
        await anna.slash(den, "do")
    assert club.user("anna").id == anna.id
    await anna.slash(den, "say", {"text": "hello"})
    assert [message["content"] for message in carl.messages(den)] == ["['hello']"]
    assert anna.messages(den) == carl.messages(den)
    own = anna.send(den, "bye")
    club.leave(anna)
    with pytest.raises(discord.NotFound) as unknown:
        await guild.fetch_member(int(anna.id))
    assert unknown.value.code == 10007
    with pytest.raises(InvalidAction, match="cannot see this channel"):
        anna.send(den, "x")
    carl.pin(own)  # what they wrote stays


async def test_a_role_is_deleted_with_all_that_it_denied(server: LocalDiscord, bot: LittleBot, club: Guild) -> None:
    den, me, channels = club.channel("den"), server.hub.state.bot_id, server.hub.state.channels
    role = club.role("muted", me)
    assert club.role("muted") == role
    channels.set_overwrite(den, role, deny=Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    await until(lambda: "___hidden___" in str(bot.get_channel(int(den["id"]))))
    with pytest.raises(discord.Forbidden):
        await bot.get_partial_messageable(int(den["id"])).send("x")
    assert await (await bot.fetch_guild(int(club.id))).fetch_channels() == []
    club.delete_role(role)
    assert (den["permission_overwrites"], role in str(server.hub.state.guilds[club.id].body)) == ([], False)
    await until(lambda: "den" in str(bot.get_channel(int(den["id"]))))
    await bot.get_partial_messageable(int(den["id"])).send("x")


async def test_a_bot_is_removed_and_invited_again(server: LocalDiscord, bot: LittleBot, club: Guild) -> None:
    """What it asks for in a guild that it is not on is refused; of one that is deleted there is nothing."""
    carl, den, here = club.user("carl"), club.channel("den"), int(club.id)
    place, dm = bot.get_partial_messageable(int(den["id"])), await bot.create_dm(discord.Object(int(carl.id)))
    await until(lambda: bot.get_guild(here) is not None)
    club.remove_bot()
    await until(lambda: bot.get_guild(here) is None)
    for asked in (place.send("x"), bot.fetch_guild(here), dm.send("x")):
        with pytest.raises(discord.Forbidden):
            await asked
    assert [each.code for each in server.rejected] == [50001, 50001, 50278]
    with pytest.raises(InvalidAction, match="not on this server"):
        await carl.slash(den, "do")
    club.invite_bot()
    await until(lambda: bot.get_guild(here) is not None)
    await place.send("x")
    club.delete()
    await until(lambda: bot.get_guild(here) is None)
    for asked in (place.send("x"), bot.fetch_guild(here)):
        with pytest.raises(discord.NotFound):
            await asked
    assert [each async for each in bot.fetch_guilds()] == [bot.guilds[0]]


async def test_joining_twice_changes_nothing(server: LocalDiscord, club: Guild) -> None:
    """The first to come owns the guild, and nobody comes twice."""
    state, told = server.hub.state, list[str]()
    carl, dora = club.user("carl"), club.user("dora")
    guild = state.guilds[club.id]
    assert (guild.body["owner_id"], guild.human_users()) == (carl.id, [state.users[each.id] for each in (carl, dora)])
    assert [member["roles"] for member in guild.members.values()] == [[guild.body["roles"][1]["id"]], [], []]
    before = guild.members[carl.id] | {"nick": "C", "roles": [guild.body["roles"][1]["id"]]}
    guild.members[carl.id] = before
    state.updates.subscribe(lambda update: told.append(f"{update.type} {update.guild_id}"))
    state.join(guild, state.users[carl.id])
    assert (guild.members[carl.id], told) == (before, [])
    assert [each["id"] for each in guild.human_users()] == [carl.id, dora.id], "who has a role is no bot for it"
    eve = club.user("Ève")
    assert (told, guild.body["owner_id"]) == ([f"user_create {club.id}"], carl.id)
    shown = [(state.users[each][key]) for each in (eve.id, state.bot_id) for key in ("username", "discriminator")]
    assert shown == ["ève", "0", "bot", "0000"]
    assert server.user("Bot").id != state.bot_id, "a human can have the name of the bot"


@pytest.mark.parametrize("shards", [2, 3])
def test_guilds_are_on_the_shards_in_turn(shards: int) -> None:
    server = LocalDiscord(shards=shards)
    guilds = [server.first_guild, *(server.guild(f"guild {number}") for number in range(1, 5))]
    assert [(int(guild.id) >> 22) % shards for guild in guilds] == [number % shards for number in range(5)]
    ids = [int(guild.id) for guild in guilds]
    assert ids == sorted(ids)


async def test_each_guild_has_forums_and_threads_of_its_own(server: LocalDiscord, anna: User, club: Guild) -> None:
    carl, guilds = club.user("carl"), (server.first_guild, club)
    assert [(guild.name, repr(guild)) for guild in guilds] == [
        ("Local guild", "<Guild Local guild>"), ("The club", "<Guild The club>"),
    ]  # fmt: skip
    forums = [guild.forum("campaigns", ["waiting"]) for guild in guilds]
    assert [each["guild_id"] for each in forums] == [guild.id for guild in guilds]
    assert [guild.forum("campaigns") for guild in guilds] == forums
    threads = [guild.thread("talk", guild.channel("general")) for guild in guilds]
    assert [each["owner_id"] for each in threads] == [anna.id, carl.id]
    assert [guild.thread("talk", guild.channel("general"))["id"] for guild in guilds] == [
        each["id"] for each in threads
    ]
    with pytest.raises(InvalidAction, match="no post “Marne”"):
        club.thread("Marne", forums[1])
