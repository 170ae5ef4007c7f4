"""The sentences about starts and ends that are no real start's or end's in the other tests."""

import errno
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.chat.startup_errors import REMEDIES, CannotStart, TaskDied, code_of, is_for_good, of_commands, sentence
from bot.storage import StoreFault
from rules.errors import DataError


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoreFault("The disk is full"), "The disk is full. Make room."),
        (StoreFault("The database failed"), "The database failed. `adjutant doctor` says more."),
        (StoreFault("x is damaged. Restore a backup: `adjutant restore B`"), None),
        (DataError("marne_1918.toml: no such marker."), "marne_1918.toml: no such marker."),
        (CannotStart("The port is taken."), "The port is taken."),
        (TaskDied("It has ended."), "It has ended."),
        (aiohttp.ServerDisconnectedError(), "Discord cannot be reached (ServerDisconnectedError)."),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "Discord cannot be reached (ConnectionResetError)."),
        (TimeoutError(), "Discord cannot be reached (TimeoutError)."),
    ],
)
def test_each_is_one_sentence_with_a_remedy(error: Exception, said: str | None) -> None:
    assert (sentence(error) or "").startswith(said or f"{error}.")


def test_a_bug_has_none() -> None:
    assert sentence(ZeroDivisionError()) is None


def test_remedies_are_sentences_without_their_stop() -> None:
    assert all(remedy[0].isupper() and not remedy.endswith(".") for remedy in REMEDIES.values())


def refused(kind: type[discord.HTTPException], status: int, **said: object) -> discord.HTTPException:
    """What the library raises for an answer of Discord's."""
    response = SimpleNamespace(status=status, reason="No")
    return kind(response, said or {"code": 50013, "message": "Missing Permissions"})


DOWN = "it is probably down. See https://discordstatus.com, and start the bot again later."


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (refused(discord.HTTPException, 500), f"Discord answers with an error of its own (500): {DOWN}"),
        (refused(discord.DiscordServerError, 503), f"Discord answers with an error of its own (503): {DOWN}"),
        (
            refused(discord.HTTPException, 429),
            "Discord refuses this machine for now (429, too many requests): start the bot again in an hour.",
        ),
        (
            refused(discord.HTTPException, 499),
            "Discord refused the start (499, code 50013): Missing Permissions.",
        ),
        (discord.LoginFailure("x"), "Discord does not know this token: see ADJUTANT_TOKEN."),
        (
            discord.PrivilegedIntentsRequired(None),
            "Discord does not grant an intent that the bot asks for: switch it on in the developer portal, on the page"
            " Bot, under Privileged Gateway Intents.",
        ),
        (
            discord.ConnectionClosed(cast(Any, SimpleNamespace(close_code=4004)), shard_id=None, code=4004),
            "Discord no longer knows this token: see ADJUTANT_TOKEN.",
        ),
        (
            discord.ConnectionClosed(cast(Any, SimpleNamespace(close_code=4011)), shard_id=None, code=4011),
            "Discord has closed the connection for good (code 4011): start the bot again.",
        ),
        (discord.DiscordException("odd"), None),
        (cast(Any, discord).GatewayNotFound(), None),
    ],
)  # fmt: skip
def test_each_end_by_discord_is_said_in_full(error: Exception, said: str | None) -> None:
    assert sentence(error) == said


def test_a_gateway_that_is_not_found_says_what_discord_answered() -> None:
    error = cast(Any, discord).GatewayNotFound()
    error.__cause__ = refused(discord.DiscordServerError, 502)
    assert sentence(error) == f"Discord answers with an error of its own (502): {DOWN}"


def test_commands_that_are_not_taken_say_what_to_do() -> None:
    assert of_commands(refused(discord.Forbidden, 403)) == (
        "Discord does not let the bot register its commands (code 50013): invite it with the scope"
        " applications.commands."
    )
    passing = ((500, 0), (503, 0), (429, 0), (400, 30034))
    assert not any(is_for_good(refused(discord.HTTPException, status, code=code)) for status, code in passing)
    assert is_for_good(refused(discord.HTTPException, 400, code=50035))
    assert of_commands(refused(discord.HTTPException, 400, code=50035, message="Too\n  long")) == (
        "Discord refused the bot's commands: 400 No (error code: 50035): Too long. Update Adjutant."
    )


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DataError("x"), 78), (discord.LoginFailure("x"), 78), (CannotStart("x", 78), 78), (CannotStart("x"), 1),
        (StoreFault("a is damaged: x"), 78), (StoreFault("The disk is full"), 1), (TaskDied("x"), 1), (OSError(), 1),
    ],
)  # fmt: skip
def test_what_no_new_start_mends_has_a_code_of_its_own(error: Exception, code: int) -> None:
    assert code_of(error) == code


CHECK = "Check this machine's network, DNS, firewall and clock, and start the bot again."


def test_a_host_that_is_not_found_and_one_that_refuses_are_named() -> None:
    key = cast(Any, SimpleNamespace(host="discord.test", port=443, ssl=True))
    unknown = aiohttp.ClientConnectorDNSError(key, OSError(errno.ENOENT, "not known"))
    assert sentence(unknown) == f"Discord cannot be reached: the name discord.test is not found. {CHECK}"
    closed = aiohttp.ClientConnectorError(key, OSError(errno.ECONNREFUSED, "Connection refused"))
    assert sentence(closed) == f"Discord cannot be reached at discord.test:443: Connection refused. {CHECK}"


@pytest.mark.parametrize(("part", "remedy"), REMEDIES.items())
def test_each_fault_of_the_database_has_its_remedy(part: str, remedy: str) -> None:
    assert sentence(StoreFault(f"/a/b: {part}")) == f"/a/b: {part}. {remedy}."
    said = f"/a/b {part}: see ADJUTANT_DATABASE"
    assert sentence(StoreFault(said)) == f"{said}.", "it says already what to do"
