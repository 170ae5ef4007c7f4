"""What a user types behind a slash command."""

from contextlib import nullcontext
from typing import Any

import pytest

from localdiscord import Channel, InvalidAction, Json, LocalDiscord, Permission, Upload, User
from tests.localdiscord.little_bot import LittleBot, Received

pytestmark = pytest.mark.usefixtures("bot")


async def test_each_option_arrives_as_its_type(anna: User, bert: User, general: Channel) -> None:
    given = {
        "text": "ab", "number": "9", "amount": "1.5", "yes": "no", "who": f"@{bert.name}", "where": "general",
        "role": "@everyone", "file": Upload("a.txt", b"hello"), "side": "north side",
    }  # fmt: skip
    interaction = await anna.slash(general, "say", given)
    assert interaction.message is not None
    understood = "['ab', 9, 1.5, False, 'bert', 'general', '@everyone', 'hello', 'north']"
    assert interaction.message["content"] == understood


@pytest.mark.parametrize("permissions", [0, None])
async def test_null_permissions_allow_everybody_and_zero_admins(
    bot: LittleBot, anna: User, bert: User, general: Channel, permissions: int | None
) -> None:
    said: list[str] = []

    async def answered(interaction: Received) -> None:
        said.append(interaction.user.name)
        await interaction.response.send_message("done")

    bot.handler = answered
    command = {"name": "do", "description": "x", "default_member_permissions": permissions}
    (do,) = await bot.raw("PUT", f"/applications/{bot.application_id}/commands", [command])
    assert do["default_member_permissions"] == (None if permissions is None else "0")
    await anna.slash(general, "do")
    with pytest.raises(InvalidAction, match="not have permission") if permissions is not None else nullcontext():
        await bert.slash(general, "do")
    await bert.slash(bert.dm(), "do")  # permissions are those in a server
    assert said == (["anna", "bert", "bert"] if permissions is None else ["anna", "bert"])


def declared(name: str, kind: int, **more: Any) -> Json:
    return {"name": name, "description": "x", "type": kind, **more}


ORDER = [
    declared("text", 3, required=True),
    declared("one", 6),
    declared("two", 6),
    declared("where", 7, channel_types=[0]),
    declared("there", 7),
    declared("whom", 9),
    declared("which", 8),
    declared("count", 4, min_value=0, max_value=3),
    declared("share", 10, min_value=0.5, max_value=1.5),
    declared("side", 3, choices=[{"name": "North", "value": "n"}, {"name": "n", "value": "north"}]),
    declared("number", 4, choices=[{"name": "One", "value": 1}]),
    declared("sure", 5),
]


def register(server: LocalDiscord, *options: Json, scope: str = "", **more: Any) -> None:
    """Makes `/order` the only command of the guild, or of all."""
    command = {"id": "7", "name": "order", "type": 1, "default_member_permissions": None, "options": [*options]}
    of = {"guild_id": scope} if scope else {}
    server.hub.state.register_commands(scope, [command | of | more])


def order(server: LocalDiscord, user: User, place: Channel, name: str = "order", /, **values: Any) -> Json:
    """What the bot receives of it."""
    sent = server.hub.actions.command(user.id, place["id"], name, values, "n")
    server.hub.interactions.acknowledge(sent)
    assert (sent.nonce, sent.user_id, sent.channel_id) == ("n", user.id, place["id"])
    return sent.data


