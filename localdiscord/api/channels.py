"""Channels and DMs."""

from typing import Final

from localdiscord.api.access import check_awake, get_channel
from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import ApiError, Json
from localdiscord.limits import check_channel, check_recipient
from localdiscord.state.channels import THREADS, ChannelType
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State

_CHANNEL_FIELDS: Final = ("name", "topic", "position", "permission_overwrites", "rate_limit_per_user")
_THREAD_FIELDS: Final = ("archived", "locked", "auto_archive_duration", "invitable")


class ChannelApi:
    """Reads, changes and deletes channels; threads too, as far as they are channels."""

    def __init__(self, state: State) -> None:
        self._state = state

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
        if channel["type"] not in THREADS or "locked" in wanted or channel["thread_metadata"]["locked"]:
            return self._get_managed_channel(call)
        if channel["owner_id"] == self._state.bot_id:
            return channel
        # whoever can write in a thread can unarchive it
        if wanted == {"archived": False}:
            return get_channel(self._state, call, Permission.SEND_MESSAGES_IN_THREADS)
        return self._get_managed_channel(call)

    def _change_channel(self, call: ApiCall) -> Json:
        channel, wanted = self._get_changeable_channel(call), call.json_object
        check_channel(wanted)
        if wanted.get("archived") is not False:
            check_awake(channel)
        changes: Json = {key: wanted[key] for key in _CHANNEL_FIELDS if key in wanted}
        if channel["type"] in THREADS:
            metadata = {key: wanted[key] for key in _THREAD_FIELDS if key in wanted}
            changes["thread_metadata"] = channel["thread_metadata"] | metadata
        self._state.channels.change(channel, **changes)
        return channel

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
