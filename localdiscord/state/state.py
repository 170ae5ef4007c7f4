"""Everything that the server knows: guilds, users and commands here, channels, messages and files in their parts."""

from collections.abc import Iterable

from localdiscord.errors import Json
from localdiscord.state.channels import LISTED, Channels
from localdiscord.state.clock import Clock, timestamp
from localdiscord.state.files import Files
from localdiscord.state.guild import GuildState
from localdiscord.state.known import Known
from localdiscord.state.messages import Messages
from localdiscord.state.objects import ENGLISH, new_guild, new_member, new_role, new_user
from localdiscord.state.reads import Reads
from localdiscord.state.scheduled_events import ScheduledEvents
from localdiscord.state.updates import Updates


class State:
    """Everything that the server knows. It changes only through the methods here and in the parts.

    The page and the script player use the first guild. The first guild is on shard 0 of `shards`, the second on
    shard 1, and so on in turn.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        guild_name: str,
        bot_name: str,
        bot_permissions: int,
        shards: int = 1,
        locale: str = ENGLISH,
    ) -> None:
        self.clock = clock
        self.updates = Updates()
        self.guilds: dict[str, GuildState] = {}
        self.users: dict[str, Json] = {}
        self.commands: dict[str, list[Json]] = {}
        self.without_dms: set[str] = set()
        self.locales: dict[str, str] = {}
        self.application_id = clock.next_id()
        self.channels = Channels(clock, self.updates, self.guilds, self.users)
        self.messages = Messages(self.channels, self.updates)
        self.reads = Reads(self.channels, self.messages, self.updates)
        self.files = Files(clock, self.updates)
        self.events = ScheduledEvents(clock, self.updates)
        clock.moved = self.keep_time
        self.auto_archive = False
        # whether the bot is on the servers, or only an app of their users
        self.is_installed = True
        self._shards = shards
        self._locale = locale
        self._bot_permissions = bot_permissions
        # the bot's user id is its application's id, as for every application that is created today
        self.users[self.application_id] = new_user(self.application_id, bot_name, is_bot=True)
        self.add_guild(guild_name)

    def keep_time(self) -> None:
        """Does what Discord itself does when the time has come."""
        self.events.keep_time()
        if self.auto_archive:
            self.channels.archive_idle()

    @property
    def first(self) -> GuildState:
        """The first guild."""
        return next(iter(self.guilds.values()))

    @property
    def guild(self) -> Json:
        """The object of the first guild."""
        return self.first.body

    @property
    def guild_id(self) -> str:
        """The id of the first guild."""
        return self.first.id

    @property
    def bot(self) -> Json:
        """The bot's user object."""
        return self.users[self.application_id]

    @property
    def bot_id(self) -> str:
        """The bot's user id."""
        return self.application_id

    # guilds

    def add_guild(self, name: str, channels: Iterable[str] = ()) -> GuildState:
        """Creates a guild with the bot in it, on the next shard, and with some text channels, the first of which is the
        guild's own for its news. The bot owns it until a user joins.
        """
        clock, bot = self.clock, self.bot
        guild_id = clock.next_shard_id(len(self.guilds) % self._shards, self._shards)
        guild = GuildState(
            new_guild(guild_id, name, self._locale, clock.next_id(), bot["global_name"], self._bot_permissions)
        )
        guild.body["owner_id"] = self.bot_id
        self.guilds[guild_id] = guild
        self._add_member(guild, bot)
        for channel in channels:
            added = self.channels.add_text(guild_id, channel, is_told=False)
            guild.body["system_channel_id"] = guild.body["system_channel_id"] or added["id"]
        self.updates.persist("guild", guild_id, guild.body)
        self.updates.publish("guild_create", {}, guild_id=guild_id)
        return guild

    def has_bot(self, guild_id: str) -> bool:
        """Whether the bot is in this guild."""
        return guild_id in self.guilds and self.bot_id in self.guilds[guild_id].members

    def remove_bot(self, guild: GuildState) -> None:
        """Makes the bot no member any more."""
        del guild.members[self.bot_id]
        self.updates.persist("user", self.bot_id, self.bot)
        self.updates.persist("member", f"{guild.id}/{self.bot_id}", None)
        self.updates.publish("guild_delete", {"id": guild.id}, guild_id=guild.id)

    def invite_bot(self, guild: GuildState) -> None:
        """Makes the bot a member again."""
        self._add_member(guild, self.bot)
        self.updates.publish("guild_create", {}, guild_id=guild.id)

    def delete_guild(self, guild: GuildState) -> None:
        """Deletes a guild with its channels and messages. The bot learns no more than that it is gone."""
        self.remove_bot(guild)
        for channel in [each for each in self.channels.in_guild(guild.id).values() if each["type"] in LISTED]:
            self.delete_channel(channel)
        for user_id in guild.members:
            self.updates.persist("member", f"{guild.id}/{user_id}", None)
        del self.guilds[guild.id]
        self.updates.persist("guild", guild.id, None)

    # roles

    def add_role(self, guild: GuildState, name: str) -> str:
        """Creates a role that gives nothing beside what everybody has. Returns its id."""
        role = new_role(self.clock.next_id(), name, 0, position=len(guild.roles))
        guild.body["roles"].append(role)
        self.updates.persist("guild", guild.id, guild.body)
        self.updates.publish("role_create", {"role": role}, guild_id=guild.id)
        return str(role["id"])

    def give_role(self, guild: GuildState, user_id: str, role_id: str) -> None:
        """Gives a role to a member."""
        member, before = guild.members[user_id], self._visible(guild)
        member["roles"].append(role_id)
        self.updates.persist("member", f"{guild.id}/{user_id}", member)
        self.updates.publish("member_update", {"user": member["user"]}, guild_id=guild.id)
        self._tell_of_sight(guild, before)

    def delete_role(self, guild: GuildState, role_id: str) -> None:
        """Deletes a role, which no member has any more and no channel names. The bot learns of the role alone, and of
        channels that it comes to see or sees no more.
        """
        before = self._visible(guild)
        guild.body["roles"] = [role for role in guild.body["roles"] if role["id"] != role_id]
        self.updates.persist("guild", guild.id, guild.body)
        for user_id, member in guild.members.items():
            member["roles"] = [each for each in member["roles"] if each != role_id]
            self.updates.persist("member", f"{guild.id}/{user_id}", member)
        for channel in self.channels.in_guild(guild.id).values():
            if overwrites := channel.get("permission_overwrites"):
                channel["permission_overwrites"] = [each for each in overwrites if each["id"] != role_id]
                self.channels.save(channel)
        self.updates.publish("role_delete", {"role_id": role_id}, guild_id=guild.id)
        self._tell_of_sight(guild, before)

    def _visible(self, guild: GuildState) -> set[str]:
        return {each for each in self.channels.in_guild(guild.id) if self.channels.can_view(self.bot_id, each)}

    def _tell_of_sight(self, guild: GuildState, before: set[str]) -> None:
        for each in sorted(before ^ self._visible(guild)):
            if self.channels.by_id[each]["type"] in LISTED:
                self.channels.change(self.channels.by_id[each])

    def find_guild(self, name: str) -> GuildState | None:
        """The guild of this name."""
        return next((guild for guild in self.guilds.values() if guild.body["name"] == name), None)

    def locale_of(self, user_id: str) -> str:
        """The language of a user's Discord: that of the first guild, until the user chooses one."""
        return self.locales.get(user_id, str(self.guild["preferred_locale"]))

    def guild_of(self, channel_id: str) -> GuildState | None:
        """The guild of a channel; None for a DM."""
        return self.channels.guild_of(self.channels.by_id[channel_id])

    # users

    def add_user(self, name: str) -> Json:
        """Creates a user, who is in no guild yet."""
        user = new_user(self.clock.next_id(), name, is_bot=False)
        self.users[user["id"]] = user
        self.updates.persist("user", user["id"], user)
        return user

    def join(self, guild: GuildState, user: Json) -> None:
        """Makes a user a member; the first one owns the guild. A second call does nothing."""
        if user["id"] in guild.members:
            return
        self._add_member(guild, user)
        if guild.body["owner_id"] == self.bot_id:
            guild.body["owner_id"] = user["id"]
            self.updates.persist("guild", guild.id, guild.body)
            self.updates.publish("guild_update", guild.body, guild_id=guild.id)
        self.updates.publish("user_create", {"user": user}, guild_id=guild.id)

    def leave(self, guild: GuildState, user_id: str) -> None:
        """Makes a user no member any more."""
        del guild.members[user_id]
        self.updates.persist("member", f"{guild.id}/{user_id}", None)
        self.updates.publish("user_remove", {"gone": self.users[user_id]}, guild_id=guild.id)

    def find_user(self, name: str) -> Json | None:
        """The human user who is shown under this name."""
        users = (user for user in self.users.values() if not user.get("bot"))
        return next((user for user in users if user["global_name"] == name), None)

    def _add_member(self, guild: GuildState, user: Json) -> None:
        roles = [role["id"] for role in guild.body["roles"] if role["managed"]] if user.get("bot") else []
        member = new_member(user, roles, timestamp(self.clock.now()))
        guild.members[user["id"]] = member
        self.updates.persist("member", f"{guild.id}/{user['id']}", member)

    # channels

    def open_dm(self, user_id: str) -> Json:
        """The DM channel between the bot and this user."""
        return self.channels.open_dm(self.users[user_id])

    def delete_channel(self, channel: Json) -> None:
        """Deletes a channel with its threads and messages."""
        for each in [*self.channels.threads_of(channel["id"]), channel]:
            self.channels.remove(each)
            self.messages.delete_all(each["id"])

    def known_in(self, channel_id: str) -> Known:
        """What a user can name in this channel: what is in its guild, or the two users of a DM."""
        guild = self.guild_of(channel_id)
        if guild is None:
            recipient = self.channels.by_id[channel_id]["recipients"][0]
            return Known({user["id"]: user for user in (recipient, self.bot)})
        users = {user_id: member["user"] for user_id, member in guild.members.items()}
        return Known(users, guild.members, self.channels.in_guild(guild.id), guild.roles)

    # commands

    def register_commands(self, scope: str, commands: list[Json]) -> None:
        """Replaces the bot's commands: the global ones (scope "") or those of a guild (its id)."""
        self.commands[scope] = commands
        self.updates.persist("commands", scope, {"commands": commands})
        self.updates.publish("commands", {"commands": self.available_commands()})

    def available_commands(self, guild: GuildState | None = None) -> list[Json]:
        """The commands that users of a guild (the first one if none is named) can pick from."""
        return [*self.commands.get("", ()), *self.commands.get((guild or self.first).id, ())]

    def commands_in(self, channel_id: str) -> list[Json]:
        """The commands that users can pick from in a channel; those of a guild are not in a DM."""
        guild = self.guild_of(channel_id)
        return self.commands.get("", []) if guild is None else self.available_commands(guild)
