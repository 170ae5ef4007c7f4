"""Channels and DMs."""

from typing import Final

from localdiscord.api.access import check_awake, get_channel
from localdiscord.api.posts import check_applied, check_pin
from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import ApiError, Json
from localdiscord.limits import check_changes, check_recipient
from localdiscord.rates import RateLimiter
from localdiscord.state.channels import THREADS, ChannelType
from localdiscord.state.clock import Clock
from localdiscord.state.forums import emoji_of, new_tags
from localdiscord.state.objects import new_forum, new_overwrite
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State

_CHANNEL_FIELDS: Final = ("name", "topic", "position", "nsfw", "permission_overwrites", "rate_limit_per_user")
_FORUM_FIELDS: Final = (*_CHANNEL_FIELDS, "flags", *new_forum())
_THREAD_FIELDS: Final = ("name", "rate_limit_per_user")
_POST_FIELDS: Final = (*_THREAD_FIELDS, "flags", "applied_tags")
_METADATA_FIELDS: Final = ("archived", "locked", "auto_archive_duration", "invitable")


def channel_settings(clock: Clock, wanted: Json, before: Json | None = None) -> Json:
    """The fields of a text channel or forum that a request sets. A tag that was there `before` keeps its id."""
    type_ = (before or wanted).get("type") or ChannelType.TEXT
    fields = _FORUM_FIELDS if type_ == ChannelType.FORUM else _CHANNEL_FIELDS
    settings: Json = {key: wanted[key] for key in fields if key in wanted}
    if settings.get("permission_overwrites") is not None:
        settings["permission_overwrites"] = [new_overwrite(each) for each in settings["permission_overwrites"]]
    if "available_tags" in settings:
        settings["available_tags"] = new_tags(
            clock, settings["available_tags"] or (), (before or {}).get("available_tags", ())
        )
    if settings.get("default_reaction_emoji"):
        settings["default_reaction_emoji"] = emoji_of(settings["default_reaction_emoji"])
    return settings


class ChannelApi:
    """Reads, changes and deletes channels; threads too, as far as they are channels."""

    def __init__(self, state: State, limiter: RateLimiter) -> None:
        self._state = state
        self._limiter = limiter

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        return [
            Route("GET", "/channels/{channel}", self._get_channel),
            Route("PATCH", "/channels/{channel}", self._change_channel),
            Route("DELETE", "/channels/{channel}", self._delete_channel),
            Route("POST", "/channels/{channel}/typing", self._type),
            Route("POST", "/users/@me/channels", self._open_dm),
        ]

    def _get_channel(self, call: ApiCall) -> Json:
        return get_channel(self._state, call)

    def _get_managed_channel(self, call: ApiCall) -> Json:
        is_thread = get_channel(self._state, call)["type"] in THREADS
        needed = Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS
        return get_channel(self._state, call, needed)

    def _get_changeable_channel(self, call: ApiCall) -> Json:
        """The channel, if the bot can make the changes that it asks for."""
        channel, wanted = get_channel(self._state, call), call.json_object
        is_managed = wanted.keys() & {"locked", "flags"} or channel["type"] not in THREADS
        if is_managed or channel["thread_metadata"]["locked"]:
            return self._get_managed_channel(call)
        if channel["owner_id"] == self._state.bot_id:
            return channel
        # whoever can write in a thread can unarchive it
        if wanted == {"archived": False}:
            return get_channel(self._state, call, Permission.SEND_MESSAGES_IN_THREADS)
        return self._get_managed_channel(call)

    def _change_channel(self, call: ApiCall) -> Json:
        channel, wanted = self._get_changeable_channel(call), call.json_object
        if any(key in wanted and wanted[key] != channel.get(key) for key in ("name", "topic")):
            self._limiter.take_rename(channel["id"])
        if channel["type"] in THREADS:
            self._change_thread(call, channel, wanted)
        else:
            check_changes(channel, wanted)
            self._state.channels.change(channel, **channel_settings(self._state.clock, wanted, channel))
        return channel

    def _change_thread(self, call: ApiCall, thread: Json, wanted: Json) -> None:
        forum = self._state.channels.forum_of(thread)
        check_changes(thread, wanted, is_post=forum is not None)
        if wanted.get("archived") is not False:
            check_awake(thread)
        fields = _THREAD_FIELDS if forum is None else _POST_FIELDS
        changes: Json = {key: wanted[key] for key in fields if key in wanted}
        if forum is not None and "applied_tags" in changes:
            changes["applied_tags"] = check_applied(self._state, call, forum, wanted, thread["applied_tags"])
        if forum is not None:
            check_pin(self._state, forum, thread, wanted)
        metadata: Json = {key: wanted[key] for key in _METADATA_FIELDS if key in wanted}
        self._state.channels.change_thread(thread, metadata, **changes)

    def _delete_channel(self, call: ApiCall) -> Json:
        channel = get_channel(self._state, call)
        # a DM is only closed, and the next message opens it again
        if channel["type"] != ChannelType.DM:
            self._state.delete_channel(self._get_managed_channel(call))
        return channel

    def _type(self, call: ApiCall) -> None:
        is_thread = get_channel(self._state, call)["type"] in THREADS
        needed = Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES
        channel_id = get_channel(self._state, call, needed)["id"]
        body = {"channel_id": channel_id, "user_id": self._state.bot_id}
        self._state.updates.publish("typing", body, channel_id=channel_id)

    def _open_dm(self, call: ApiCall) -> Json:
        check_recipient(call.json_object)
        user_id = str(call.json_object["recipient_id"])
        user = self._state.users.get(user_id)
        if user is None:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
        if user.get("bot"):
            raise ApiError(400, 50007, "Cannot send messages to this user")
        return self._state.open_dm(user_id)
