"""What the Discord client does not let a user do."""

import pytest

from localdiscord import Channel, InvalidAction, Json, LocalDiscord, Permission, User


def deny_everyone(server: LocalDiscord, channel: Channel, permission: Permission) -> None:
    overwrite = {"id": server.guild_id, "type": 0, "allow": "0", "deny": str(int(permission))}
    server.hub.state.channels.change(channel, permission_overwrites=[overwrite])


@pytest.mark.usefixtures("bot")
async def test_permissions(server: LocalDiscord, bert: User, general: Channel) -> None:
    deny_everyone(server, general, Permission.SEND_MESSAGES)
    with pytest.raises(InvalidAction, match="do not have permission"):
        bert.send(general, "x")
    deny_everyone(server, general, Permission.VIEW_CHANNEL)
    with pytest.raises(InvalidAction, match="cannot see this channel"):
        await bert.slash(general, "do")
    assert bert.messages(general) == []


def test_a_locked_thread(server: LocalDiscord, bert: User, general: Channel) -> None:
    thread = server.thread("talk", general)
    thread["thread_metadata"]["locked"] = True
    with pytest.raises(InvalidAction, match="is locked"):
        bert.send(thread, "x")


@pytest.mark.parametrize("name", ["", " ", "x" * 101])
def test_the_name_of_a_thread(server: LocalDiscord, bert: User, general: Channel, name: str) -> None:
    with pytest.raises(InvalidAction, match="1 to 100 characters"):
        server.hub.actions.create_thread(bert.id, general["id"], name)


def test_a_thread_in_a_thread(server: LocalDiscord, bert: User, general: Channel) -> None:
    with pytest.raises(InvalidAction, match="only in a text channel"):
        server.hub.actions.create_thread(bert.id, server.thread("talk", general)["id"], "x")


def test_an_unknown_user(server: LocalDiscord, general: Channel) -> None:
    with pytest.raises(InvalidAction, match="does not exist"):
        server.hub.actions.send("1", general["id"], "x")


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("restriction", [{"contexts": [0]}, {"dm_permission": False}])
async def test_a_command_for_the_guild_alone(server: LocalDiscord, anna: User, restriction: Json) -> None:
    state = server.hub.state
    state.register_commands("", [command | restriction for command in state.available_commands()])
    with pytest.raises(InvalidAction, match="cannot be used in this channel"):
        await anna.slash(anna.dm(), "do")


@pytest.mark.usefixtures("bot")
async def test_the_other_options_of_an_autocomplete(server: LocalDiscord, anna: User, general: Channel) -> None:
    """They can be unfinished."""
    option = {"type": 3, "name": "word", "description": "x", "autocomplete": True}
    others = [{"type": type_, "name": f"o{type_}", "description": "x"} for type_ in (3, 4, 5, 7, 10)]
    command = {"id": "1", "name": "tell", "type": 1, "default_member_permissions": None, "options": [option, *others]}
    server.hub.state.register_commands(server.guild_id, [command | {"guild_id": server.guild_id}])
    typed = {"o3": "text", "o4": "7", "o5": True, "o10": "1.", "word": "ignored"}
    interaction = server.hub.actions.autocomplete(anna.id, general["id"], "tell", typed, "word", "he")
    values = {each["name"]: each["value"] for each in interaction.data["options"]}
    assert values == {"word": "he", "o3": "text", "o4": 7, "o5": True, "o10": 1.0}
    unfinished = server.hub.actions.autocomplete(anna.id, general["id"], "tell", {"o4": "-"}, "word", "")
    assert {"name": "o4", "type": 4, "value": "-"} in unfinished.data["options"]
    picked = server.hub.actions.autocomplete(anna.id, general["id"], "tell", {"o7": general["id"]}, "word", "")
    assert {"name": "o7", "type": 7, "value": general["id"]} in picked.data["options"]
    unpicked = server.hub.actions.autocomplete(anna.id, general["id"], "tell", {"o7": "gener"}, "word", "")
    assert [each["name"] for each in unpicked.data["options"]] == ["word"]
    with pytest.raises(InvalidAction, match="no option “nothing”"):
        server.hub.actions.autocomplete(anna.id, general["id"], "tell", {}, "nothing", "")
    for each in (interaction, unfinished):
        server.hub.interactions.acknowledge(each)


async def test_a_thread_is_started_and_sleeps(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    thread = server.hub.actions.create_thread(bert.id, general["id"], "supply")
    row = anna.messages(general)[-1]
    assert (row["type"], row["content"], row["author"]["id"]) == (18, "supply", bert.id)
    assert row["message_reference"] == {"type": 0, "channel_id": thread["id"], "guild_id": server.guild_id}
    carla = server.user("carla")
    with pytest.raises(InvalidAction, match="not have permission"):
        server.hub.actions.archive(carla.id, thread["id"])
    with pytest.raises(InvalidAction, match="not a thread"):
        server.hub.actions.archive(bert.id, general["id"])
    server.hub.actions.archive(bert.id, thread["id"])
    assert thread["thread_metadata"]["archived"]
    carla.send(thread, "anybody awake?")
    assert not thread["thread_metadata"]["archived"]
    server.hub.actions.archive(anna.id, thread["id"])  # the owner of the guild manages threads


async def test_a_user_pins(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    said = bert.send(general, "hello")
    with pytest.raises(InvalidAction, match="not have permission"):
        bert.pin(said)
    anna.pin(said)
    anna.pin(said)
    pinned, row = bert.messages(general)
    assert (pinned["pinned"], row["type"], row["message_reference"]["message_id"]) == (True, 6, said["id"])
    with pytest.raises(InvalidAction, match="cannot be pinned"):
        anna.pin(row)
    anna.pin(said, pinned=False)
    assert [message["pinned"] for message in bert.messages(general)] == [False, False]
    # in a DM both can pin
    anna.pin(anna.send(anna.dm(), "hello"))
    assert server.rejected == []
