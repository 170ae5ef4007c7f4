"""Commands in the Apps menu of a message or of a user, through discord.py."""

from typing import Any

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, RejectedRequest, User
from tests.localdiscord.limits.bounds import bounds, failures
from tests.localdiscord.little_bot import LittleBot, Received

from localdiscord.limits import commands  # isort: skip
from localdiscord.users.menus import user_menu_data  # isort: skip

SEEN: list[Any] = []


@discord.app_commands.context_menu(name="Why this?")
async def why(interaction: Received, message: discord.Message) -> None:
    SEEN.append(message)
    await interaction.response.send_message(f"because of “{message.content}”")
    await interaction.followup.send("and more")


@discord.app_commands.context_menu(name="Greet")
async def greet(interaction: Received, member: discord.Member) -> None:
    await interaction.response.send_message(f"hello {member.display_name}", ephemeral=True)


@discord.app_commands.context_menu(name="Owners only")
@discord.app_commands.default_permissions(manage_guild=True)
async def owners_only(interaction: Received, _message: discord.Message) -> None:
    await interaction.response.send_message("x")


@pytest.fixture(autouse=True)
async def _menus(bot: LittleBot) -> None:
    SEEN.clear()
    for menu in (why, greet, owners_only):
        bot.tree.add_command(menu)
    await bot.tree.sync()


