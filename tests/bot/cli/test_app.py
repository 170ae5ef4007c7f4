"""A bot that runs: started from its settings, stopped, killed, and seen to be alive."""

import asyncio
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.base.clock import steady_now, utc_now
from bot.base.settings import Settings
from bot.chat.startup_errors import CannotStart, TaskDied
from bot.cli.app import _watched, speak_to, start
from bot.engine.posts import GRACE
from bot.storage import StoreFault
from bot.storage.backups import NAME, backups_in
from localdiscord import Fault
from rules.errors import DataError
from rules.games import GAMES
from tests.bot.engine.test_called_players import calls, watch
from tests.bot.harness import Harness, text
from tests.games import SEED, catalog
from tests.patience import PATIENCE, until
from tests.postgres import PostgresServer


def settings_of(here: Harness, **changes: object) -> Settings:
    given = {"token": here.server.token, "database": here.database, "discord_api": here.server.api_url}
    return Settings.model_validate(given | changes)


async def test_by_default_it_has_every_game(here: Harness) -> None:
    await here.bot.kill()
    here.bot = await start(settings_of(here), guild_ready_timeout=0.001)
    await here.server.bot_online()
    assert [*here.bot.client.service.catalog.games] == [game.id for game in GAMES]


async def test_data_that_is_wrong_stops_the_start(here: Harness, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "marne_1918.toml").write_text("rulings = 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"marne_1918\.toml:"):
        await start(settings_of(here, data=own, database=tmp_path / "other.sqlite"))
    assert not (tmp_path / "other.sqlite").exists()


async def test_a_start_that_fails_lets_go_of_the_database(here: Harness, tmp_path: Path) -> None:
    """The thread of an open one would keep the process from ending, whatever sentence it has said."""
    file = tmp_path / "other.sqlite"
    with pytest.raises(discord.ClientException, match="shard_count"):
        await start(settings_of(here, database=file), shard_ids=[0])
    assert file.exists()
    assert not file.with_name(f"{file.name}-wal").exists()


async def test_a_seed_of_the_settings_is_that_of_every_campaign(here: Harness) -> None:
    await here.found()
    assert (await here.campaign()).seed == SEED


async def test_an_orderly_stop_leaves_discord_and_closes_the_database(here: Harness) -> None:
    await here.found()
    await here.bot.stop()
    assert here.bot.client.is_closed()
    assert not here.database.with_name(f"{here.database.name}-wal").exists()
    await here.start_bot()
    await here.anna.slash(here.marne, "campaign status")
    assert "Turn 1" in text(here.newest(here.anna))


async def test_a_stopping_bot_takes_nothing_new(here: Harness) -> None:
    await here.found()
    session = await here.campaign()
    here.server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", 502))
    roll = asyncio.create_task(here.anna.slash(here.marne, "dice roll", {"reason": "rain"}))
    await until(lambda: session.campaign.seq == 2)
    stopping = asyncio.create_task(here.bot.stop())
    await until(lambda: not here.server.gateway.online)
    assert not roll.done(), "the library tries the answer again a second later"
    await asyncio.gather(roll, stopping)
    assert "rain" in text(here.newest(here.anna))


async def test_a_kill_leaves_nothing_under_way(here: Harness) -> None:
    await here.found()
    await here.settle(after=GRACE)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    panels = here.bot.client.panels
    panels.touch(1)
    under_way = [*here.bot.outbox._tasks, *panels._tasks.values(), *here.bot._tasks.values()]
    assert here.bot.outbox._tasks
    async with panels._lock(1):  # the panel is being drawn
        await here.bot.kill()
    assert all(task.done() for task in under_way)


async def test_a_silent_discord_keeps_no_database_open(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(here.bot.client, "close", hang)
        async with asyncio.timeout(PATIENCE):
            await here.bot.kill()
    assert not here.database.with_name(f"{here.database.name}-wal").exists()
    await here.bot.client.close()


async def test_its_backups_are_made_and_kept_as_the_settings_say(here: Harness, tmp_path: Path) -> None:
    (folder := tmp_path / "copies").mkdir()
    now = here.server.clock.now
    for hours in (2, 3, 4, 5):
        (folder / (now() - timedelta(hours=hours)).strftime(NAME)).touch()
    old = backups_in(folder, now())
    await here.bot.kill()
    kept = settings_of(here, backups=folder, backups_hours=1, backups_kept=3)
    here.bot = await start(kept, catalog(), now=now, guild_ready_timeout=0.001)
    await here.server.bot_online()
    assert {*here.bot._tasks} == {"discord", "heartbeat", "outbox", "inspection", "backup"}
    assert len(here.bot.troubles) == 5, "the health check hears of backups that fail"
    await until(lambda: not old[2].exists())
    assert backups_in(folder, now())[1:] == old[:2]


async def test_it_notes_its_connections(here: Harness, address: SecretStr, postgres: PostgresServer) -> None:
    await here.bot.kill()
    on_server = settings_of(here, database=address, database_connections=2, backups=here.database.parent)
    here.bot = await start(on_server, catalog(), guild_ready_timeout=0.001)
    await here.server.bot_online()
    assert {*here.bot._tasks} == {"discord", "heartbeat", "outbox", "inspection", "register"}
    await asyncio.gather(*(here.bot._store.campaign(1) for _ in range(9)))
    name = address.get_secret_value().partition("@/")[2].partition("?")[0]
    count = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"
    await until(lambda: int(postgres.sql(count)) == 2)


async def test_durations_use_a_monotonic_clock(here: Harness) -> None:
    """At a table whose clock is put on by hand there is no other."""
    table = here.server.clock.now
    for now, steady in ((table, table), (utc_now, steady_now)):
        await here.bot.kill()
        here.bot = await start(settings_of(here), catalog(), now=now, guild_ready_timeout=0.001)
        await here.server.bot_online()
        client = here.bot.client
        assert [client.service.lateness._now, client.gate._now] == [steady, steady]


@pytest.mark.usefixtures("_only_questions")
async def test_a_settled_table_has_no_answered_reminders(here: Harness) -> None:
    """The clock of such a table is put on by hand: it waits for no look of the outbox's own."""
    await watch(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here) == [["bert"], ["bert"]]
    here.bot._tasks.pop("outbox").cancel()
    await here.bert.press(here.newest(here.carla), "South: Answer")
    await here.settle()
    assert calls(here) == [], "the reminder has gone, and the call is answered"


async def test_a_bug_in_its_own_work_ends_it(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(here.bot.outbox.store, "take_due", fail)
    here.bot.outbox.poke()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(TaskDied, match=r"its outbox has failed \(error \w{8}\)\. Start it again"):
            await here.bot.wait()
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("error", [StoreFault, TimeoutError])
async def test_it_stops_although_not_everything_can_be_finished(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: type[Exception]
) -> None:
    """The database fails, or Discord takes longer than anybody waits for."""

    async def failing() -> None:
        raise error

    monkeypatch.setattr(here.bot.outbox, "stop", failing)
    await here.bot.stop()
    assert f"not everything was finished ({error.__name__}); what is missing is posted after" in caplog.text
    with pytest.raises(ValueError, match=r"[Cc]onnection"):
        await here.bot.client.service.session_in(int(here.marne["id"]))


async def test_a_task_that_swallows_cancelling_still_ends(here: Harness) -> None:
    """The library does so while it connects again."""
    was_told = asyncio.Event()

    async def deaf() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            was_told.set()
        await asyncio.Event().wait()

    here.bot.add("deaf", deaf())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await here.bot.kill()
    assert was_told.is_set()


async def test_a_startup_refusal_is_no_bug(caplog: pytest.LogCaptureFixture) -> None:
    async def cannot() -> None:
        raise CannotStart("The port is taken.")

    async def fails() -> None:
        raise ZeroDivisionError

    with pytest.raises(CannotStart, match="The port is taken"):
        await _watched("monitor", cannot())
    assert caplog.text == ""
    with pytest.raises(TaskDied, match="because its monitor has failed"):
        await _watched("monitor", fails())
    assert "ZeroDivisionError" in caplog.text


def test_another_server_is_spoken_to_at_its_own_gateway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    speak_to("http://127.0.0.1:8918/api/v10")
    assert Route.BASE == "http://127.0.0.1:8918/api/v10"
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:8918/gateway"
    speak_to("https://discord.example/api/v10")
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "wss://discord.example/gateway"
