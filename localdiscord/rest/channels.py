"""Channels, threads and private conversations."""

from typing import TYPE_CHECKING, Final

from localdiscord.limits import check_channel, check_thread
from localdiscord.permissions import Permission
from localdiscord.refusal import Json, Refusal, unknown
from localdiscord.rest.call import Call, route
from localdiscord.world import THREADS, ChannelType

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

_OF_CHANNEL: Final = ("name", "topic", "position", "permission_overwrites", "rate_limit_per_user")
_OF_THREAD: Final = ("archived", "locked", "auto_archive_duration", "invitable")


def seen_channel(table: "LocalDiscord", call: Call, needed: int = 0) -> Json:
    """The channel of the path, if the bot may see it and do what is needed there."""
    world = table.world
    channel = world.channels.get(call.path["channel"])
    if channel is None:
        raise unknown("Channel", 10003)
    allowed = world.allowed(world.bot["id"], channel["id"])
    if not allowed & Permission.VIEW_CHANNEL:
        raise Refusal(403, 50001, "Missing Access")
    if needed & ~allowed:
        raise Refusal(403, 50013, "Missing Permissions")
    return channel


@route("GET", "/channels/{channel}")
def read(table: "LocalDiscord", call: Call) -> Json:
    return seen_channel(table, call)


@route("PATCH", "/channels/{channel}")
def change(table: "LocalDiscord", call: Call) -> Json:
    channel = seen_channel(table, call)
    form = call.form
    check_channel(form)
    is_thread = channel["type"] in THREADS
    mine = channel.get("owner_id") == table.world.bot["id"]
    if not mine:
        seen_channel(table, call, Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS)
    changes: Json = {key: form[key] for key in _OF_CHANNEL if key in form}
    if is_thread:
        metadata = channel["thread_metadata"] | {key: form[key] for key in _OF_THREAD if key in form}
        changes["thread_metadata"] = metadata
    table.world.change_channel(channel, **changes)
    return channel


@route("DELETE", "/channels/{channel}")
def delete(table: "LocalDiscord", call: Call) -> Json:
    channel = seen_channel(table, call)
    if channel["type"] != ChannelType.DM:
        is_thread = channel["type"] in THREADS
        seen_channel(table, call, Permission.MANAGE_THREADS if is_thread else Permission.MANAGE_CHANNELS)
        table.world.remove_channel(channel)
    return channel


@route("POST", "/channels/{channel}/typing")
def typing(table: "LocalDiscord", call: Call) -> None:
    channel = seen_channel(table, call)
    body = {"channel_id": channel["id"], "user_id": table.world.bot["id"]}
    table.world.announce("typing", body, channel=channel["id"])


@route("POST", "/users/@me/channels")
def open_dm(table: "LocalDiscord", call: Call) -> Json:
    user_id = str(call.form.get("recipient_id"))
    user = table.world.users.get(user_id)
    if user is None:
        raise unknown("User", 10013)
    if user.get("bot"):
        raise Refusal(400, 50007, "Cannot send messages to this user")
    return table.world.dm(user_id)


# threads


def _begin(table: "LocalDiscord", parent: Json, form: Json, message_id: str | None = None) -> Json:
    check_thread(form)
    if parent["type"] != ChannelType.TEXT:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    # Discord's own default for a thread without a message is a private one
    kind = form.get("type") or ChannelType.PRIVATE_THREAD
    private = message_id is None and kind == ChannelType.PRIVATE_THREAD
    name, mine = form["name"].strip(), table.world.bot["id"]
    thread = table.world.add_thread(parent["id"], name, mine, private=private, thread_id=message_id)
    if form.get("auto_archive_duration"):
        thread["thread_metadata"]["auto_archive_duration"] = form["auto_archive_duration"]
    return thread


@route("POST", "/channels/{channel}/threads", 201)
def begin_thread(table: "LocalDiscord", call: Call) -> Json:
    private = call.form.get("type") != ChannelType.PUBLIC_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    return _begin(table, seen_channel(table, call, needed), call.form)


@route("POST", "/channels/{channel}/messages/{message}/threads", 201)
def begin_thread_at_message(table: "LocalDiscord", call: Call) -> Json:
    channel = seen_channel(table, call, Permission.CREATE_PUBLIC_THREADS)
    post = table.world.posts[channel["id"]].get(call.path["message"])
    if post is None or post.only is not None:
        raise unknown("Message", 10008)
    if post.message["id"] in table.world.channels:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    thread = _begin(table, channel, call.form, post.message["id"])
    table.world.change_post(post, post.message | {"thread": thread})
    return thread


def _members(table: "LocalDiscord", call: Call) -> tuple[Json, list[str]]:
    channel = seen_channel(table, call)
    if channel["type"] not in THREADS:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    return channel, channel.setdefault("members", [channel["owner_id"]])


def _member(channel: Json, user_id: str) -> Json:
    joined = channel["thread_metadata"]["create_timestamp"]
    return {"id": channel["id"], "user_id": user_id, "join_timestamp": joined, "flags": 0}


@route("GET", "/channels/{channel}/thread-members")
def thread_members(table: "LocalDiscord", call: Call) -> list[Json]:
    channel, members = _members(table, call)
    return [_member(channel, user_id) for user_id in members]


@route("GET", "/channels/{channel}/thread-members/{user}")
def thread_member(table: "LocalDiscord", call: Call) -> Json:
    channel, members = _members(table, call)
    if call.path["user"] not in members:
        raise unknown("Member", 10007)
    return _member(channel, call.path["user"])


def _user(table: "LocalDiscord", call: Call) -> str:
    user_id = call.path.get("user", table.world.bot["id"])
    if user_id not in table.world.users:
        raise unknown("User", 10013)
    return user_id


def _join(table: "LocalDiscord", call: Call) -> None:
    channel, members = _members(table, call)
    if _user(table, call) not in members:
        members.append(_user(table, call))
        table.world.change_channel(channel, member_count=len(members))


def _leave(table: "LocalDiscord", call: Call) -> None:
    channel, members = _members(table, call)
    if _user(table, call) in members:
        members.remove(_user(table, call))
        table.world.change_channel(channel, member_count=len(members))


for _who in ("@me", "{user}"):
    route("PUT", "/channels/{channel}/thread-members/" + _who)(_join)
    route("DELETE", "/channels/{channel}/thread-members/" + _who)(_leave)


def _archived(kind: ChannelType) -> None:
    def listed(table: "LocalDiscord", call: Call) -> Json:
        parent = seen_channel(table, call)
        threads = [
            channel
            for channel in table.world.channels.values()
            if channel.get("parent_id") == parent["id"]
            and channel["type"] == kind
            and channel["thread_metadata"]["archived"]
        ]
        return {"threads": threads, "members": [], "has_more": False}

    name = "public" if kind == ChannelType.PUBLIC_THREAD else "private"
    route("GET", f"/channels/{{channel}}/threads/archived/{name}")(listed)


for _kind in sorted(THREADS):
    _archived(_kind)
