"""Commands in the Apps menu of a message or of a user, through discord.py."""

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, User
from tests.localdiscord.little_bot import LittleBot, Received

from localdiscord.users.menus import user_menu_data  # isort: skip


@discord.app_commands.context_menu(name="Why this?")
async def why(interaction: Received, message: discord.Message) -> None:
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
    for menu in (why, greet, owners_only):
        bot.tree.add_command(menu)
    await bot.tree.sync()


async def test_menu_data_names_its_target(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
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


async def test_a_menu_that_is_not_offered_is_refused(
    server: LocalDiscord, anna: User, bert: User, general: Channel
) -> None:
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
