"""A guild of the server, as tests see it."""

from collections.abc import Callable, Iterable

from localdiscord.errors import InvalidAction, Json
from localdiscord.state.channels import ChannelFlag, ChannelType
from localdiscord.state.forums import new_tags
from localdiscord.state.guild import GuildState
from localdiscord.state.state import State
from localdiscord.users.user import Channel, User


class Guild:
    """A guild with its users and channels. The first call creates a user, channel or thread."""

    def __init__(self, guild: GuildState, state: State, user_of: Callable[[Json], User]) -> None:
        self.id = guild.id
        self.name = str(guild.body["name"])
        self._guild = guild
        self._state = state
        self._user_of = user_of

    def __repr__(self) -> str:
        return f"<Guild {self.name}>"

    def user(self, name: str) -> User:
        """The user of this name, as a member. The first user of a guild owns it; a user can be in several guilds."""
        user = self._state.find_user(name) or self._state.add_user(name)
        self._state.join(self._guild, user)
        return self._user_of(user)

    def leave(self, user: User) -> None:
        """Makes a user no member any more: they have left, or were kicked. What they wrote stays."""
        self._state.leave(self._guild, user.id)

    def remove_bot(self) -> None:
        """Takes the bot off the guild, as whoever manages it does: GUILD_DELETE, and the bot is refused with 50001."""
        self._state.remove_bot(self._guild)

    def invite_bot(self) -> None:
        """Lets the bot join the guild again."""
        self._state.invite_bot(self._guild)

    def delete(self) -> None:
        """Deletes the guild, which is not the first: GUILD_DELETE, and the bot's requests are refused with 10003."""
        self._state.delete_guild(self._guild)

    def role(self, name: str, *members: str) -> str:
        """The id of the role of this name, given to members by their ids. A new one gives no permission."""
        found = next((role["id"] for role in self._guild.body["roles"] if role["name"] == name), None)
        role = found or self._state.add_role(self._guild, name)
        for member in members:
            self._state.give_role(self._guild, member, role)
        return role

    def delete_role(self, role: str) -> None:
        """Deletes a role by its id: GUILD_ROLE_DELETE, and none of what it gave or denied counts any more."""
        self._state.delete_role(self._guild, role)

    def channel(self, name: str) -> Channel:
        """The text channel of this name."""
        channels = self._state.channels
        return channels.find(self.id, name) or channels.add_text(self.id, name)

    def announcement(self, name: str) -> Channel:
        """The announcement channel of this name."""
        channels = self._state.channels
        return channels.find(self.id, name) or channels.add_announcement(self.id, name)

    def forum(self, name: str, tags: Iterable[str] = (), *, requires_tag: bool = False) -> Channel:
        """The forum of this name; a new one has these tags, and may ask for one in each post."""
        channels = self._state.channels
        settings = {
            "available_tags": new_tags(self._state.clock, [{"name": tag} for tag in tags]),
            "flags": int(ChannelFlag.REQUIRE_TAG) if requires_tag else 0,
        }
        return channels.find(self.id, name) or channels.add_forum(self.id, name, settings)

    def thread(self, name: str, parent: Channel) -> Channel:
        """The public thread of this name in a text channel, or the post of this name in a forum; InvalidAction if there
        is no such post, because one is created by its author: see `User.post`.
        """
        channels, owner_id = self._state.channels, self._guild.body["owner_id"]
        found = channels.find(self.id, name, parent["id"])
        if found is None and parent["type"] == ChannelType.FORUM:
            raise InvalidAction(f"There is no post “{name}” in this forum.")
        return found or channels.add_thread(parent["id"], name, owner_id)
