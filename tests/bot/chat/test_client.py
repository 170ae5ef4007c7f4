"""The client: what it says when something goes wrong, and what its log keeps to itself."""

import logging
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.base.deeds import Standing, note
from bot.base.metrics import Metrics
from bot.chat.answering.gate import Admission, TooFast
from bot.chat.client import MORE_ITEMS, _how
from bot.engine.request import TooLate
from bot.engine.service import NotWritten
from bot.messages.buttons import ITEMS
from bot.messages.interaction import Pressed
from bot.storage import StoreFault
from localdiscord import Fault
from rules.command import Offer
from rules.errors import NotNow
from tests.bot.harness import EPHEMERAL, Harness, choose, harness, text
from tests.bot.marne import DRAWN, decide_all, drawn
from tests.patience import a_moment, until


async def test_no_log_record_holds_the_token_or_a_marker(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with harness(tmp_path, token="tok-3n-of-the-server") as here:
        await drawn(here)
        await decide_all(here)
    assert caplog.records
    for record in caplog.records:
        said = record.getMessage() + (record.exc_text or "")
        assert "tok-3n" not in said
        assert not any(name in said for name in DRAWN)


async def test_it_pings_nobody_and_keeps_no_members(here: Harness) -> None:
    mentions = here.bot.client.allowed_mentions
    assert mentions is not None
    given: object = mentions.to_dict()
    assert given == {"parse": []}
    assert here.bot.client._connection.member_cache_flags == discord.MemberCacheFlags.none()


async def test_before_it_knows_its_servers_it_is_not_connected(here: Harness) -> None:
    client = here.bot.client
    await client.wait_until_ready()
    assert client.is_connected
    client._ready.clear()
    assert not client.is_connected, "it is still to hear which servers it is on"


async def test_it_starts_on_yesterdays_commands(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.client.SYNC_SECONDS", 0.0)
    await here.bot.kill()
    here.server.inject(Fault("PUT", "/applications/{application}/commands", 400, 30034, times=2))
    await here.start_bot()
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await until(lambda: here.bot.client.is_synced)


async def test_one_closed_shard_of_two_is_no_connection(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of that shard would get no answer, while the others are well."""
    client = here.bot.client
    await client.wait_until_ready()
    first = client.shards[0]
    second = discord.ShardInfo(first._parent, 2)
    second.id = 1
    monkeypatch.setattr(type(client), "shards", property(lambda _: {0: first, 1: second}))
    assert client.is_connected
    monkeypatch.setattr(discord.ShardInfo, "is_closed", lambda shard: shard.id == 1)
    assert not client.is_connected


async def test_a_button_of_another_version_answers_privately(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    founding["components"][0]["components"][0]["custom_id"] = "old:button"
    await here.anna.press(founding, "Allies: Draw 3 events")
    assert "another version of the bot" in text(here.private(here.anna)[-1])


@pytest.mark.parametrize(
    "forged",
    [
        "adj:do:{n}:x", "adj:own:{n}:x", "adj:hand:{n}", "adj:why:1:{n}", "adj:about:{n}", "adj:sure:1:{n}:{{}}",
        "adj:sure:1:0:{{]}}", "adj:sure:1:0:{{\"type\":[1]}}", "adj:rewind:1:{n}:1", "adj:match:{n}:1", "adj:who:{n}",
        "adj:unwatch:{n}",
    ],
)  # fmt: skip
async def test_a_forged_id_is_refused(here: Harness, caplog: pytest.LogCaptureFixture, forged: str) -> None:
    """Numbers past what a database holds, and what is no command."""
    await here.found()
    founding = here.newest(here.anna)
    founding["components"][0]["components"][0]["custom_id"] = forged.format(n=9 * 10**18)
    await here.anna.press(founding, "Allies: Draw 3 events")
    assert text(here.private(here.anna)[-1])
    assert "hit an error" not in text(here.private(here.anna)[-1])
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_file_too_large_for_discord_is_said_to_be(here: Harness) -> None:
    await here.found()
    here.server.inject(Fault("POST", "/webhooks/{application}/{token}", 413, 40005))
    await choose(here.anna, here.marne, "record more export")
    assert text(here.private(here.anna)[-1]) == "The file is larger than Discord takes here."


async def test_a_bug_gets_an_id_and_no_traceback_reaches_the_channel(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await here.found()

    def broken(*_: object) -> tuple[Offer, ...]:
        raise ZeroDivisionError("a secret of the machine")

    session = await here.campaign()
    monkeypatch.setattr(type(session.campaign.game), "decide", broken)
    await here.anna.slash(here.marne, "draw event")
    said = here.newest(here.anna)["content"]
    bug = said.split("(")[1].split(")")[0]
    assert "Sorry, the bot hit an error" in said
    assert "ZeroDivision" not in said
    assert "a secret" not in said
    assert any(bug in record.getMessage() and record.exc_info for record in caplog.records)
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    assert "Sorry, the bot hit an error" in here.newest(here.anna)["content"]
    assert here.carla.messages(here.marne)[-1] in here.bert.messages(here.marne)


async def test_it_listens_to_interactions_and_reads_no_message(here: Harness) -> None:
    assert [name for name, is_wanted in here.bot.client.intents if is_wanted] == ["guilds"]
    before = here.carla.messages(here.marne)
    here.anna.send(here.marne, "/draw event")
    await a_moment()
    assert len(here.carla.messages(here.marne)) == len(before) + 1


MANAGE_SERVER = 1 << 5


async def test_its_commands_are_for_servers_and_everybody(here: Harness) -> None:
    """Those in the Apps menu of a message, too."""
    assert "Why?" in {each.name for each in here.bot.client.tree.get_commands()}
    for command in here.bot.client.tree.get_commands():
        payload = command.to_dict(here.bot.client.tree)
        is_of_a_server = command.name in ("admin", "server")
        assert payload["contexts"] == ([0] if is_of_a_server else [0, 1]), "a server's channels, and a DM"
        assert payload["integration_types"] == ([0] if is_of_a_server else [0, 1]), "on a server, or for oneself"
        wanted = MANAGE_SERVER if is_of_a_server else None
        assert payload.get("default_member_permissions") == wanted


async def test_the_bot_learns_who_owns_the_guild(here: Harness) -> None:
    """Before the first user joins it is the bot itself, which an owner's permissions would deceive."""
    (guild,) = here.bot.client.guilds
    assert guild.owner_id == int(here.anna.id)
    assert not guild.me.guild_permissions.administrator


def test_every_button_and_menu_lives_on_after_a_restart() -> None:
    """What the bot does not add, it would answer only until it restarts, and refuse as another version's."""
    own = {each for each in _below(discord.ui.DynamicItem) if each.__module__.startswith("bot.")} - {Pressed}
    assert own == {*ITEMS, *MORE_ITEMS}


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    each: type[Any]
    for each in kind.__subclasses__():
        yield from (each, *_below(each))


def counted(here: Harness, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the bot counts as having failed from now on."""
    seen: list[str] = []
    monkeypatch.setattr(here.bot.client, "metrics", copy(here.bot.client.metrics))
    monkeypatch.setattr(here.bot.client.metrics, "count", lambda _, how: seen.append(how))
    return seen


FAST = "That was too fast, so it was not done. Wait a few seconds and try again."
LATE = "The bot came to this too late, so nothing was done. Try again."


@pytest.mark.parametrize(
    ("admission", "failed", "said"),
    [
        (Admission.LEFT_AS_FAST, ["fast"], []), (Admission.LEFT_AS_LATE, ["late"], []),
        (Admission.LEFT_AS_KNOWN, [], []), (Admission.TOO_FAST, ["fast"], [FAST]),
        (Admission.TOO_LATE, ["late"], [LATE]),
    ],
)  # fmt: skip
async def test_each_rejection_is_counted(
    here: Harness, monkeypatch: pytest.MonkeyPatch, admission: Admission, failed: list[str], said: list[str]
) -> None:
    await here.found()
    seen = counted(here, monkeypatch)
    founding = here.newest(here.anna)
    monkeypatch.setattr(here.bot.client.gate, "admission", lambda _: admission)
    with here.unanswered():
        await here.anna.slash(here.marne, "hand")
    with here.unanswered():
        await here.anna.press(founding, "Allies: Draw 3 events")
    await here.bot.client.work.finished()
    assert seen == failed * 2
    assert [text(each) for each in here.private(here.anna)] == said * 2
    assert (await here.campaign()).campaign.seq == 1


@pytest.mark.parametrize(
    ("status", "code", "failed", "answers"),
    [(404, 10062, "late", 0), (400, 40060, "late", 0), (404, 10015, "late", 0), (403, 50013, "lost", 1)],
)
async def test_an_expired_interaction_gets_no_second_answer(
    here: Harness, monkeypatch: pytest.MonkeyPatch, status: int, code: int, failed: str, answers: int
) -> None:
    await here.found()
    seen = counted(here, monkeypatch)
    here.server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", status, code))
    with here.unanswered():
        await here.anna.slash(here.marne, "hand")
    await here.bot.client.work.finished()
    assert seen == [failed]
    assert len(here.private(here.anna)) == answers
    here.server.rejected.clear()


async def test_answers_are_counted_by_command(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found()
    seen: list[str] = []
    monkeypatch.setattr(Metrics, "took", lambda _, __, ___, *names: seen.extend(names))
    await here.anna.autocomplete(here.marne, "act", focused="offer")
    await here.anna.slash(here.marne, "campaign status")
    await here.anna.slash(here.marne, "act", {"offer": "Enter victory points"})
    await here.anna.submit({"vp": "12"})
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.bot.client.work.finished()
    assert seen == ["autocompletion", "campaign status", "act", "form", "button"]


@pytest.mark.parametrize("error", [TimeoutError(), StoreFault("The disk is full")])
@pytest.mark.parametrize(
    ("stands", "said"),
    [
        (Standing.NOTHING, "Nothing was done. Try again later."),
        (Standing.UNKNOWN, "The bot cannot tell whether it was done. Look before you try it again."),
        (Standing.KEPT, "What you did is done."),
    ],
)
async def test_each_fault_says_how_what_was_asked_for_stands(
    here: Harness, monkeypatch: pytest.MonkeyPatch, error: Exception, stands: Standing, said: str
) -> None:
    await here.found()

    async def fail(*_: object, **__: object) -> None:
        note(stands)
        raise error

    monkeypatch.setattr(here.bot.client.responder, "execute", fail)
    await here.anna.slash(here.marne, "draw event")
    what = "Discord lost part of the bot's answer" if isinstance(error, TimeoutError) else "The disk is full"
    assert text(here.private(here.anna)[-1]) == f"{what}. {said}"


class Seven(app_commands.Transformer):
    """It turns nothing into anything."""


@pytest.mark.parametrize(
    ("error", "how"),
    [
        (TimeoutError(), "lost"), (aiohttp.ClientError(), "lost"), (StoreFault("x"), "database"),
        (NotNow("x"), "refusal"), (app_commands.CheckFailure(), "refusal"), (ZeroDivisionError(), "bug"),
        (NotWritten("x"), "database"), (TooFast(), "fast"), (TooLate(), "late"),
    ],
)  # fmt: skip
def test_each_error_is_counted_as_what_it_is(error: Exception, how: str) -> None:
    assert _how(error) == how


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (app_commands.CheckFailure(), "This command works only in a channel or thread of a server."),
        (app_commands.CommandNotFound("draw", []), "This command has changed. Reload Discord and use it again."),
        (NotNow("It rains."), "It rains."),
        (TimeoutError(), "Discord lost part of the bot's answer. Nothing was done. Try again later."),
        (StoreFault("The disk is full"), "The disk is full. Nothing was done. Try again later."),
        (app_commands.CommandSignatureMismatch(SimpleNamespace(name="x", qualified_name="x")),  # type: ignore[arg-type]
         "This command has changed. Reload Discord and use it again."),
        (app_commands.TransformerError("*9*", discord.AppCommandOptionType.string, Seven()),
         r"“\*9\*” is not a valid value here."),
    ],
)  # fmt: skip
async def test_a_stopped_command_is_told_privately(
    here: Harness, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    await here.found()

    async def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(here.bot.client.responder, "execute", fail)
    await here.anna.slash(here.marne, "draw event")
    refusal = here.newest(here.anna)
    assert (refusal["content"], refusal["flags"] & EPHEMERAL) == (said, EPHEMERAL)


async def test_where_there_is_none_the_campaigns_of_threads_are_named(here: Harness) -> None:
    """But not that of a private thread, which not everybody sees."""
    here.server.thread("talk", here.marne)
    await here.found(here.private_thread("war room", here.anna, here.bert))
    await here.carla.slash(here.marne, "hand")
    assert "There is no campaign in this channel yet." in text(here.private(here.carla)[-1])
    front = here.server.thread("front", here.marne)
    await here.found(front)
    await here.carla.slash(here.marne, "hand")
    assert text(here.private(here.carla)[-1]) == f"Campaigns of this channel are played in <#{front['id']}>."
