"""The guild: its users and commands here, its channels, messages and files in parts of their own."""

from localdiscord.errors import Json
from localdiscord.state.channels import Channels
from localdiscord.state.clock import Clock, timestamp
from localdiscord.state.files import Files
from localdiscord.state.messages import Messages
from localdiscord.state.objects import new_guild, new_member, new_user
from localdiscord.state.updates import Updates


class GuildState:
    """Everything that the server knows. It changes only through the methods here and in the parts."""

    def __init__(self, clock: Clock, *, guild_name: str, bot_name: str, bot_permissions: int) -> None:
        self.clock = clock
        self.updates = Updates()
        self.users: dict[str, Json] = {}
        self.members: dict[str, Json] = {}
        self.commands: dict[str, list[Json]] = {}
        self.without_dms: set[str] = set()
        self.application_id = clock.next_id()
        self.guild = new_guild(clock.next_id(), guild_name, clock.next_id(), bot_name, bot_permissions)
        self.channels = Channels(clock, self.updates, self.guild, self.members)
        self.messages = Messages(self.channels, self.updates)
        self.files = Files(clock, self.updates)
        # the bot's user id is its application's id, as for every application that is created today
        self._add_member(new_user(self.application_id, bot_name, is_bot=True))
        self.guild["owner_id"] = self.application_id

    @property
    def guild_id(self) -> str:
        """The id of the guild, which is also the id of its @everyone role."""
        return str(self.guild["id"])

    @property
    def bot(self) -> Json:
        """The bot's user object."""
        return self.users[self.application_id]

    @property
    def bot_id(self) -> str:
        """The bot's user id."""
        return self.application_id

    # users

    def add_user(self, name: str) -> Json:
        """Adds a member; the first one owns the guild."""
        user = new_user(self.clock.next_id(), name, is_bot=False)
        self._add_member(user)
        if self.guild["owner_id"] == self.bot_id:
            self.guild["owner_id"] = user["id"]
            self.updates.persist("guild", self.guild_id, self.guild)
        self.updates.publish("user_create", {"user": user})
        return user

    def human_users(self) -> list[Json]:
        """Every user except the bot, in the order in which they joined."""
        return [user for user in self.users.values() if not user.get("bot")]

    def find_user(self, name: str) -> Json | None:
        """The human user who is shown under this name."""
        return next((user for user in self.human_users() if user["global_name"] == name), None)

    def _add_member(self, user: Json) -> None:
        roles = [role["id"] for role in self.guild["roles"] if role["managed"]] if user.get("bot") else []
        member = new_member(user, roles, timestamp(self.clock.now()))
        self.users[user["id"]] = user
        self.members[user["id"]] = member
        self.updates.persist("member", user["id"], member)

    # channels

    def open_dm(self, user_id: str) -> Json:
        """The DM channel between the bot and this user."""
        return self.channels.open_dm(self.users[user_id])

    def delete_channel(self, channel: Json) -> None:
        """Deletes a channel with its threads and messages."""
        for each in [*self.channels.threads_of(channel["id"]), channel]:
            self.channels.remove(each)
            self.messages.delete_all(each["id"])

    # commands

    def register_commands(self, scope: str, commands: list[Json]) -> None:
        """Replaces the bot's commands: the global ones (scope "") or those of a guild (its id)."""
        self.commands[scope] = commands
        self.updates.persist("commands", scope, {"commands": commands})
        self.updates.publish("commands", {"commands": self.available_commands()})

    def available_commands(self) -> list[Json]:
        """The commands that users of the guild can pick from."""
        return [*self.commands.get("", ()), *self.commands.get(self.guild_id, ())]
