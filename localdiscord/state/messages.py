"""The messages of all channels, and who can read them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final

from localdiscord.errors import Json
from localdiscord.state.channels import Channels
from localdiscord.state.updates import Updates


class MessageType(IntEnum):
    """The message types that the server makes."""

    DEFAULT = 0
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    SLASH_COMMAND = 20
    MENU_COMMAND = 23


MOST_PINS: Final = 250
# what Discord itself writes in a channel
SYSTEM_TYPES: Final = frozenset({MessageType.PINNED, MessageType.THREAD_CREATED})


class MessageFlag(IntFlag):
    """The message flags that the server acts on."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    COMPONENTS_V2 = 1 << 15


@dataclass(slots=True)
class StoredMessage:
    """A message, and the id of its only reader if it is ephemeral.

    An edit puts a new object in the place of `message`; whoever read the old one keeps it unchanged.
    """

    message: Json
    only_for: str | None = None

    @property
    def id(self) -> str:
        """The id of the message."""
        return str(self.message["id"])

    @property
    def channel_id(self) -> str:
        """The id of the channel in which it was posted."""
        return str(self.message["channel_id"])

    @property
    def author_id(self) -> str:
        """The id of the user who wrote it."""
        return str(self.message["author"]["id"])


class Messages:
    """All messages by channel, oldest first."""

    def __init__(self, channels: Channels, updates: Updates) -> None:
        self._channels = channels
        self._updates = updates
        self._by_channel: dict[str, dict[str, StoredMessage]] = {}
        # the newest message by channel, author and nonce
        self._by_nonce: dict[tuple[str, str, str], StoredMessage] = {}

    def in_channel(self, channel_id: str) -> dict[str, StoredMessage]:
        """The messages of a channel by id, oldest first, ephemeral ones included."""
        return self._by_channel.setdefault(channel_id, {})

    def everywhere(self) -> Iterator[StoredMessage]:
        """Every message of every channel."""
        for messages in self._by_channel.values():
            yield from messages.values()

    def visible_to(self, user_id: str, channel_id: str) -> Iterator[Json]:
        """The messages that this user sees in the channel, oldest first."""
        if self._channels.can_view(user_id, channel_id):
            for stored in self.in_channel(channel_id).values():
                if stored.only_for in (None, user_id):
                    yield stored.message

    def public_in(self, channel_id: str) -> list[StoredMessage]:
        """The messages of a channel that are not ephemeral, oldest first."""
        return [stored for stored in self.in_channel(channel_id).values() if stored.only_for is None]

    def pinned_in(self, channel_id: str) -> list[Json]:
        """The pinned messages of a channel, oldest first."""
        return [stored.message for stored in self.public_in(channel_id) if stored.message["pinned"]]

    def find(self, message_id: str) -> StoredMessage | None:
        """The message with this id, in whatever channel."""
        found = (messages.get(message_id) for messages in self._by_channel.values())
        return next(filter(None, found), None)

    def with_nonce(self, channel_id: str, author_id: str, nonce: str) -> StoredMessage | None:
        """The newest message that this author sent with this nonce in the channel, if it was not deleted."""
        stored = self._by_nonce.get((channel_id, author_id, nonce))
        return stored if stored is not None and self.exists(stored) else None

    def exists(self, stored: StoredMessage) -> bool:
        """Whether the message was not deleted."""
        return stored.id in self.in_channel(stored.channel_id)

    def add(self, stored: StoredMessage) -> None:
        """Posts a message in its channel."""
        channel = self._channels.by_id[stored.channel_id]
        channel["last_message_id"] = stored.id
        # the first message of a post, which has the id of its thread, does not count
        if "message_count" in channel and stored.id != stored.channel_id:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        self._channels.save(channel)
        self.restore(stored)
        self._publish("message_create", stored)

    def restore(self, stored: StoredMessage) -> None:
        """Puts a message in its channel, without an update."""
        self.in_channel(stored.channel_id)[stored.id] = stored
        if "nonce" in stored.message:
            self._by_nonce[stored.channel_id, stored.author_id, stored.message["nonce"]] = stored

    def replace(self, stored: StoredMessage, message: Json) -> None:
        """Puts an edited message in the place of the old one."""
        stored.message = message
        self._publish("message_update", stored)

    def delete(self, stored: StoredMessage) -> None:
        """Deletes a message; a second deletion does nothing."""
        if self.in_channel(stored.channel_id).pop(stored.id, None) is None:
            return
        self._updates.persist("message", stored.id, None)
        channel = self._channels.by_id[stored.channel_id]
        if "message_count" in channel and stored.id != stored.channel_id:
            channel["message_count"] -= 1
            self._channels.save(channel)
        body = {"channel_id": stored.channel_id, "id": stored.id}
        self._updates.publish("message_delete", body, channel_id=stored.channel_id, only_for=stored.only_for)

    def delete_all(self, channel_id: str) -> None:
        """Drops the messages of a deleted channel, without an update for each."""
        for message_id in self._by_channel.pop(channel_id, {}):
            self._updates.persist("message", message_id, None)

    def react(self, stored: StoredMessage, emoji: str, user_id: str, change: int) -> None:
        """The bot adds (+1) or removes (-1) its reaction."""
        reactions = {reaction["emoji"]["name"]: reaction for reaction in stored.message.get("reactions", ())}
        reaction = reactions.get(emoji, {"emoji": {"id": None, "name": emoji}, "count": 0, "me": False})
        if reaction["me"] == (change > 0):
            return
        reactions[emoji] = reaction | {"me": change > 0, "count": reaction["count"] + change}
        remaining = [each for each in reactions.values() if each["count"]]
        self.replace(stored, stored.message | {"reactions": remaining})
        body = {
            "user_id": user_id,
            "emoji": reaction["emoji"],
            "type": 0,
            "burst": False,
            "channel_id": stored.channel_id,
            "message_id": stored.id,
        }
        type_ = "reaction_add" if change > 0 else "reaction_remove"
        self._updates.publish(type_, body, channel_id=stored.channel_id)

    def _publish(self, type_: str, stored: StoredMessage) -> None:
        message = stored.message
        self._updates.persist("message", stored.id, {"message": message, "only_for": stored.only_for})
        self._updates.publish(type_, {"message": message}, channel_id=stored.channel_id, only_for=stored.only_for)
