"""Guilds, their roles and members, and users."""

from localdiscord.api.access import get_guild
from localdiscord.api.channels import channel_settings
from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import Json, unknown
from localdiscord.limits import check_new_channel
from localdiscord.state.channels import LISTED, THREADS, ChannelType
from localdiscord.state.guild import GuildState
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State


class GuildApi:
    """Reads guilds."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._channels_by_type = {
            ChannelType.TEXT: state.channels.add_text,
            ChannelType.ANNOUNCEMENT: state.channels.add_announcement,
            ChannelType.FORUM: state.channels.add_forum,
        }

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        return [
            Route("GET", "/guilds/{guild}", self._get_guild),
            Route("GET", "/guilds/{guild}/channels", self._list_channels),
            Route("POST", "/guilds/{guild}/channels", self._add_channel, 201),
            Route("GET", "/guilds/{guild}/threads/active", self._list_active_threads),
            Route("GET", "/guilds/{guild}/roles", self._list_roles),
            Route("GET", "/guilds/{guild}/members", self._list_members),
            Route("GET", "/guilds/{guild}/members/{user}", self._get_member),
            Route("GET", "/users/@me/guilds", self._list_my_guilds),
            Route("GET", "/users/{user}", self._get_user),
        ]

    def _guild(self, call: ApiCall) -> GuildState:
        return get_guild(self._state, call)

    def _channels(self, call: ApiCall) -> list[Json]:
        return list(self._state.channels.in_guild(self._guild(call).id).values())

    def _get_guild(self, call: ApiCall) -> Json:
        guild = self._guild(call)
        return guild.body | {"approximate_member_count": len(guild.members)}

    def _list_channels(self, call: ApiCall) -> list[Json]:
        channels, me = self._state.channels, self._state.bot_id
        return [each for each in self._channels(call) if each["type"] in LISTED and channels.can_view(me, each["id"])]

    def _add_channel(self, call: ApiCall) -> Json:
        guild, wanted = get_guild(self._state, call, Permission.MANAGE_CHANNELS), call.json_object
        check_new_channel(wanted)
        settings = channel_settings(self._state.clock, wanted)
        add = self._channels_by_type[ChannelType(wanted.get("type") or ChannelType.TEXT)]
        return add(guild.id, wanted["name"], settings)

    def _list_active_threads(self, call: ApiCall) -> Json:
        threads = [
            channel
            for channel in self._channels(call)
            if channel["type"] in THREADS
            and not channel["thread_metadata"]["archived"]
            and self._state.channels.can_view(self._state.bot_id, channel["id"])
        ]
        return {"threads": threads, "members": [], "has_more": False}

    def _list_roles(self, call: ApiCall) -> list[Json]:
        return list(self._guild(call).roles.values())

    def _list_members(self, call: ApiCall) -> list[Json]:
        after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
        by_age = sorted(self._guild(call).members.items(), key=lambda item: int(item[0]))
        return [member for user_id, member in by_age if int(user_id) > after][:limit]

    def _get_member(self, call: ApiCall) -> Json:
        member = self._guild(call).members.get(call.path["user"])
        if member is None:
            raise unknown("Member", 10007)
        return member

    def _list_my_guilds(self, _call: ApiCall) -> list[Json]:
        shown = ("id", "name", "icon", "banner", "features")
        return [
            {key: guild.body[key] for key in shown} | {"owner": False, "permissions": "0"}
            for guild in self._state.guilds.values()
            if self._state.has_bot(guild.id)
        ]

    def _get_user(self, call: ApiCall) -> Json:
        if call.path["user"] not in self._state.users:
            raise unknown("User", 10013)
        return self._state.users[call.path["user"]]
