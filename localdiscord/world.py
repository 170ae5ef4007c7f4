"""What there is in the little Discord: one guild, its people, channels, messages and commands."""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Final

from localdiscord.clock import Clock, stamp
from localdiscord.objects import new_guild, new_member, new_thread, new_user
from localdiscord.permissions import ALL, Permission, permissions
from localdiscord.refusal import Json


class ChannelType(IntEnum):
    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS: Final = frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD})


class MessageFlag(IntFlag):
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    COMPONENTS_V2 = 1 << 15


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened; `only` names the one person who may know of it."""

    kind: str
    body: Json
    channel_id: str | None = None
    only: str | None = None


@dataclass(slots=True)
class Post:
    """A message and who sees it: everybody in the channel, or `only` one person.

    The message is replaced when it changes, never changed in place.
    """

    message: Json
    only: str | None = None


@dataclass(frozen=True)
class Upload:
    """A file as it was sent."""

    filename: str
    content: bytes
    content_type: str = "application/octet-stream"

    def body(self) -> Json:
        """The file as JSON can hold it."""
        content = base64.b64encode(self.content).decode()
        return {"filename": self.filename, "content": content, "content_type": self.content_type}

    @classmethod
    def of(cls, body: Json) -> "Upload":
        kind = body.get("content_type", cls.content_type)
        return cls(str(body["filename"]), base64.b64decode(body["content"]), kind)


class World:
    """The state, and the one place where it changes; listeners hear of every change."""

    def __init__(self, clock: Clock, guild_name: str, bot_name: str, bot_permissions: int) -> None:
        self.clock = clock
        self.listeners: list[Callable[[Happening], None]] = []
        self.keep: Callable[[str, str, Json | None], None] = lambda _kind, _id, _body: None
        self.users: dict[str, Json] = {}
        self.members: dict[str, Json] = {}
        self.channels: dict[str, Json] = {}
        self.posts: dict[str, dict[str, Post]] = {}
        self.commands: dict[str, list[Json]] = {}
        self.files: dict[str, Upload] = {}
        self.application_id = clock.next_id()
        self.guild = new_guild(clock.next_id(), guild_name, clock.next_id(), bot_name, bot_permissions)
        self.bot = self._enter(bot_name, is_bot=True)

    @property
    def guild_id(self) -> str:
        guild_id: str = self.guild["id"]
        return guild_id

    def announce(self, kind: str, body: Json, *, channel: str | None = None, only: str | None = None) -> None:
        happening = Happening(kind, body, channel, only)
        for listener in self.listeners:
            listener(happening)

    # people

    def add_person(self, name: str) -> Json:
        """A new member; the first one owns the guild."""
        user = self._enter(name, is_bot=False)
        if self.guild["owner_id"] == self.bot["id"]:
            self.guild["owner_id"] = user["id"]
            self.keep("guild", self.guild_id, self.guild)
        self.announce("user_create", {"user": user})
        return user

    def people(self) -> list[Json]:
        return [user for user in self.users.values() if not user.get("bot")]

    def _enter(self, name: str, *, is_bot: bool) -> Json:
        # the bot's user id is its application's id, as for every application of today
        user_id = self.application_id if is_bot else self.clock.next_id()
        user = new_user(user_id, name, is_bot=is_bot)
        if is_bot:
            self.guild["owner_id"] = user_id
        roles = [role["id"] for role in self.guild["roles"] if role["managed"]] if is_bot else []
        member = new_member(user, roles, stamp(self.clock.now()))
        self.users[user_id] = user
        self.members[user_id] = member
        self.keep("member", user_id, member)
        return user

    # commands

    def register(self, scope: str, commands: list[Json]) -> None:
        """The commands of the application from now on: everywhere (""), or in one guild."""
        self.commands[scope] = commands
        self.keep("commands", scope, {"commands": commands})
        self.announce("commands", {"commands": self.usable()})

    def usable(self) -> list[Json]:
        """The commands that people see."""
        return [*self.commands.get("", ()), *self.commands.get(self.guild_id, ())]

    # channels

    def add_channel(self, name: str) -> Json:
        channel = self._new_channel(ChannelType.TEXT, name)
        channel |= {
            "topic": None,
            "position": sum(other["type"] == ChannelType.TEXT for other in self.channels.values()),
            "permission_overwrites": [],
            "nsfw": False,
            "parent_id": None,
            "rate_limit_per_user": 0,
            "flags": 0,
        }
        return self._opened(channel)

    def add_thread(
        self, parent_id: str, name: str, owner_id: str, *, private: bool = False, thread_id: str | None = None
    ) -> Json:
        """A thread below a channel; one that starts at a message has that message's id."""
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        thread = self._new_channel(kind, name, thread_id)
        thread |= new_thread(parent_id, owner_id, stamp(self.clock.now()))
        if private:
            thread["thread_metadata"]["invitable"] = True
            thread["members"] = [owner_id]
        return self._opened(thread)

    def dm(self, user_id: str) -> Json:
        """The conversation of the bot and this person, begun on first use."""
        for channel in self.channels.values():
            if channel["type"] == ChannelType.DM and channel["recipients"][0]["id"] == user_id:
                return channel
        channel = {
            "id": self.clock.next_id(),
            "type": int(ChannelType.DM),
            "last_message_id": None,
            "flags": 0,
            "recipients": [self.users[user_id]],
        }
        return self._opened(channel)

    def change_channel(self, channel: Json, **changes: object) -> None:
        channel |= changes
        self.keep("channel", channel["id"], channel)
        self.announce("channel_update", {"channel": channel}, channel=channel["id"])

    def remove_channel(self, channel: Json) -> None:
        below = [c for c in self.channels.values() if c.get("parent_id") == channel["id"]]
        for each in [*below, channel]:
            self.announce("channel_delete", {"channel": each}, channel=each["id"])
            self.channels.pop(each["id"], None)
            for message_id in self.posts.pop(each["id"], {}):
                self.keep("post", message_id, None)
            self.keep("channel", each["id"], None)

    def _new_channel(self, kind: ChannelType, name: str, channel_id: str | None = None) -> Json:
        return {
            "id": channel_id or self.clock.next_id(),
            "type": int(kind),
            "guild_id": self.guild_id,
            "name": name,
            "last_message_id": None,
        }

    def _opened(self, channel: Json) -> Json:
        self.channels[channel["id"]] = channel
        self.posts[channel["id"]] = {}
        self.keep("channel", channel["id"], channel)
        self.announce("channel_create", {"channel": channel}, channel=channel["id"])
        return channel

    # who may what

    def allowed(self, user_id: str, channel_id: str) -> int:
        """The user's permissions in this channel, as bits."""
        channel = self.channels[channel_id]
        if channel["type"] == ChannelType.DM:
            is_party = user_id in (self.bot["id"], channel["recipients"][0]["id"])
            return ALL & ~Permission.ADMINISTRATOR if is_party else 0
        if channel["type"] in THREADS:
            private = channel["type"] == ChannelType.PRIVATE_THREAD
            if private and user_id not in channel["members"]:
                return 0
            channel = self.channels[channel["parent_id"]]
        return permissions(self.guild, self.members[user_id], channel)

    def sees_channel(self, user_id: str, channel_id: str) -> bool:
        return channel_id in self.channels and bool(self.allowed(user_id, channel_id) & Permission.VIEW_CHANNEL)

    def sees(self, user_id: str, happening: Happening) -> bool:
        """Whether this person may know of the happening."""
        if happening.only is not None:
            return happening.only == user_id
        return happening.channel_id is None or self.sees_channel(user_id, happening.channel_id)

    # messages

    def visible(self, user_id: str, channel_id: str) -> Iterator[Post]:
        """The messages that this person sees in the channel, oldest first."""
        if self.sees_channel(user_id, channel_id):
            for post in self.posts[channel_id].values():
                if post.only is None or post.only == user_id:
                    yield post

    def find_post(self, message_id: str) -> Post | None:
        return next((posts[message_id] for posts in self.posts.values() if message_id in posts), None)

    def add_post(self, post: Post) -> None:
        message = post.message
        channel = self.channels[message["channel_id"]]
        channel["last_message_id"] = message["id"]
        if "message_count" in channel:
            channel["message_count"] += 1
            channel["total_message_sent"] += 1
        self.keep("channel", channel["id"], channel)
        self.posts[channel["id"]][message["id"]] = post
        self._tell("message_create", post)

    def change_post(self, post: Post, message: Json) -> None:
        """Puts another message in the place of this one; whoever read the old one keeps it as it was."""
        post.message = message
        self._tell("message_update", post)

    def remove_post(self, post: Post) -> None:
        message = post.message
        if self.posts[message["channel_id"]].pop(message["id"], None) is None:
            return
        self.keep("post", message["id"], None)
        gone = {"channel_id": message["channel_id"], "id": message["id"]}
        self.announce("message_delete", gone, channel=message["channel_id"], only=post.only)

    def react(self, post: Post, emoji: str, user_id: str, change: int) -> None:
        """The bot adds (+1) or takes back (-1) a reaction."""
        reactions = {each["emoji"]["name"]: each for each in post.message.get("reactions", ())}
        found = reactions.get(emoji, {"emoji": {"id": None, "name": emoji}, "count": 0, "me": False})
        if found["me"] == (change > 0):
            return
        reactions[emoji] = found | {"me": change > 0, "count": found["count"] + change}
        kept = [each for each in reactions.values() if each["count"]]
        self.change_post(post, post.message | {"reactions": kept})
        where = {"channel_id": post.message["channel_id"], "message_id": post.message["id"]}
        body = {"user_id": user_id, "emoji": found["emoji"], "type": 0, "burst": False, **where}
        kind = "reaction_add" if change > 0 else "reaction_remove"
        self.announce(kind, body, channel=post.message["channel_id"])

    def _tell(self, kind: str, post: Post) -> None:
        message = post.message
        self.keep("post", message["id"], {"message": message, "only": post.only})
        self.announce(kind, {"message": message}, channel=message["channel_id"], only=post.only)

    # files

    def add_file(self, upload: Upload) -> str:
        file_id = self.clock.next_id()
        self.files[file_id] = upload
        self.keep("file", file_id, upload.body())
        return file_id
