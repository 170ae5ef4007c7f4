"""Discord's limits as tables, and the checks that raise an ApiError when a request breaks one."""

from collections.abc import Mapping

from localdiscord.errors import Json, invalid_form_body
from localdiscord.limits.channels import (
    CHANNEL,
    FORUM,
    HISTORY,
    NEW_CHANNEL,
    POST,
    POST_CHANGES,
    RECIPIENT,
    THREAD,
    THREAD_CHANGES,
)
from localdiscord.limits.commands import check_commands
from localdiscord.limits.components import MODAL
from localdiscord.limits.events import EVENT, NEW_EVENT, check_external
from localdiscord.limits.messages import CHOICES, FILE_SIZE, check_message
from localdiscord.limits.shape import check, error_tree
from localdiscord.state.channels import THREADS, ChannelType

__all__ = [
    "FILE_SIZE",
    "check_changes",
    "check_choices",
    "check_commands",
    "check_event",
    "check_history",
    "check_message",
    "check_modal",
    "check_new_channel",
    "check_post",
    "check_recipient",
    "check_thread",
]


def check_modal(modal: Json) -> None:
    """Checks a modal that the bot wants to open."""
    check(MODAL, modal)


def check_choices(data: Json) -> None:
    """Checks the choices of an autocomplete."""
    check(CHOICES, data)


def check_new_channel(channel: Json) -> None:
    """Checks a new text channel or forum."""
    type_ = channel.get("type") or ChannelType.TEXT
    check(NEW_CHANNEL.get(type_, NEW_CHANNEL[ChannelType.TEXT]), channel)


def check_changes(channel: Json, changes: Json, *, is_post: bool = False) -> None:
    """Checks the changes of a channel, forum, thread or post."""
    if channel["type"] in THREADS:
        check(POST_CHANGES if is_post else THREAD_CHANGES, changes)
    else:
        check(FORUM if channel["type"] == ChannelType.FORUM else CHANNEL, changes)


def check_thread(thread: Json) -> None:
    """Checks a new thread."""
    check(THREAD, thread)


def check_post(post: Json) -> None:
    """Checks a new post of a forum, without its message."""
    check(POST, post)


def check_event(wanted: Json, before: Json | None = None) -> None:
    """Checks a new scheduled event, or the changes of the one that was there `before`."""
    check(NEW_EVENT if before is None else EVENT, wanted)
    if found := list(check_external((before or {}) | wanted)):
        raise invalid_form_body(error_tree(found))


def check_recipient(body: Json) -> None:
    """Checks with whom the bot wants to open a DM."""
    check(RECIPIENT, body)


def check_history(query: Mapping[str, str]) -> None:
    """Checks what the bot asks of a channel's history."""
    check(HISTORY, dict(query))
