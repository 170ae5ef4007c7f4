"""The guild, its roles, its members, and users."""

from typing import TYPE_CHECKING

from localdiscord.refusal import Json, unknown
from localdiscord.rest.call import Call, route
from localdiscord.world import THREADS, ChannelType

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord


def _known(table: "LocalDiscord", call: Call) -> None:
    if call.path["guild"] != table.world.guild_id:
        raise unknown("Guild", 10004)


@route("GET", "/guilds/{guild}")
def guild(table: "LocalDiscord", call: Call) -> Json:
    _known(table, call)
    return table.world.guild | {"approximate_member_count": len(table.world.members)}


@route("GET", "/guilds/{guild}/channels")
def channels(table: "LocalDiscord", call: Call) -> list[Json]:
    _known(table, call)
    return [c for c in table.world.channels.values() if c["type"] == ChannelType.TEXT]


@route("GET", "/guilds/{guild}/threads/active")
def threads(table: "LocalDiscord", call: Call) -> Json:
    _known(table, call)
    world = table.world
    active = [
        c
        for c in world.channels.values()
        if c["type"] in THREADS
        and not c["thread_metadata"]["archived"]
        and world.sees_channel(world.bot["id"], c["id"])
    ]
    return {"threads": active, "members": [], "has_more": False}


@route("GET", "/guilds/{guild}/roles")
def roles(table: "LocalDiscord", call: Call) -> list[Json]:
    _known(table, call)
    listed: list[Json] = table.world.guild["roles"]
    return listed


@route("GET", "/guilds/{guild}/members")
def members(table: "LocalDiscord", call: Call) -> list[Json]:
    _known(table, call)
    after, limit = int(call.query.get("after", 0)), int(call.query.get("limit", 1))
    return [m for key, m in sorted(table.world.members.items()) if int(key) > after][:limit]


@route("GET", "/guilds/{guild}/members/{user}")
def member(table: "LocalDiscord", call: Call) -> Json:
    _known(table, call)
    if call.path["user"] not in table.world.members:
        raise unknown("Member", 10007)
    return table.world.members[call.path["user"]]


@route("GET", "/users/@me/guilds")
def my_guilds(table: "LocalDiscord", _call: Call) -> list[Json]:
    guild = table.world.guild
    return [{"id": guild["id"], "name": guild["name"], "icon": None, "owner": False, "permissions": "0"}]


@route("GET", "/users/{user}")
def user(table: "LocalDiscord", call: Call) -> Json:
    if call.path["user"] not in table.world.users:
        raise unknown("User", 10013)
    return table.world.users[call.path["user"]]
