"""Why the bot cannot start or go on, in one sentence, with what to do about it.

Most commands of an operator need no Discord, so that is imported when an error may be one of it.
"""

from http import HTTPStatus
from typing import TYPE_CHECKING

from bot.storage.faults import StoreFault
from rules.errors import DataError

if TYPE_CHECKING:
    import discord

AUTHENTICATION_FAILED = 4004
TOO_MANY_NEW = 30034
"""So many commands are new today that Discord takes no more until tomorrow."""
REMEDIES = {
    "Another process": "Stop that one first",
    "there is no folder": "Make the folder, or change ADJUTANT_DATABASE",
    "Is a directory": "ADJUTANT_DATABASE names a folder; it must name a file",
    "Permission denied": "Give this user the right to read and write it and its folder",
    "Read-only file system": "Put the database where it can be written: see ADJUTANT_DATABASE",
    "cannot be written": "Give this user the right to write it and its folder",
    "has version": "Update Adjutant, or restore the backup that was made before the update",
    "disk is full": "Make room",
    "is damaged": "Restore a backup: `adjutant restore BACKUP`",
}

UNMENDED = ("Is a directory", "has version", "is damaged", "another program's")
"""The faults of a database that no new start mends."""

FAILED, FOR_GOOD = 1, 78
"""The exit codes of a bot that cannot run: a new start may mend it, or none does until something is set right."""


class CannotStart(Exception):
    """The bot cannot start. Its text is the sentence."""

    def __init__(self, said: str, code: int = FAILED) -> None:
        super().__init__(said)
        self.code = code


class TaskDied(Exception):
    """A task that runs as long as the bot does has ended by a bug. Its text names the task and the bug's id."""


def code_of(error: BaseException) -> int:
    """Return the exit code of a bot that an error has ended."""
    import discord

    if isinstance(error, CannotStart):
        return error.code
    if isinstance(error, StoreFault):
        return FOR_GOOD if any(part in str(error) for part in UNMENDED) else FAILED
    is_refused = isinstance(error, discord.ConnectionClosed) and error.code == AUTHENTICATION_FAILED
    mistaken = (DataError, discord.LoginFailure, discord.PrivilegedIntentsRequired)
    return FOR_GOOD if is_refused or isinstance(error, mistaken) else FAILED


def sentence(error: BaseException) -> str | None:
    """Return a sentence about an error, or None for a bug."""
    if isinstance(error, StoreFault):
        said = str(error)
        if "`adjutant" in said or "see ADJUTANT" in said:
            return f"{said}."
        remedy = next((remedy for part, remedy in REMEDIES.items() if part in said), "`adjutant doctor` says more")
        return f"{said}. {remedy}."
    if isinstance(error, (DataError, CannotStart, TaskDied)):
        return str(error)
    import aiohttp
    import discord

    if isinstance(error, discord.DiscordException):
        return _of_discord(error)
    if isinstance(error, (aiohttp.ClientError, OSError)):
        return _of_network(error)
    return None


def _of_discord(error: "discord.DiscordException") -> str | None:
    import discord

    if isinstance(error, discord.LoginFailure):
        return "Discord does not know this token: see ADJUTANT_TOKEN."
    if isinstance(error, discord.PrivilegedIntentsRequired):
        return (
            "Discord does not grant an intent that the bot asks for: switch it on in the developer portal, on the page"
            " Bot, under Privileged Gateway Intents."
        )
    if isinstance(error, discord.ConnectionClosed):
        if error.code == AUTHENTICATION_FAILED:
            return "Discord no longer knows this token: see ADJUTANT_TOKEN."
        return f"Discord has closed the connection for good (code {error.code}): start the bot again."
    if isinstance(error, discord.GatewayNotFound) and isinstance(error.__cause__, discord.HTTPException):
        return _of_answer(error.__cause__)
    return _of_answer(error) if isinstance(error, discord.HTTPException) else None


def _of_answer(error: "discord.HTTPException") -> str:
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return (
            f"Discord answers with an error of its own ({error.status}): it is probably down. See"
            " https://discordstatus.com, and start the bot again later."
        )
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return "Discord refuses this machine for now (429, too many requests): start the bot again in an hour."
    return f"Discord refused the start ({error.status}, code {error.code}): {error.text}."


def is_for_good(error: "discord.HTTPException") -> bool:
    """Return whether no waiting mends what Discord said of the commands."""
    late = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.REQUEST_TIMEOUT)
    return error.status < HTTPStatus.INTERNAL_SERVER_ERROR and error.status not in late and error.code != TOO_MANY_NEW


def of_commands(error: "discord.HTTPException") -> str:
    """Return the sentence about commands that Discord did not take."""
    import discord

    if isinstance(error, discord.Forbidden):
        return (
            f"Discord does not let the bot register its commands (code {error.code}): invite it with the scope"
            " applications.commands."
        )
    said = " ".join(str(error).split())
    return f"Discord refused the bot's commands: {said}. Update Adjutant."


def _of_network(error: Exception) -> str:
    import aiohttp

    check = "Check this machine's network, DNS, firewall and clock, and start the bot again."
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return f"Discord cannot be reached: the name {error.host} is not found. {check}"
    if isinstance(error, aiohttp.ClientConnectorError):
        return f"Discord cannot be reached at {error.host}:{error.port}: {error.os_error.strerror or error}. {check}"
    return f"Discord cannot be reached ({type(error).__name__}). {check}"
