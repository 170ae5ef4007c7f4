"""``/server settings`` and ``/admin``: for those who manage the server."""

import pytest

from bot.engine.server_settings import Server
from localdiscord import InvalidAction
from tests.bot.harness import Harness, text
from tests.patience import until


async def settings(here: Harness, **options: object) -> str:
    await here.anna.slash(here.marne, "server settings", options)
    return text(here.private(here.anna)[-1])


async def test_without_options_it_shows_what_is_set(here: Harness) -> None:
    said = await settings(here)
    for each in ("Language: English", "Everybody can start", "any channel", "The time to answer is 3 days", "pictures"):
        assert each in said


async def test_each_option_changes_its_setting_and_no_other(here: Harness) -> None:
    servers, guild = here.bot.client.service.servers, int(here.server.guild_id)
    await settings(here, language="Français", answer=5, pictures=False, channel=here.marne["id"])
    set_ = Server(language="fr", answer=5, pictures=False, channel=int(here.marne["id"]))
    assert await servers.of(guild) == set_
    await settings(here, anywhere=False)
    assert await servers.of(guild) == set_, "whoever says no to all channels keeps the one"
    await settings(here, anywhere=True)
    assert (await servers.of(guild)).channel is None
    assert "Only those who can manage" in await settings(here, founders="managers")


async def test_a_channel_that_is_gone_locks_nobody_out(here: Harness) -> None:
    guild, kept = here.server.first_guild, here.server.channel("kept")
    role = guild.role("keepers")
    assert f"Only <@&{role}>" in (said := await settings(here, role=role, channel=kept["id"]))
    assert f"<#{kept['id']}>" in said
    guild.delete_role(role)
    here.server.delete(kept)
    await until(lambda: here.bot.client.get_channel(int(kept["id"])) is None)
    said = await settings(here)
    assert ("Only those who can manage" in said, "in any channel" in said) == (True, True)


async def test_contradictory_settings_change_nothing(here: Harness) -> None:
    assert "but not both" in await settings(here, anywhere=True, channel=here.marne["id"], answer=9)
    assert "but not both" in await settings(here, founders="everybody", role=here.server.guild_id)
    assert await here.bot.client.service.servers.of(int(here.server.guild_id)) == Server()


@pytest.mark.parametrize("command", ["server settings", "admin"])
async def test_discord_shows_it_to_managers_alone(here: Harness, command: str) -> None:
    with pytest.raises(InvalidAction, match="do not have permission"):
        await here.bert.slash(here.marne, command)


async def test_others_read_the_settings_only(here: Harness) -> None:
    """Its managers can show any command to anybody, in Discord's own settings."""
    for command in here.server.hub.state.available_commands():
        command["default_member_permissions"] = None
    await here.bert.slash(here.marne, "server settings", {"founders": "managers"})
    assert "Only those who can manage" in text(here.private(here.bert)[-1])
    assert await here.bot.client.service.servers.of(int(here.server.guild_id)) == Server()
