"""Messages in channels."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from localdiscord.clock import DISCORD_EPOCH, stamp
from localdiscord.limits import check_message
from localdiscord.message import compose, revise
from localdiscord.permissions import Permission
from localdiscord.refusal import Json, Refusal, unknown
from localdiscord.rest.call import Call, route
from localdiscord.rest.channels import seen_channel
from localdiscord.world import THREADS, Post

if TYPE_CHECKING:
    from localdiscord.server import LocalDiscord

_ONE: Final = "/channels/{channel}/messages/{message}"
_REPLY: Final = 19
# how long Discord remembers a nonce ("a few minutes")
_NONCE_LIFE: Final = timedelta(minutes=5)
_HISTORY = Permission.READ_MESSAGE_HISTORY


def _post(table: "LocalDiscord", call: Call) -> Post:
    channel = seen_channel(table, call)
    post = table.world.posts[channel["id"]].get(call.path["message"])
    # what only one person sees is reached by its interaction's token alone
    if post is None or post.only is not None:
        raise unknown("Message", 10008)
    return post


def _own(table: "LocalDiscord", call: Call) -> Post:
    post = _post(table, call)
    if post.message["author"]["id"] != table.world.bot["id"]:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    return post


@route("POST", "/channels/{channel}/messages")
def send(table: "LocalDiscord", call: Call) -> Json:
    channel = seen_channel(table, call)
    is_thread = channel["type"] in THREADS
    seen_channel(table, call, Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES)
    form = call.form
    check_message(form, uploads=call.uploads)
    again = _same_nonce(table, channel, form)
    if again is not None:
        return again
    if is_thread and channel["thread_metadata"]["archived"]:
        _wake(table, channel)
    more, kind = _reference(table, channel, form)
    world = table.world
    post = compose(world, table.files_url, channel["id"], world.bot, form, uploads=call.uploads, kind=kind, more=more)
    world.add_post(post)
    return post.message


def _wake(table: "LocalDiscord", thread: Json) -> None:
    if thread["thread_metadata"]["locked"]:
        raise Refusal(403, 50013, "Missing Permissions")
    table.world.change_channel(thread, thread_metadata=thread["thread_metadata"] | {"archived": False})


def _same_nonce(table: "LocalDiscord", channel: Json, form: Json) -> Json | None:
    """The message that was already sent with this nonce, if the bot wants each nonce once."""
    if not form.get("enforce_nonce") or "nonce" not in form:
        return None
    nonce, oldest = form["nonce"], table.clock.now() - _NONCE_LIFE
    for post in reversed(table.world.posts[channel["id"]].values()):
        if _written(post) < oldest:
            return None
        if post.message.get("nonce") == nonce and post.message["author"]["id"] == table.world.bot["id"]:
            return post.message
    return None


def _written(post: Post) -> datetime:
    return DISCORD_EPOCH + timedelta(milliseconds=int(post.message["id"]) >> 22)


def _reference(table: "LocalDiscord", channel: Json, form: Json) -> tuple[Json, int]:
    reference = form.get("message_reference")
    if not reference:
        return {}, 0
    post = table.world.posts[channel["id"]].get(str(reference.get("message_id")))
    if post is None:
        if reference.get("fail_if_not_exists") is False:
            return {}, 0
        errors = {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]}
        raise Refusal(400, 50035, "Invalid Form Body", {"message_reference": errors})
    known = {"type": 0, "channel_id": channel["id"], "message_id": post.message["id"]}
    return {"message_reference": known, "referenced_message": post.message}, _REPLY


@route("GET", "/channels/{channel}/messages")
def history(table: "LocalDiscord", call: Call) -> list[Json]:
    """Newest first."""
    channel = seen_channel(table, call, _HISTORY)
    posts = table.world.posts[channel["id"]].values()
    messages = [post.message for post in posts if post.only is None]
    limit = int(call.query.get("limit", 50))
    if "before" in call.query:
        messages = [m for m in messages if int(m["id"]) < int(call.query["before"])]
    if "after" in call.query:
        messages = [m for m in messages if int(m["id"]) > int(call.query["after"])][:limit]
    if "around" in call.query:
        first_after = sum(int(m["id"]) <= int(call.query["around"]) for m in messages)
        messages = messages[max(0, first_after - 1 - limit // 2) :][:limit]
    return [table.gateway.readable(message) for message in messages[::-1][:limit]]


@route("GET", "/channels/{channel}/messages/pins")
def pins(table: "LocalDiscord", call: Call) -> Json:
    channel = seen_channel(table, call, _HISTORY)
    pinned = [p.message for p in table.world.posts[channel["id"]].values() if p.message["pinned"]]
    items = [
        {"pinned_at": message["timestamp"], "message": table.gateway.readable(message)} for message in reversed(pinned)
    ]
    return {"items": items, "has_more": False}


def _pin(table: "LocalDiscord", call: Call, *, pinned: bool) -> None:
    seen_channel(table, call, Permission.PIN_MESSAGES)
    post = _post(table, call)
    table.world.change_post(post, post.message | {"pinned": pinned})
    channel_id = post.message["channel_id"]
    body = {"channel_id": channel_id, "last_pin_timestamp": stamp(table.clock.now())}
    table.world.announce("pins", body, channel=channel_id)


@route("PUT", "/channels/{channel}/messages/pins/{message}")
def pin(table: "LocalDiscord", call: Call) -> None:
    _pin(table, call, pinned=True)


@route("DELETE", "/channels/{channel}/messages/pins/{message}")
def unpin(table: "LocalDiscord", call: Call) -> None:
    _pin(table, call, pinned=False)


@route("POST", "/channels/{channel}/messages/bulk-delete")
def bulk_delete(table: "LocalDiscord", call: Call) -> None:
    channel = seen_channel(table, call, Permission.MANAGE_MESSAGES)
    wanted = [str(each) for each in call.form.get("messages", ())]
    if not 2 <= len(wanted) <= 100:
        raise Refusal(400, 50016, "Provided too few or too many messages to delete.")
    for message_id in wanted:
        post = table.world.posts[channel["id"]].get(message_id)
        if post is not None and post.only is None:
            table.world.remove_post(post)


@route("GET", _ONE)
def read(table: "LocalDiscord", call: Call) -> Json:
    seen_channel(table, call, _HISTORY)
    return table.gateway.readable(_post(table, call).message)


@route("PATCH", _ONE)
def edit(table: "LocalDiscord", call: Call) -> Json:
    post = _own(table, call)
    check_message(call.form, uploads=call.uploads, before=post.message)
    revise(table.world, table.files_url, post, call.form, call.uploads)
    return post.message


@route("DELETE", _ONE)
def delete(table: "LocalDiscord", call: Call) -> None:
    post = _post(table, call)
    if post.message["author"]["id"] != table.world.bot["id"]:
        seen_channel(table, call, Permission.MANAGE_MESSAGES)
    table.world.remove_post(post)


# reactions


def _react(table: "LocalDiscord", call: Call, change: int) -> None:
    post, emoji, mine = _post(table, call), unquote(call.path["emoji"]), table.world.bot["id"]
    table.world.react(post, emoji, mine, change)


@route("PUT", _ONE + "/reactions/{emoji}/@me")
def add_reaction(table: "LocalDiscord", call: Call) -> None:
    seen_channel(table, call, Permission.ADD_REACTIONS | _HISTORY)
    _react(table, call, +1)


@route("DELETE", _ONE + "/reactions/{emoji}/@me")
def remove_reaction(table: "LocalDiscord", call: Call) -> None:
    _react(table, call, -1)
