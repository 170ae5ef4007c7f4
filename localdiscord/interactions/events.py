"""The gateway event by which the bot receives an interaction."""

from localdiscord.errors import Json
from localdiscord.interactions.interaction import Interaction
from localdiscord.limits import FILE_SIZE
from localdiscord.state.guild import GuildState


def interaction_create(state: GuildState, interaction: Interaction, *, is_dm: bool) -> Json:
    """The data of INTERACTION_CREATE."""
    permissions = str(state.channels.permissions_of(interaction.user_id, interaction.channel_id))
    event: Json = {
        "id": interaction.id,
        "application_id": state.application_id,
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": interaction.channel_id,
        "channel": state.channels.by_id[interaction.channel_id] | {"permissions": permissions},
        "app_permissions": str(state.channels.permissions_of(state.bot_id, interaction.channel_id)),
        "locale": "en-US",
        "entitlements": [],
        "authorizing_integration_owners": {"0": "0" if is_dm else state.guild_id},
        "context": 1 if is_dm else 0,
        "attachment_size_limit": FILE_SIZE,
    }
    if interaction.source is not None:
        event["message"] = interaction.source.message
    return event | (_dm_user(state, interaction) if is_dm else _guild_member(state, interaction, permissions))


def _dm_user(state: GuildState, interaction: Interaction) -> Json:
    return {"user": state.users[interaction.user_id]}


def _guild_member(state: GuildState, interaction: Interaction, permissions: str) -> Json:
    return {
        "member": state.members[interaction.user_id] | {"permissions": permissions},
        "guild_id": state.guild_id,
        "guild": {"id": state.guild_id, "locale": "en-US", "features": []},
        "guild_locale": "en-US",
    }
