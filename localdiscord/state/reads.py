"""How far each user has read each channel, and what waits there for them."""

from collections.abc import Iterable
from typing import NamedTuple

from localdiscord.errors import Json
from localdiscord.state.channels import Channels, ChannelType
from localdiscord.state.messages import Messages
from localdiscord.state.updates import Updates


class Waiting(NamedTuple):
    """How many messages of a channel a user has not read, and how many of them call this user."""

    messages: int = 0
    mentions: int = 0


class Reads:
    """The newest message that each user has read in each channel. What was there before a user came counts as read."""

    def __init__(self, channels: Channels, messages: Messages, updates: Updates) -> None:
        self._channels = channels
        self._messages = messages
        self._updates = updates
        # user id -> channel id -> id of the newest message that was read
        self.by_user: dict[str, dict[str, str]] = {}

    def mark(self, user_id: str, channel_id: str) -> None:
        """Notes that the user has read everything in the channel."""
        if not any(self.waiting(user_id, channel_id)):
            return
        newest = next(reversed(self._messages.in_channel(channel_id)))
        read = self.by_user.setdefault(user_id, {})
        read[channel_id] = newest
        self._updates.persist("read", user_id, read)
        self._updates.publish("read", {"channel_id": channel_id}, channel_id=channel_id, only_for=user_id)

    def waiting(self, user_id: str, channel_id: str) -> Waiting:
        """What the user has not read in a channel that they can see. In a DM every message calls its reader."""
        last = int(self.by_user.get(user_id, {}).get(channel_id, user_id))
        is_dm = self._channels.by_id[channel_id]["type"] == ChannelType.DM
        messages = mentions = 0
        for message_id, stored in reversed(self._messages.in_channel(channel_id).items()):
            if int(message_id) <= last:
                break
            if stored.author_id != user_id and stored.only_for in (None, user_id):
                messages += 1
                mentions += is_dm or calls(stored.message, user_id)
        return Waiting(messages, mentions)

    def among(self, channel_ids: Iterable[str], user_id: str) -> dict[str, Waiting]:
        """Those of the channels in which something waits for the user."""
        visible = [each for each in channel_ids if self._channels.can_view(user_id, each)]
        return {each: found for each in visible if (found := self.waiting(user_id, each)).messages}


def calls(message: Json, user_id: str) -> bool:
    """Whether a message mentions the user, alone or with everyone."""
    return bool(message["mention_everyone"]) or any(user["id"] == user_id for user in message["mentions"])
