"""Discord's limits as tables, and the checks that raise an ApiError when a request breaks one."""

from collections.abc import Mapping

from localdiscord.errors import Json
from localdiscord.limits.commands import check_commands
from localdiscord.limits.components import MODAL
from localdiscord.limits.messages import CHANNEL, CHOICES, FILE_SIZE, HISTORY, RECIPIENT, THREAD, check_message
from localdiscord.limits.shape import check

__all__ = [
    "FILE_SIZE",
    "check_channel",
    "check_choices",
    "check_commands",
    "check_history",
    "check_message",
    "check_modal",
    "check_recipient",
    "check_thread",
]


def check_modal(modal: Json) -> None:
    """Checks a modal that the bot wants to open."""
    check(MODAL, modal)


def check_choices(data: Json) -> None:
    """Checks the choices of an autocomplete."""
    check(CHOICES, data)


def check_channel(changes: Json) -> None:
    """Checks the changes of a channel or thread."""
    check(CHANNEL, changes)


def check_thread(thread: Json) -> None:
    """Checks a new thread."""
    check(THREAD, thread)


def check_recipient(body: Json) -> None:
    """Checks with whom the bot wants to open a DM."""
    check(RECIPIENT, body)


def check_history(query: Mapping[str, str]) -> None:
    """Checks what the bot asks of a channel's history."""
    check(HISTORY, dict(query))
