"""The guild, its roles and members, and users."""

from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import Json, unknown
from localdiscord.state.channels import THREADS, ChannelType
from localdiscord.state.guild import GuildState


class GuildApi:
    """Reads the guild."""

    def __init__(self, state: GuildState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        return [
            Route("GET", "/guilds/{guild}", self._get_guild),
            Route("GET", "/guilds/{guild}/channels", self._list_channels),
            Route("GET", "/guilds/{guild}/threads/active", self._list_active_threads),
            Route("GET", "/guilds/{guild}/roles", self._list_roles),
            Route("GET", "/guilds/{guild}/members", self._list_members),
            Route("GET", "/guilds/{guild}/members/{user}", self._get_member),
            Route("GET", "/users/@me/guilds", self._list_my_guilds),
            Route("GET", "/users/{user}", self._get_user),
        ]

    def _check_guild(self, call: ApiCall) -> None:
        if call.path["guild"] != self._state.guild_id:
            raise unknown("Guild", 10004)

    def _get_guild(self, call: ApiCall) -> Json:
        self._check_guild(call)
        return self._state.guild | {"approximate_member_count": len(self._state.members)}

    def _list_channels(self, call: ApiCall) -> list[Json]:
        self._check_guild(call)
        return [channel for channel in self._state.channels.by_id.values() if channel["type"] == ChannelType.TEXT]

    def _list_active_threads(self, call: ApiCall) -> Json:
        self._check_guild(call)
        channels = self._state.channels
        threads = [
            channel
            for channel in channels.by_id.values()
            if channel["type"] in THREADS
            and not channel["thread_metadata"]["archived"]
            and channels.can_view(self._state.bot_id, channel["id"])
        ]
        return {"threads": threads, "members": [], "has_more": False}

    def _list_roles(self, call: ApiCall) -> list[Json]:
        self._check_guild(call)
        roles: list[Json] = self._state.guild["roles"]
        return roles

    def _list_members(self, call: ApiCall) -> list[Json]:
        self._check_guild(call)
        after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
        by_age = sorted(self._state.members.items(), key=lambda item: int(item[0]))
        return [member for user_id, member in by_age if int(user_id) > after][:limit]

    def _get_member(self, call: ApiCall) -> Json:
        self._check_guild(call)
        if call.path["user"] not in self._state.members:
            raise unknown("Member", 10007)
        return self._state.members[call.path["user"]]

    def _list_my_guilds(self, _call: ApiCall) -> list[Json]:
        known = {key: self._state.guild[key] for key in ("id", "name", "icon", "banner", "features")}
        return [known | {"owner": False, "permissions": "0"}]

    def _get_user(self, call: ApiCall) -> Json:
        if call.path["user"] not in self._state.users:
            raise unknown("User", 10013)
        return self._state.users[call.path["user"]]
