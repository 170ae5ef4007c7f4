"""Forums: channels that hold nothing but posts, which are threads with a first message and with tags."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from localdiscord.errors import Json
from localdiscord.state.channels import ChannelFlag
from localdiscord.state.clock import Clock
from localdiscord.state.composition import compose
from localdiscord.state.files import Upload
from localdiscord.state.messages import StoredMessage
from localdiscord.state.state import State

MOST_TAGS: Final = 20
MOST_APPLIED: Final = 5
MOST_PINNED: Final = 1


def new_tags(clock: Clock, wanted: Iterable[Mapping[str, Any]], before: Iterable[Json] = ()) -> list[Json]:
    """The tags of a forum as Discord returns them; one that was there before keeps its id."""
    known = {tag["id"] for tag in before}
    return [
        {
            "id": str(tag["id"]) if str(tag.get("id")) in known else clock.next_id(),
            "name": tag["name"],
            "moderated": bool(tag.get("moderated")),
            **emoji_of(tag),
        }
        for tag in wanted
    ]


def emoji_of(named: Mapping[str, Any]) -> Json:
    """The emoji of a tag or of a forum as Discord returns it: the id of a custom one, or the sign itself."""
    emoji_id = named.get("emoji_id")
    return {"emoji_id": None if emoji_id is None else str(emoji_id), "emoji_name": named.get("emoji_name")}


def free_tags(forum: Json) -> set[str]:
    """The ids of the tags that everybody can set, not only who manages threads."""
    return {tag["id"] for tag in forum["available_tags"] if not tag["moderated"]}


def pinned_in(state: State, forum: Json) -> list[Json]:
    """The posts that are pinned to the top of a forum."""
    return [post for post in state.channels.threads_of(forum["id"]) if post["flags"] & ChannelFlag.PINNED]


def add_post(
    state: State,
    forum: Json,
    author: Json,
    wanted: Json,
    uploads: Sequence[Upload] = (),
) -> StoredMessage:
    """Creates a post and returns its first message, which has the id of the thread. `wanted` is as in the request:
    name, message, and perhaps applied_tags, auto_archive_duration, rate_limit_per_user.
    """
    given = wanted.get("rate_limit_per_user")
    post = state.channels.add_thread(
        forum["id"],
        wanted["name"].strip(),
        author["id"],
        minutes=wanted.get("auto_archive_duration"),
        extra={
            "applied_tags": [str(tag_id) for tag_id in wanted.get("applied_tags") or ()],
            "rate_limit_per_user": forum["default_thread_rate_limit_per_user"] if given is None else given,
        },
    )
    forum["last_message_id"] = post["id"]
    state.channels.save(forum)
    stored = compose(state, post["id"], author, wanted["message"], uploads=uploads, extra={"id": post["id"]})
    state.messages.add(stored)
    return stored
