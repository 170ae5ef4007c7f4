"""The posts of a forum: who can create one, with which tags, and who can pin it."""

from typing import Final

from localdiscord.api.access import check_words, get_channel
from localdiscord.api.request import ApiCall
from localdiscord.errors import ApiError, Json, invalid_form_body
from localdiscord.limits import check_message, check_post
from localdiscord.state.channels import ChannelFlag
from localdiscord.state.forums import MOST_PINNED, add_post, free_tags, pinned_in
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State

_UNKNOWN_TAG: Final = {"_errors": [{"code": "FORUM_TAG_UNKNOWN", "message": "The forum has no such tag."}]}


def create_post(state: State, call: ApiCall) -> Json:
    """Creates a post with its first message, and returns the thread with that message in it."""
    forum, wanted = get_channel(state, call, Permission.SEND_MESSAGES), call.json_object
    check_post(wanted)
    check_words(state, call, wanted["message"])
    check_message(wanted["message"], uploads=call.uploads)
    check_required(state, forum, check_applied(state, call, forum, wanted, ()))
    stored = add_post(state, forum, state.bot, wanted, call.uploads)
    return state.channels.by_id[stored.id] | {"message": stored.message}


def check_required(state: State, forum: Json, applied: list[str]) -> None:
    """An ApiError if the forum asks for a tag and there is none."""
    if applied or not forum["flags"] & ChannelFlag.REQUIRE_TAG:
        return
    may = state.channels.permissions_of(state.bot_id, forum["id"])
    if not may & Permission.MANAGE_THREADS and not free_tags(forum):
        raise ApiError(400, 40066, "There are no tags available that can be set by non-moderators")
    raise ApiError(400, 40067, "A tag is required to create a forum post in this channel")


def check_applied(state: State, call: ApiCall, forum: Json, wanted: Json, before: list[str] | tuple[()]) -> list[str]:
    """The ids of the tags that a post is to have; an ApiError if the forum has no such tag, or if it is one that only
    those who manage threads can set or remove.
    """
    applied = [str(tag_id) for tag_id in wanted.get("applied_tags") or ()]
    if {*applied} - {tag["id"] for tag in forum["available_tags"]} - {*before}:
        raise invalid_form_body({"applied_tags": _UNKNOWN_TAG})
    changed = {*applied} ^ {*before}
    if changed - free_tags(forum):
        get_channel(state, call, Permission.MANAGE_THREADS)
    return applied


def check_pin(state: State, forum: Json, post: Json, wanted: Json) -> None:
    """An ApiError if another post is pinned already."""
    others = [each for each in pinned_in(state, forum) if each is not post]
    if (wanted.get("flags") or 0) & ChannelFlag.PINNED and len(others) >= MOST_PINNED:
        raise ApiError(
            400, 30047, f"Maximum number of pinned threads in a forum channel has been reached ({MOST_PINNED})"
        )
