"""Text channels, forums, threads and DMs, and who can do what in them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import IntEnum, IntFlag
from typing import Any, Final

from localdiscord.errors import Json
from localdiscord.state.clock import Clock, created_at, timestamp
from localdiscord.state.guild import GuildState
from localdiscord.state.objects import new_forum, new_guild_channel, new_thread
from localdiscord.state.permissions import ALL_PERMISSIONS, Permission, compute_permissions
from localdiscord.state.updates import Update, Updates


class ChannelType(IntEnum):
    """The types of channel that the server knows."""

    TEXT = 0
    DM = 1
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


THREADS: Final = frozenset({ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})
# the kinds of threads that each kind of channel has, beside forums
THREADS_IN: Final[Mapping[int, frozenset[int]]] = {
    ChannelType.TEXT: frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}),
    ChannelType.ANNOUNCEMENT: frozenset({ChannelType.ANNOUNCEMENT_THREAD}),
}
# those that stand in the list of a guild's channels
LISTED: Final = frozenset({ChannelType.TEXT, ChannelType.ANNOUNCEMENT, ChannelType.FORUM})


class ChannelFlag(IntFlag):
    """The flags of a forum and of its posts, and of a channel that the bot cannot view."""

    PINNED = 1 << 1
    REQUIRE_TAG = 1 << 4
    OBFUSCATED = 1 << 17


class Channels:
    """All channels by id. Threads and DMs are channels too, as on Discord."""

    def __init__(self, clock: Clock, updates: Updates, guilds: dict[str, GuildState], users: dict[str, Json]) -> None:
        self._clock = clock
        self._updates = updates
        self._guilds = guilds
        self._users = users
        self.by_id: dict[str, Json] = {}

    def add_text(self, guild_id: str, name: str, settings: Json | None = None, *, is_told: bool = True) -> Json:
        """Creates a text channel; one that is not told comes with its guild."""
        channel = self._new_listed(guild_id, ChannelType.TEXT, name)
        return self._add(channel | (settings or {}), is_told=is_told)

    def add_announcement(self, guild_id: str, name: str, settings: Json | None = None) -> Json:
        """Creates an announcement channel, which is a text channel whose threads are of a kind of their own."""
        return self._add(self._new_listed(guild_id, ChannelType.ANNOUNCEMENT, name) | (settings or {}))

    def add_forum(self, guild_id: str, name: str, settings: Json | None = None) -> Json:
        """Creates a forum; `settings` are fields of it, its tags for example."""
        return self._add(self._new_listed(guild_id, ChannelType.FORUM, name) | new_forum() | (settings or {}))

    def _new_listed(self, guild_id: str, type_: ChannelType, name: str) -> Json:
        position = sum(other["type"] in LISTED for other in self.in_guild(guild_id).values())
        return self._new(guild_id, type_, name) | new_guild_channel(position)

    def add_thread(
        self,
        parent_id: str,
        name: str,
        owner_id: str,
        *,
        private: bool = False,
        thread_id: str | None = None,
        minutes: int | None = None,
        extra: Json | None = None,
    ) -> Json:
        """Creates a thread in a text channel or forum, which sleeps after so many `minutes`; `extra` are fields that
        not every thread has. A thread that starts from a message takes the message's id.
        """
        is_news = self.by_id[parent_id]["type"] == ChannelType.ANNOUNCEMENT
        public = ChannelType.ANNOUNCEMENT_THREAD if is_news else ChannelType.PUBLIC_THREAD
        type_ = ChannelType.PRIVATE_THREAD if private else public
        thread = self._new(self.by_id[parent_id]["guild_id"], type_, name, thread_id)
        thread |= new_thread(parent_id, owner_id, timestamp(self._clock.now()), minutes) | (extra or {})
        if private:
            thread["thread_metadata"]["invitable"] = True
            thread["members"] = [owner_id]
        return self._add(thread)

    def open_dm(self, user: Json) -> Json:
        """The DM channel between the bot and this user; the first call creates it."""
        for channel in self.by_id.values():
            if channel["type"] == ChannelType.DM and channel["recipients"][0]["id"] == user["id"]:
                return channel
        channel = {
            "id": self._clock.next_id(),
            "type": int(ChannelType.DM),
            "last_message_id": None,
            "flags": 0,
            "recipients": [user],
        }
        return self._add(channel)

    def find(self, guild_id: str, name: str, parent_id: str | None = None) -> Json | None:
        """The text channel or forum of this name, or the thread of this name in that parent."""
        channels = self.in_guild(guild_id).values()
        return next((each for each in channels if (each["name"], each["parent_id"]) == (name, parent_id)), None)

    def in_guild(self, guild_id: str) -> dict[str, Json]:
        """The channels and threads of a guild by id."""
        return {each: channel for each, channel in self.by_id.items() if channel.get("guild_id") == guild_id}

    def guild_of(self, channel: Json) -> GuildState | None:
        """The guild of a channel; None for a DM."""
        return self._guilds[channel["guild_id"]] if "guild_id" in channel else None

    def forum_of(self, thread: Json) -> Json | None:
        """The forum in which this thread is a post; None for any other thread or channel."""
        parent = self.by_id.get(thread.get("parent_id") or "", {})
        return parent if parent.get("type") == ChannelType.FORUM else None

    def threads_of(self, parent_id: str) -> list[Json]:
        """The threads in a text channel or forum."""
        return [channel for channel in self.by_id.values() if channel.get("parent_id") == parent_id]

    def change(self, channel: Json, **changes: object) -> None:
        """Changes fields of a channel."""
        channel |= changes
        self.save(channel)
        self._updates.publish("channel_update", {"channel": channel}, channel_id=channel["id"])

    def set_thread(self, thread: Json, **metadata: bool) -> None:
        """Archives, locks, unarchives or unlocks a thread."""
        self.change_thread(thread, metadata)

    def change_thread(self, thread: Json, metadata: Mapping[str, Any], **changes: object) -> None:
        """Changes a thread, which notes when it was archived or opened again. A post that is archived loses its pin."""
        before = thread["thread_metadata"]
        after = before | metadata
        if any(before[key] != after[key] for key in ("archived", "auto_archive_duration")):
            after["archive_timestamp"] = timestamp(self._clock.now())
        if after["archived"]:
            changes["flags"] = thread["flags"] & ~ChannelFlag.PINNED
        self.change(thread, thread_metadata=after, **changes)

    def archive_idle(self) -> None:
        """Archives the threads in which nothing has happened for as long as they say; a pinned post stays active."""
        now = self._clock.now()
        for thread in [channel for channel in self.by_id.values() if channel["type"] in THREADS]:
            metadata = thread["thread_metadata"]
            if not metadata["archived"] and not thread["flags"] & ChannelFlag.PINNED:
                opened = datetime.fromisoformat(metadata["archive_timestamp"])
                active = max(opened, created_at(thread["last_message_id"] or thread["id"]))
                if active + timedelta(minutes=metadata["auto_archive_duration"]) <= now:
                    self.set_thread(thread, archived=True)

    def set_overwrite(self, channel: Json, id_: str, *, allow: int = 0, deny: int = 0) -> None:
        """Gives permissions to a user or role in a text channel and takes others, beside those that were set before."""
        overwrites = {each["id"]: each for each in channel["permission_overwrites"]}
        before = overwrites.get(id_, {"allow": "0", "deny": "0"})
        overwrites[id_] = {
            "id": id_,
            "type": int(id_ in self._users),
            "allow": str(int(before["allow"]) & ~deny | allow),
            "deny": str(int(before["deny"]) & ~allow | deny),
        }
        self.change(channel, permission_overwrites=list(overwrites.values()))

    def save(self, channel: Json) -> None:
        """Persists a channel whose counters changed, without an update."""
        self._updates.persist("channel", channel["id"], channel)

    def remove(self, channel: Json) -> None:
        """Deletes one channel; see `State.delete_channel` for its threads and messages."""
        self._updates.publish("channel_delete", {"channel": channel}, channel_id=channel["id"])
        self.by_id.pop(channel["id"], None)
        self._updates.persist("channel", channel["id"], None)

    def _new(self, guild_id: str, type_: ChannelType, name: str, channel_id: str | None = None) -> Json:
        return {
            "id": channel_id or self._clock.next_id(),
            "type": int(type_),
            "guild_id": guild_id,
            "name": name,
            "last_message_id": None,
        }

    def _add(self, channel: Json, *, is_told: bool = True) -> Json:
        self.by_id[channel["id"]] = channel
        self.save(channel)
        if is_told:
            self._updates.publish("channel_create", {"channel": channel}, channel_id=channel["id"])
        return channel

    # permissions

    def permissions_in(self, user_id: str, guild: GuildState) -> int:
        """The user's permission bits in the guild itself."""
        return compute_permissions(guild.body, guild.members[user_id], {})

    def permissions_of(self, user_id: str, channel_id: str) -> int:
        """The user's permission bits in this channel."""
        channel = self.by_id[channel_id]
        guild = self.guild_of(channel)
        if guild is None:
            return self._dm_permissions(user_id, channel)
        if user_id not in guild.members:
            return 0
        if channel["type"] in THREADS:
            if channel["type"] == ChannelType.PRIVATE_THREAD and user_id not in channel["members"]:
                return 0
            channel = self.by_id[channel["parent_id"]]
        return compute_permissions(guild.body, guild.members[user_id], channel)

    def _dm_permissions(self, user_id: str, channel: Json) -> int:
        is_party = self._users[user_id].get("bot") or user_id == channel["recipients"][0]["id"]
        return ALL_PERMISSIONS & ~Permission.ADMINISTRATOR if is_party else 0

    def can_view(self, user_id: str, channel_id: str) -> bool:
        """Whether the channel exists and this user can see it."""
        return channel_id in self.by_id and bool(self.permissions_of(user_id, channel_id) & Permission.VIEW_CHANNEL)

    def can_receive(self, user_id: str, update: Update) -> bool:
        """Whether this user can know about the update."""
        if update.only_for is not None:
            return update.only_for == user_id
        return update.channel_id is None or self.can_view(user_id, update.channel_id)

    def guild_id_of(self, update: Update) -> str | None:
        """The id of the guild in which something changed; None for a DM, or if it concerns no guild."""
        guild_id: str | None = self.by_id.get(update.channel_id or "", {}).get("guild_id")
        return update.guild_id or guild_id
