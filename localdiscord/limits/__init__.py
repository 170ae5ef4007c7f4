"""What Discord refuses: tables of limits, and the checks that use them."""

from localdiscord.limits.commands import check_commands
from localdiscord.limits.components import FORM
from localdiscord.limits.messages import CHANNEL, CHOICES, FILE_SIZE, THREAD, check_message
from localdiscord.limits.shape import check
from localdiscord.refusal import Json

__all__ = [
    "FILE_SIZE",
    "check_channel",
    "check_choices",
    "check_commands",
    "check_form",
    "check_message",
    "check_thread",
]


def check_form(form: Json) -> None:
    check(FORM, form)


def check_choices(data: Json) -> None:
    check(CHOICES, data)


def check_channel(form: Json) -> None:
    check(CHANNEL, form)


def check_thread(form: Json) -> None:
    check(THREAD, form)
