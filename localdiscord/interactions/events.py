"""The gateway event by which the bot receives an interaction."""

from localdiscord.errors import Json
from localdiscord.interactions.interaction import Interaction
from localdiscord.limits import FILE_SIZE
from localdiscord.state.permissions import IN_A_DM
from localdiscord.state.state import State


def interaction_create(state: State, interaction: Interaction) -> Json:
    """The data of INTERACTION_CREATE."""
    guild = state.guild_of(interaction.channel_id)
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
        "app_permissions": str(
            int(IN_A_DM) if guild is None else state.channels.permissions_of(state.bot_id, interaction.channel_id)
        ),
        "locale": state.locale_of(interaction.user_id),
        "entitlements": [],
        "authorizing_integration_owners": _owners(state, interaction, None if guild is None else guild.id),
        "context": 1 if guild is None else 0,
        "attachment_size_limit": FILE_SIZE,
    }
    if interaction.source is not None:
        event["message"] = interaction.source.message
    if guild is None:
        return event | {"user": state.users[interaction.user_id]}
    return event | {
        "member": guild.members[interaction.user_id] | {"permissions": permissions},
        "guild_id": guild.id,
        "guild": {"id": guild.id, "locale": guild.body["preferred_locale"], "features": []},
        "guild_locale": guild.body["preferred_locale"],
    }


def _owners(state: State, interaction: Interaction, guild_id: str | None) -> Json:
    """By whom the bot is there: by the server, or by the user as an app of their own."""
    return {"0": guild_id or "0"} if state.is_installed else {"1": interaction.user_id}
