"""The bot over HTTP: whether it does its work, and what it has counted."""

import asyncio
import contextlib
import shutil
import socket
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr

from bot.base.clock import milliseconds
from bot.base.metrics import Counted
from bot.cli.health_server import LEAST_FREE, STUCK_SECONDS, Health, answer
from bot.engine.posts import GRACE
from bot.storage import backups
from bot.storage.inspection import Inspections
from localdiscord import Fault, LocalDiscord, Permission
from tests.bot.command import adjutant, begin, end_of, on
from tests.bot.harness import Harness, text
from tests.bot.storage.damage import change, played
from tests.patience import until


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def read(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as web, web.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def metrics_on(port: int) -> str:
    try:
        return (await read(port, "/metrics"))[1]
    except aiohttp.ClientConnectionError:
        return ""


async def says(port: int, status: int, text: str) -> bool:
    return await read(port, "/healthz") == (status, text)


async def tells(port: int, line: str) -> bool:
    return line in await metrics_on(port)


def health_of(here: Harness) -> Health:
    troubles = here.bot.troubles
    return Health(here.bot.client, here.bot._store, here.database.parent, here.server.clock.now, None, troubles)


async def test_the_real_command_answers_on_its_port(tmp_path: Path) -> None:
    port = free_port()
    async with LocalDiscord() as server:
        bot = await begin("run", **on(server, tmp_path / "a.sqlite"), metrics_port=port)
        await server.bot_online()
        await until(lambda: says(port, 200, "ok\n"))
        await server.user("anna").slash(server.channel("marne"), "help")
        status, text = await read(port, "/metrics")
        assert status == 200
        assert 'adjutant_answer_seconds_count{command="help"} 1.0' in text
        assert (await read(port, "/other"))[0] == 404
        bot.terminate()
        assert (await end_of(bot)).code == 0


async def test_a_port_that_is_taken_ends_the_start_in_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        async with LocalDiscord() as server:
            port = taken.getsockname()[1]
            ended = await adjutant("run", **on(server, tmp_path / "a.sqlite"), metrics_port=port)
    assert (ended.code, "Traceback" in ended.said) == (1, False)
    assert f"cannot use port {port} of 127.0.0.1" in ended.said.splitlines()[-1]
    assert ended.said.strip().endswith("ADJUTANT_METRICS_PORT.")


async def test_an_address_that_this_machine_has_not_ends_it_too(tmp_path: Path) -> None:
    async with LocalDiscord() as server:
        given = on(server, tmp_path / "a.sqlite")
        ended = await adjutant("run", **given, metrics_address="203.0.113.1", metrics_port=(port := free_port()))
    assert (ended.code, "Traceback" in ended.said) == (1, False)
    assert f"cannot use port {port} of 203.0.113.1" in ended.said.splitlines()[-1]


async def test_it_names_the_shards_that_no_process_serves(address: SecretStr) -> None:
    port = free_port()
    async with LocalDiscord(shards=2) as server:
        given = on(server, Path("a.sqlite")) | {"database": address.get_secret_value(), "metrics_port": port}
        bot = await begin("run", **given, shards="0-0/2")
        await server.bot_online()
        await until(lambda: says(port, 503, "Nobody serves these shards of 2: 1.\n"))
        assert server.gateway.connected == 1
        bot.terminate()
        assert (await end_of(bot)).code == 0


async def test_a_connection_that_is_gone(here: Harness) -> None:
    await here.bot.client.wait_until_ready()
    await here.bot.client.leave()
    assert await health_of(here).check() == "The bot is not connected to Discord."


async def test_a_database_that_cannot_be_written(here: Harness) -> None:
    await here.bot.client.wait_until_ready()
    with contextlib.closing(sqlite3.connect(here.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await health_of(here).check() == "Another program has locked the database."
        other.execute("ROLLBACK")
    assert await health_of(here).check() is None


async def test_a_folder_that_is_gone(here: Harness, tmp_path: Path) -> None:
    health = Health(here.bot.client, here.bot._store, tmp_path / "gone", here.server.clock.now)
    assert await health.check() == f"The folder {tmp_path / 'gone'} cannot be read: No such file or directory."


async def test_a_result_that_waits_too_long(here: Harness) -> None:
    await here.bot.client.wait_until_ready()
    await here.found()
    here.server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", 404, 10062))
    here.server.inject(Fault("POST", "/channels/{channel}/messages", 503, times=99))
    with here.unanswered():
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.settle(after=GRACE)
    health = health_of(here)
    assert await health.check() is None
    assert health.waiting == 1
    port, fresh = free_port(), health_of(here)
    task = asyncio.create_task(answer(fresh, Counted(), "127.0.0.1", port))
    await until(lambda: tells(port, "adjutant_outbox_posts 1.0"))
    task.cancel()
    here.server.clock.advance(timedelta(seconds=STUCK_SECONDS))
    assert await health.check() == "Results that wait to be posted: 1, the oldest for 15 minutes."
    here.server.calm()
    await here.settle(after=timedelta(hours=1))
    assert await health.check() is None
    here.server.rejected.clear()


async def test_a_right_that_is_lost_is_red_until_it_is_back(here: Harness) -> None:
    await here.found()
    await here.settle(after=timedelta(hours=47))
    here.server.deny(here.marne, Permission.SEND_MESSAGES)
    await here.settle(after=timedelta(hours=2))
    assert await health_of(here).check() is None
    here.server.clock.advance(timedelta(minutes=16))
    said = "Posts that channels refuse for want of a right: "
    assert (await health_of(here).check() or "").startswith(said)
    await here.restart()
    await here.settle()
    assert (await health_of(here).check() or "").startswith(said), "after a restart too"
    await here.bot.kill()
    here.server.allow(here.marne, Permission.SEND_MESSAGES)
    await here.start_bot()
    await here.settle()
    assert await health_of(here).check() is None
    assert "Waiting since" in text(here.newest(here.carla)), "what was refused is posted"
    here.server.rejected.clear()


async def test_a_damaged_campaign_is_red_until_it_is_restored(here: Harness) -> None:
    await here.found()
    whole = here.database.with_name("whole.sqlite")
    await backups.copy(here.database, whole)
    change(here.database, "UPDATE entry SET events = '[]' WHERE seq = 1")
    inspections = Inspections(here.database, here.bot.client.service.sessions.look_again)
    await inspections.look()
    assert "`adjutant restore BACKUP --campaign 1`" in (inspections.trouble() or "")
    assert "Campaign 1 cannot be played: entry 1 of its log is damaged" in (await health_of(here).check() or "")
    counted = Counted()
    here.bot.client.metrics = counted
    await here.anna.slash(here.marne, "draw event")
    assert b'failures_total{how="closed"} 1.0' in counted.text()
    await here.bot.stop()
    backups.restore_campaign(whole, here.database, 1, here.server.clock.now())
    await here.start_bot()
    await here.anna.slash(here.marne, "campaign status")
    assert await health_of(here).check() is None


async def test_backups_that_fail_are_red_after_two_intervals(tmp_path: Path) -> None:
    await played(tmp_path / "a.sqlite")
    now, folder = datetime(2026, 1, 5, tzinfo=UTC), tmp_path / "backups"
    kept = backups.Backups(tmp_path / "a.sqlite", folder, timedelta(hours=6), 7, lambda: now)
    folder.touch()  # no folder, as where the disk for it is not there
    running = asyncio.create_task(kept.run(0.001))
    await until(lambda: bool(kept._why))
    now += timedelta(hours=12)
    assert kept.trouble() is None
    now += timedelta(seconds=1)
    await until(lambda: "There has been no backup for 12.0 hours: [Errno" in (kept.trouble() or ""))
    folder.unlink()
    now += timedelta(hours=1)
    await until(lambda: kept.trouble() is None)
    running.cancel()


@pytest.mark.parametrize(("seconds", "is_stuck"), [(STUCK_SECONDS, False), (STUCK_SECONDS + 1, True), (-60, False)])
async def test_a_post_is_stuck_after_a_quarter_of_an_hour(
    here: Harness, monkeypatch: pytest.MonkeyPatch, seconds: int, is_stuck: bool
) -> None:
    await here.bot.client.wait_until_ready()
    now = here.server.clock.now()

    async def waiting() -> tuple[int, int]:
        return 3, milliseconds(now) - seconds * 1000

    monkeypatch.setattr(here.bot._store, "waiting", waiting)
    health = Health(here.bot.client, here.bot._store, None, lambda: now)
    said = "Results that wait to be posted: 3, the oldest for 15 minutes."
    assert await health.check() == (said if is_stuck else None)
    assert (health.waiting, health.oldest_seconds) == (3, max(0, seconds))


@pytest.mark.parametrize(("free", "said"), [(LEAST_FREE - 1, "The disk is full."), (LEAST_FREE, None)])
async def test_a_disk_is_full_below_a_megabyte(
    here: Harness, monkeypatch: pytest.MonkeyPatch, free: int, said: str | None
) -> None:
    await here.bot.client.wait_until_ready()
    usage = shutil.disk_usage(here.database.parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=free))
    assert await health_of(here).check() == said
    assert await Health(here.bot.client, here.bot._store, None, here.server.clock.now).check() is None