async def test_options_arrive_in_order(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    register(server, *ORDER, scope=server.guild_id)
    state, den = server.hub.state, server.channel("den")
    data = order(
        server, anna, general,
        sure="no", count="0", share="1.5", whom="bert", which="@everyone", there="den", where="general",
        two="bert", one="anna", text=" x ", side="North", number="one",
    )  # fmt: skip
    assert {key: each for key, each in data.items() if key not in ("options", "resolved")} == {
        "id": "7", "name": "order", "type": 1, "guild_id": server.guild_id,
    }  # fmt: skip
    assert [(each["name"], each["type"], each["value"]) for each in data["options"]] == [
        ("text", 3, "x"), ("one", 6, anna.id), ("two", 6, bert.id), ("where", 7, general["id"]),
        ("there", 7, den["id"]), ("whom", 9, bert.id), ("which", 8, server.guild_id), ("count", 4, 0),
        ("share", 10, 1.5), ("side", 3, "n"), ("number", 4, 1), ("sure", 5, False),
    ]  # fmt: skip
    members = {
        user.id: {key: each for key, each in state.first.members[user.id].items() if key not in PARTIAL}
        | {"permissions": "0"}
        for user in (anna, bert)
    }
    assert data["resolved"] == {
        "users": {user.id: state.users[user.id] for user in (anna, bert)},
        "members": members,
        "channels": {place["id"]: place | {"permissions": "0"} for place in (general, den)},
        "roles": {server.guild_id: state.first.roles[server.guild_id]},
    }
    assert order(server, anna, general, text="x", side="n")["options"][1]["value"] == "n", "a value goes before a name"
    few = order(server, anna, general, text="x", whom="@everyone")
    assert few["resolved"] == {"roles": data["resolved"]["roles"]}
    assert "resolved" not in order(server, anna, general, text="x")


PARTIAL = ("user", "deaf", "mute")


async def test_a_subcommand_is_named_with_its_group(server: LocalDiscord, anna: User, general: Channel) -> None:
    inner = declared("roll", 1, options=[declared("dice", 4), declared("loud", 5)])
    register(server, declared("game", 2, options=[inner]), declared("list", 1))
    data = order(server, anna, general, "/order game roll", dice=3)
    assert data["options"] == [{"name": "game", "type": 2, "options": [
        {"name": "roll", "type": 1, "options": [{"name": "dice", "type": 4, "value": 3}]},
    ]}]  # fmt: skip
    assert order(server, anna, general, "order list")["options"] == [{"name": "list", "type": 1, "options": []}]
    for name, sentence in (
        ("order", "/order needs a subcommand"),
        ("order game", "/order game needs a subcommand"),
        ("order roll", "no command /order roll"),
        ("order game roll dice", "no command /order game roll dice"),
        ("", "no command /"),
    ):
        with pytest.raises(InvalidAction, match=sentence):
            order(server, anna, general, name)
    for values in ({"list": 1}, {"game": 1}):
        with pytest.raises(InvalidAction, match="has no option"):
            order(server, anna, general, "order game roll", **values)


async def test_a_command_needs_its_permission(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    dm = bert.dm()
    both = int(Permission.MANAGE_MESSAGES | Permission.PIN_MESSAGES)
    for more, in_guild, in_dm in (
        ({}, True, True),
        ({"contexts": [0]}, True, False),
        ({"contexts": [1]}, False, True),
        ({"contexts": [0, 1, 2]}, True, True),
        ({"contexts": None, "dm_permission": False}, True, False),
        ({"default_member_permissions": str(both)}, False, True),
        ({"default_member_permissions": "0"}, False, True),
        ({"default_member_permissions": str(int(Permission.SEND_MESSAGES))}, True, True),
    ):
        register(server, **more)
        for place, may in ((general, in_guild), (dm, in_dm)):
            with nullcontext() if may else pytest.raises(InvalidAction, match="/order"):
                order(server, bert, place)
    register(server, default_member_permissions=str(both))
    overwrite = {"id": bert.id, "type": 1, "allow": str(int(Permission.PIN_MESSAGES)), "deny": "0"}
    server.hub.state.channels.change(general, permission_overwrites=[overwrite])
    with pytest.raises(InvalidAction, match="permission to use /order"):
        order(server, bert, general)
    order(server, anna, general)
    overwrite |= {"allow": str(both)}
    server.hub.state.channels.change(general, permission_overwrites=[overwrite])
    order(server, bert, general)


async def test_a_dm_knows_two_users_and_global_commands(server: LocalDiscord, anna: User, bert: User) -> None:
    register(server, declared("who", 6), declared("where", 7))
    dm, state = anna.dm(), server.hub.state
    for name, user_id in (("anna", anna.id), ("bot", state.bot_id)):
        data = order(server, anna, dm, who=name)
        assert data["resolved"] == {"users": {user_id: state.users[user_id]}}
    for values in ({"who": bert.name}, {"where": server.channel("general")["name"]}):
        with pytest.raises(InvalidAction, match="there is no"):
            order(server, anna, dm, **values)
    state.register_commands("", [])
    register(server, scope=server.guild_id)
    with pytest.raises(InvalidAction, match="no command /order"):
        order(server, anna, dm)


async def test_autocomplete_sends_other_options(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    focused = declared("word", 3, autocomplete=True)
    register(server, declared("first", 3), focused, *ORDER[1:])
    typed = {
        "count": 0, "share": "1.5", "sure": False, "first": "", "one": bert.id, "two": "ber", "where": "gen",
        "number": None, "word": "old",
    }  # fmt: skip
    begun = server.hub.actions.autocomplete(anna.id, general["id"], "order", typed, "word", "ne")
    server.hub.interactions.acknowledge(begun)
    assert begun.data["options"] == [
        {"name": "word", "type": 3, "value": "ne", "focused": True},
        {"name": "one", "type": 6, "value": bert.id},
        {"name": "count", "type": 4, "value": 0},
        {"name": "share", "type": 10, "value": 1.5},
        {"name": "sure", "type": 5, "value": False},
    ]
    assert "resolved" not in begun.data
    for name, sentence in (("nothing", "no option “nothing”"), ("first", "has no autocomplete")):
        with pytest.raises(InvalidAction, match=sentence):
            server.hub.actions.autocomplete(anna.id, general["id"], "order", {}, name, "")
    assert [type(each["value"]) for each in begun.data["options"]] == [str, str, int, float, bool]


async def test_a_slash_command_may_share_a_menus_name(server: LocalDiscord, anna: User, general: Channel) -> None:
    menus = [{"id": str(kind), "name": "order", "type": kind, "default_member_permissions": None} for kind in (2, 3)]
    register(server, declared("text", 3))
    state = server.hub.state
    state.register_commands("", [*menus, *state.available_commands()])
    assert order(server, anna, general, text="x")["id"] == "7"
    state.register_commands("", menus)
    with pytest.raises(InvalidAction, match="no command /order"):
        order(server, anna, general)
