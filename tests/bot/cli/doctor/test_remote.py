"""What Discord says about the bot, by the real command against the local Discord."""

import contextlib
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli.doctor.remote import clock
from localdiscord import Fault, LocalDiscord
from localdiscord.api.application import _APPLICATION
from tests.bot.command import Ended, adjutant, on
from tests.bot.harness import Harness
from tests.games import SEED

NOWHERE = "http://127.0.0.1:9/api/v10"


async def doctor(here: Harness, **settings: object) -> Ended:
    return await adjutant("doctor", **on(here.server, here.database) | {"seed": SEED.hex()} | settings)


async def test_all_is_well_while_the_bot_runs(here: Harness) -> None:
    await here.found()
    thread = here.server.thread("side-show", here.marne)
    await here.found(thread)
    ended = await doctor(here)
    assert ended.code == 0, ended.said
    for line in (
        "ok       token: it is that of bot",
        "ok       clock: it agrees with Discord's",
        "ok       intents: no privileged one, and none is needed",
        f"ok       channel {here.marne['id']}: the bot may do what it needs",
        f"ok       channel {thread['id']}: the bot may do what it needs",
    ):
        assert line in ended.said.splitlines(), ended.said
    assert here.server.token not in ended.said
    assert SEED.hex() not in ended.said


async def test_permissions_that_are_missing_are_named(here: Harness) -> None:
    await here.found()
    await here.found(here.server.thread("side-show", here.marne))
    channel = here.server.hub.state.channels.by_id[here.marne["id"]]
    denied = 1 << 11 | 1 << 14 | 1 << 38  # send messages, embed links, send messages in threads
    channel["permission_overwrites"] = [
        {"id": here.server.guild_id, "type": 0, "allow": "0", "deny": str(denied)}
    ]  # fmt: skip
    ended = await doctor(here)
    assert f"warning  channel {here.marne['id']}: The bot may not embed links, send messages there." in ended.said
    assert "The bot may not embed links, send messages in threads there." in ended.said
    assert ended.code == 0


async def test_what_is_wrong_in_the_portal_is_named(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """An intent that Discord has granted, or grants as long as the bot is on few servers; and another address."""
    limited_presence, messages = 1 << 13, 1 << 18
    monkeypatch.setitem(_APPLICATION, "flags", limited_presence | messages)
    monkeypatch.setitem(_APPLICATION, "interactions_endpoint_url", "https://example.org")
    ended = await doctor(here)
    assert "warning  intents: gateway_presence, gateway_message_content: the bot needs no privileged" in ended.said
    assert "fault    application: Discord sends its interactions to an address" in ended.said
    assert ended.code == 1


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50001)])
@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/guilds/{guild}", "The bot is not there any more. Invite it again"),
        ("/channels/{channel}", "It is gone, or the bot may not view it."),
    ],
)
async def test_a_server_or_channel_that_is_gone(here: Harness, path: str, said: str, status: int, code: int) -> None:
    await here.found(here.server.thread("side-show", here.marne))
    here.server.inject(Fault("GET", path, status, code))
    ended = await doctor(here)
    assert (ended.code, said in ended.said) == (0, True), ended.said
    here.server.rejected.clear()


async def test_a_wrong_token_is_a_fault_and_is_never_said(here: Harness) -> None:
    ended = await doctor(here, token="tok-123")
    assert (ended.code, "tok-123" in ended.said, "Traceback" in ended.said) == (1, False, False)
    assert "fault    Discord: Discord does not know this token: see ADJUTANT_TOKEN." in ended.said
    here.server.rejected.clear()


async def test_an_error_of_discord_is_reported(here: Harness) -> None:
    await here.found()
    here.server.inject(Fault("GET", "/guilds/{guild}", 400, 50035))
    ended = await doctor(here)
    assert (ended.code, "fault    Discord: " in ended.said, "Traceback" in ended.said) == (1, True, False), ended.said


async def test_without_discord_it_says_so_and_all_the_rest(tmp_path: Path) -> None:
    ended = await adjutant("doctor", token="x", discord_api=NOWHERE, database=tmp_path / "a.sqlite")
    assert (ended.code, "Traceback" in ended.said) == (1, False)
    assert "fault    Discord: Discord cannot be reached at 127.0.0.1:9" in ended.said
    assert "ok       data files: 3 games" in ended.said


async def test_it_changes_nothing(tmp_path: Path) -> None:
    async with LocalDiscord() as server:
        ended = await adjutant("doctor", **on(server, tmp_path / "a.sqlite"))
        assert ended.code == 0, ended.said
        assert [*server.hub.state.available_commands()] == []
    assert not (tmp_path / "a.sqlite").exists()


@pytest.mark.parametrize(
    ("ahead", "level", "said"),
    [
        *((matter, "ok", "agrees") for matter in (30, -30)),
        *((matter, "warning", "seconds") for matter in (30.6, -30.6)),
        *((31, "warning", "31 seconds ahead of"), (-3600, "warning", "3600 seconds behind")),
    ],
)
def test_a_clock_that_is_wrong(ahead: float, level: str, said: str) -> None:
    theirs = datetime(2026, 1, 5, tzinfo=UTC)
    finding = clock(theirs, theirs + timedelta(seconds=ahead))
    assert (finding.level, said in finding.said) == (level, True)


async def test_only_faults_of_this_machine_end_with_1(here: Harness) -> None:
    """So a host's script notices what must be mended."""
    await here.found()
    ended = await doctor(here, no_such_setting="x")
    assert (ended.code, "warning  settings: ADJUTANT_NO_SUCH_SETTING: no such setting" in ended.said) == (0, True)
    here.database.chmod(0o644)
    ended = await doctor(here)
    assert (ended.code, "fault    privacy: Others can read" in ended.said) == (1, True), ended.said
    assert "ok       token: it is that of bot" in ended.said


async def test_a_database_without_tables_still_checks_discord(here: Harness) -> None:
    await here.bot.stop()
    with contextlib.closing(sqlite3.connect(here.database)) as db:
        db.execute("DROP TABLE home")
    ended = await doctor(here)
    assert "ok       token: it is that of bot" in ended.said, ended.said


async def test_each_servers_channel_is_checked(here: Harness) -> None:
    await here.found()
    club = here.server.guild("The club")
    den, user = club.channel("den"), club.user("anna")
    await here.server.bot_online()
    await user.slash(den, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    lines = [line for line in (await doctor(here)).said.splitlines() if " channel " in line]
    assert sorted(line.partition(":")[0].split()[-1] for line in lines) == sorted([here.marne["id"], den["id"]])
    assert all(line.startswith("ok") for line in lines)