async def test_a_message_is_asked_about(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    said = anna.send(general, "hello")
    asked = await bert.context("Why this?", said)
    (message,) = SEEN
    # a message command brings the words, which the bot may not read otherwise
    assert (message.id, message.content, message.author.id) == (int(said["id"]), "hello", int(anna.id))
    first, second = anna.messages(general)[1:]
    assert first["content"] == "because of “hello”"
    assert (first["type"], first["referenced_message"]["id"], first["interaction"]["name"]) == (
        23,
        said["id"],
        "Why this?",
    )
    assert first["message_reference"] == {"type": 0, "channel_id": general["id"], "message_id": said["id"]}
    assert first["interaction_metadata"]["target_message_id"] == said["id"]
    assert first["interaction_metadata"]["user"]["id"] == bert.id
    assert second["interaction_metadata"]["original_response_message_id"] == first["id"]
    assert asked.data["resolved"]["messages"][said["id"]] == said
    assert server.rejected == []


async def test_the_page_learns_which_of_its_menus_was_answered(
    server: LocalDiscord, anna: User, bert: User, general: Channel
) -> None:
    said, answered, actions = anna.send(general, "hello"), list[str](), server.hub.actions
    server.hub.state.updates.subscribe(
        lambda update: answered.append(str(update.body["nonce"])) if update.type == "interaction_success" else None
    )
    for asked in (
        actions.context(bert.id, said["id"], "Why this?", "n1"),
        actions.context_on_user(bert.id, general["id"], anna.id, "Greet", "n2"),
    ):
        await asked.acknowledged
    assert answered == ["n1", "n2"]


async def test_a_user_is_greeted(anna: User, bert: User, general: Channel) -> None:
    greeted = await anna.context_on_user(general, "Greet", bert)
    assert greeted.message is not None
    assert greeted.message["content"] == "hello bert"
    assert greeted.message["interaction_metadata"]["target_user"]["id"] == bert.id
    assert [m["content"] for m in bert.messages(general)] == []


async def test_the_data_of_a_menu_names_the_target_and_where_the_command_is_from(
    server: LocalDiscord, anna: User, bert: User, general: Channel
) -> None:
    state, said = server.hub.state, anna.send(general, "hello")
    asked, greeted = await bert.context("Why this?", said), await anna.context_on_user(general, "Greet", bert)
    ids = {command["name"]: command["id"] for command in state.available_commands()}
    assert asked.data == {
        "id": ids["Why this?"], "name": "Why this?", "type": 3,
        "target_id": said["id"], "resolved": {"messages": {said["id"]: said}},
    }  # fmt: skip
    member = {
        key: each for key, each in state.first.members[bert.id].items() if key not in ("user", "deaf", "mute")
    } | {"permissions": "0"}  # fmt: skip
    resolved = {"users": {bert.id: state.users[bert.id]}, "members": {bert.id: member}}
    assert greeted.data == {
        "id": ids["Greet"], "name": "Greet", "type": 2, "target_id": bert.id, "resolved": resolved,
    }  # fmt: skip
    here = {"id": "7", "guild_id": server.guild_id, "name": "Here", "type": 2, "default_member_permissions": None}
    state.register_commands(server.guild_id, [here, here | {"type": 3, "id": "8"}])
    for kind, begun in (
        (2, server.hub.actions.context_on_user(anna.id, general["id"], bert.id, "Here")),
        (3, server.hub.actions.context(anna.id, said["id"], "Here")),
    ):
        server.hub.interactions.acknowledge(begun)
        assert (begun.data["type"], begun.data["guild_id"]) == (kind, server.guild_id)
    # in a DM nobody is a member
    assert "members" not in user_menu_data(here, state.known_in(bert.dm()["id"]), bert.id)["resolved"]


async def test_what_the_menu_does_not_offer(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    said = anna.send(general, "hello")
    with pytest.raises(InvalidAction, match="no “Why”"):
        await anna.context("Why", said)
    with pytest.raises(InvalidAction, match="no “Greet”"):
        await anna.context("Greet", said)
    with pytest.raises(InvalidAction, match="no “Why this\\?”"):
        await anna.context_on_user(general, "Why this?", bert)
    with pytest.raises(InvalidAction, match="not have permission"):
        await bert.context("Owners only", said)
    await anna.slash(general, "draw card", {"card": "Three"})
    with pytest.raises(InvalidAction, match="no Apps menu"):
        await anna.context("Why this?", anna.messages(general)[-1])
    with pytest.raises(InvalidAction, match="cannot see"):
        await bert.context("Why this?", anna.messages(general)[-1])
    with pytest.raises(InvalidAction, match="no such user"):
        await anna.context_on_user(anna.dm(), "Greet", bert)
    for name in ("Why this?", "Greet"):
        with pytest.raises(InvalidAction, match=f"no command /{name[:3]}"):
            await anna.slash(general, name)
    assert server.rejected == []


async def test_the_limits_of_a_menu_command(bot: LittleBot, server: LocalDiscord) -> None:
    path = f"/applications/{server.hub.state.application_id}/commands"

    async def put(command: Any) -> Any:
        return await bot.raw("PUT", path, [{"type": 3, **command}])

    assert await failures(bounds(commands.MENU_COMMAND), put) == []
    (known,) = await put({"name": "Undo to here", "description": "", "options": []})
    assert (known["name"], known["type"], known["description"]) == ("Undo to here", 3, "")
    assert "options" not in known
    for wrong in ({"description": "x"}, {"options": [{"type": 3, "name": "x", "description": "x"}]}):
        with pytest.raises(discord.HTTPException, match="Context menu commands cannot have"):
            await put({"name": "x", **wrong})


async def test_fifteen_commands_of_each_menu(bot: LittleBot, server: LocalDiscord) -> None:
    path = f"/applications/{server.hub.state.application_id}/commands"

    def menus(type_: int, count: int) -> list[dict[str, Any]]:
        return [{"type": type_, "name": f"Menu {n}"} for n in range(count)]

    await bot.raw("PUT", path, [*menus(2, 15), *menus(3, 15), {"name": "x", "description": "x"}])
    server.rejected.clear()
    for type_ in (2, 3):
        with pytest.raises(discord.HTTPException):
            await bot.raw("PUT", path, menus(type_, 16))
    assert [(each.status, each.code) for each in server.rejected] == [(400, 30032)] * 2
    assert isinstance(server.rejected[0], RejectedRequest)
