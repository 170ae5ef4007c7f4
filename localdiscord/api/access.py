"""The objects in the path of a call, if the bot can see them and has the permission that it needs."""

from localdiscord.api.request import ApiCall
from localdiscord.errors import ApiError, Json, invalid_form_body, unknown
from localdiscord.state.guild import GuildState
from localdiscord.state.messages import StoredMessage
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State


def get_channel(state: State, call: ApiCall, needed: int = 0) -> Json:
    """The channel; an ApiError if the bot cannot see it or lacks one of the `needed` permissions."""
    check_snowflake("channel_id", call.path["channel"])
    channel = state.channels.by_id.get(call.path["channel"])
    if channel is None:
        raise unknown("Channel", 10003)
    permissions = state.channels.permissions_of(state.bot_id, channel["id"])
    if not permissions & Permission.VIEW_CHANNEL:
        raise ApiError(403, 50001, "Missing Access")
    if needed & ~permissions:
        raise missing_permissions()
    return channel


def get_guild(state: State, call: ApiCall, needed: int = 0) -> GuildState:
    """The guild; an ApiError if it is unknown, or if the bot lacks one of the `needed` permissions in all of it."""
    guild = state.guilds.get(call.path["guild"])
    if guild is None:
        raise unknown("Guild", 10004)
    if not state.has_bot(guild.id):
        raise ApiError(403, 50001, "Missing Access")
    if needed & ~state.channels.permissions_in(state.bot_id, guild):
        raise missing_permissions()
    return guild


def check_words(state: State, call: ApiCall, message: Json) -> None:
    """An ApiError if the bot lacks a permission for what is in a message: its files, embeds, or being read aloud."""
    get_channel(state, call, Permission.ATTACH_FILES if call.uploads else 0)
    for key, needed in (("embeds", Permission.EMBED_LINKS), ("tts", Permission.SEND_TTS_MESSAGES)):
        get_channel(state, call, needed if message.get(key) else 0)


def check_snowflake(name: str, value: str) -> None:
    """An ApiError for what is no id."""
    if not value.isdecimal():
        message = f'Value "{value}" is not snowflake.'
        raise invalid_form_body({name: {"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": message}]}})


def get_message(state: State, call: ApiCall, needed: int = 0) -> StoredMessage:
    """The message; an ephemeral one is found only through its interaction's token."""
    channel = get_channel(state, call, needed)
    stored = state.messages.in_channel(channel["id"]).get(call.path["message"])
    if stored is None or stored.only_for is not None:
        raise unknown("Message", 10008)
    return stored


def check_awake(channel: Json) -> None:
    """An ApiError if this is an archived thread, in which nothing changes until it is unarchived."""
    if channel.get("thread_metadata", {}).get("archived"):
        raise ApiError(400, 50083, "Thread is archived")


def check_unlocked(state: State, channel: Json) -> None:
    """An ApiError if this is a locked thread and the bot cannot manage threads."""
    permissions = state.channels.permissions_of(state.bot_id, channel["id"])
    if channel.get("thread_metadata", {}).get("locked") and not permissions & Permission.MANAGE_THREADS:
        raise ApiError(403, 160005, "Thread is locked")


def missing_permissions() -> ApiError:
    """403: the bot can see the object and cannot do this with it."""
    return ApiError(403, 50013, "Missing Permissions")


def wrong_channel_type() -> ApiError:
    """400: the channel is a thread where it cannot be one, or is none where it has to be."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")
