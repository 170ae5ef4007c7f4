"""The bot as a process, by the real command: how it starts badly, how it ends, and what signals do to it."""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.base.settings import Settings
from bot.chat.startup_errors import FAILED, FOR_GOOD
from bot.cli import process
from bot.cli.app import FINISH_SECONDS, LEAVE_SECONDS
from bot.storage import SqliteStore
from bot.storage.file_lock import lock
from localdiscord import Fault, LocalDiscord
from tests.bot.command import Ended, Started, adjutant, begin, end_of, on
from tests.patience import PATIENCE, a_moment, until

NOWHERE = "http://127.0.0.1:9/api/v10"
# root may do everything, so a test takes that right away
AS_ANYBODY = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
AS_NUMBER_ONE = ("unshare", *(() if os.geteuid() == 0 else ("--map-root-user",)), "--pid", "--fork", "--kill-child")


def in_one_sentence(ended: Ended, *parts: str) -> None:
    assert ended.code in (FAILED, FOR_GOOD), ended.said
    assert "Traceback" not in ended.said, ended.said
    last = ended.said.strip().splitlines()[-1]
    assert all(part in last for part in parts), ended.said
    assert last.endswith((".", '."}')), last


@pytest.mark.parametrize(
    ("settings", "parts"),
    [
        ({"log_level": "loud"}, ["ADJUTANT_LOG_LEVEL", "Input should be"]),
        ({"log_format": "json", "log_level": "loud"}, ['"level": "CRITICAL"', "ADJUTANT_LOG_LEVEL", '."}']),
        ({"log_format": "json"}, ['"level": "CRITICAL"', "cannot be reached at 127.0.0.1:9", '."}']),
        ({"discord_api": NOWHERE}, ["cannot be reached at 127.0.0.1:9", "Check this machine's network"]),
        ({"discord_api": "http://discord.invalid/api/v10"}, ["the name discord.invalid is not found"]),
    ],
)
async def test_wrong_settings_end_the_start(settings: dict[str, Any], parts: list[str], tmp_path: Path) -> None:
    given: dict[str, Any] = {"token": "x", "discord_api": NOWHERE, "database": tmp_path / "a.sqlite"} | settings
    in_one_sentence(await adjutant("run", **given), *parts)


@pytest.mark.parametrize("locale", [{"LC_ALL": "C", "PYTHONUTF8": 0, "PYTHONCOERCECLOCALE": 0}, {"LC_ALL": "xx_XX"}])
async def test_a_poor_locale_changes_nothing(locale: dict[str, Any], tmp_path: Path) -> None:
    ended = await adjutant("run", token="x", discord_api=NOWHERE, database=tmp_path / "ä.sqlite", **locale)
    in_one_sentence(ended, "cannot be reached")


def test_a_bug_of_its_own_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    process._say(ZeroDivisionError("of its own"))
    assert "ZeroDivisionError: of its own" in caplog.text


@pytest.mark.parametrize(
    ("fault", "parts"),
    [
        (Fault("GET", "/users/@me", 401), ["does not know this token"]),
        (Fault("GET", "/users/@me", 503), ["an error of its own (503)", "start the bot again later"]),
        (Fault("GET", "/users/@me", 400, times=9), ["refused the start (400"]),
        (Fault("GET", "/gateway/bot", 503), ["an error of its own (503)"]),
        (Fault("PUT", "/applications/{application}/commands", 403, 50001), ["scope applications.commands"]),
        (Fault("PUT", "/applications/{application}/commands", 400, 50035), ["refused the bot's commands"]),
    ],
)
async def test_a_discord_that_refuses(fault: Fault, parts: list[str], tmp_path: Path) -> None:
    async with LocalDiscord() as server:
        server.inject(fault)
        in_one_sentence(await adjutant("run", **on(server, tmp_path / "a.sqlite")), *parts)


@pytest.mark.parametrize(
    ("code", "said"), [(4014, "intent"), (4004, "no longer knows this token"), (4013, "code 4013")]
)
async def test_a_gateway_that_refuses(code: int, said: str, tmp_path: Path) -> None:
    async with LocalDiscord() as server:
        bot = await begin("run", **on(server, tmp_path / "a.sqlite"))
        await server.bot_online()
        ending = asyncio.create_task(end_of(bot))
        while not ending.done():  # the library may take the first one for an accident, and come back
            await server.gateway.close_connections(code)
            await a_moment(10)
        in_one_sentence(await ending, said)


def missing(file: Path) -> Path:
    return file.parent / "none" / file.name


def a_folder(file: Path) -> Path:
    file.unlink()
    file.mkdir()
    return file


def not_readable(file: Path) -> Path:
    file.chmod(0)
    return file


def read_only(file: Path) -> Path:
    file.chmod(0o400)
    return file


def in_a_folder_that_is_read_only(file: Path) -> Path:
    file.parent.chmod(0o500)
    return file


def newer(file: Path) -> Path:
    _do(file, "PRAGMA user_version = 99")
    return file


def of_newer_rules(file: Path) -> Path:
    columns = "interaction, at, guild, channel, founder, game, name, seat, dice, seed, rules, hash"
    values = "1, 1, 1, 1, 1, 'x', '', 'Red', 'sealed', zeroblob(32), '99.0', hex(zeroblob(32))"
    _do(file, f"INSERT INTO campaign ({columns}) VALUES ({values})")
    return file


def random_bytes(file: Path) -> Path:
    file.write_bytes(random.Random(1).randbytes(40_000))
    return file


def truncated(file: Path) -> Path:
    os.truncate(file, file.stat().st_size - 5000)  # the last page can be empty
    return file


def noise(file: Path) -> Path:
    content = bytearray(file.read_bytes())
    content[4096 : 3 * 4096] = random.Random(1).randbytes(2 * 4096)
    file.write_bytes(content)
    return file


def of_another_program(file: Path) -> Path:
    file.unlink()
    _do(file, "CREATE TABLE history (url TEXT)")
    return file


def of_another_application(file: Path) -> Path:
    _do(file, "PRAGMA application_id = 77")
    return file


def _do(file: Path, sql: str) -> None:
    db = sqlite3.connect(file)
    db.execute(sql)
    db.commit()
    db.close()


@pytest.mark.by_day(4)
@pytest.mark.parametrize(
    ("break_it", "parts"),
    [
        (missing, ["there is no folder", "Make the folder"]),
        (a_folder, ["names a folder"]),
        (not_readable, ["Permission denied", "Give this user the right"]),
        (read_only, ["Permission denied", "Give this user the right"]),
        (in_a_folder_that_is_read_only, ["Permission denied", "Give this user the right"]),
        (newer, ["has version 99", "Update Adjutant"]),
        (of_newer_rules, ["has version 99.0 of the rules", "Update Adjutant, or restore the backup"]),
        (random_bytes, ["is damaged", "adjutant restore"]),
        (truncated, ["is damaged", "adjutant restore"]),
        (noise, ["is damaged", "adjutant restore"]),
        (of_another_program, ["another program's", "ADJUTANT_DATABASE"]),
        (of_another_application, ["another program's", "ADJUTANT_DATABASE"]),
    ],
)
async def test_a_database_that_is_wrong(break_it: Callable[[Path], Path], parts: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    await (await SqliteStore.open(folder / "a.sqlite")).close()
    (folder / "a.sqlite.lock").unlink(missing_ok=True)
    whole = (folder / "a.sqlite").read_bytes()
    is_closed = break_it in (not_readable, read_only, in_a_folder_that_is_read_only)
    file = break_it(folder / "a.sqlite")
    prefix = AS_ANYBODY if is_closed else ()
    if prefix and not shutil.which(prefix[0]):
        pytest.skip("root may do everything here")
    before = whole if is_closed else file.read_bytes() if file.is_file() else None
    try:
        ended = await adjutant("run", prefix=prefix, token="x", discord_api=NOWHERE, database=file)
    finally:
        folder.chmod(0o700)
        if is_closed:
            file.chmod(0o600)
    in_one_sentence(ended, *parts)
    if before is not None:
        assert file.read_bytes() == before


@pytest.mark.parametrize("words", [("backup", "{}/copy.sqlite"), ("export", "1", "{}/a.json")])
async def test_the_other_commands_on_a_database_that_is_damaged(words: tuple[str, ...], tmp_path: Path) -> None:
    random_bytes(tmp_path / "a.sqlite")
    ended = await adjutant(*(each.format(tmp_path) for each in words), database=tmp_path / "a.sqlite")
    in_one_sentence(ended, "is damaged", "adjutant restore")


async def test_a_database_that_another_process_has(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "a.sqlite")
    ended = await adjutant("run", token="x", discord_api=NOWHERE, database=tmp_path / "a.sqlite")
    await store.close()
    in_one_sentence(ended, "Another process has opened", "Stop that one first")


async def test_the_port_of_the_local_discord_in_use(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ended = await adjutant("local", "--port", str(taken.getsockname()[1]), "--folder", str(tmp_path))
    in_one_sentence(ended, "cannot use port", "--port")


async def test_a_local_folder_in_use_is_not_opened(tmp_path: Path) -> None:
    taken = lock(tmp_path / "discord.db")
    in_one_sentence(await adjutant("local", "--folder", str(tmp_path)), "is running already", "--folder")
    taken.release()


@contextlib.asynccontextmanager
async def a_running_bot(folder: Path, **settings: Any) -> AsyncIterator[tuple[LocalDiscord, Started]]:
    """A bot on a Discord that takes half a second for each answer, with a campaign of Anna's."""
    async with LocalDiscord() as server:
        bot = await begin("run", **on(server, folder / "a.sqlite"), **settings)
        await server.bot_online()
        await found(server)
        yield server, bot
        if bot.returncode is None:
            bot.kill()
            await bot.wait()


async def found(server: LocalDiscord) -> None:
    await server.user("anna").slash(server.channel("marne"), "campaign new", {"game": "marne-1918", "seat": "Allies"})


def log_of(database: Path) -> list[int]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return [seq for (seq,) in db.execute("SELECT seq FROM entry ORDER BY seq")]


def unmarked(database: Path) -> list[tuple[int, ...]]:
    with contextlib.closing(sqlite3.connect(database)) as db:
        return db.execute("SELECT seq FROM post WHERE ended IS NULL AND kind = 'result'").fetchall()


def test_shutdown_takes_less_than_five_seconds() -> None:
    """No test holds a clock against a process: on a busy machine that would say nothing of the bot."""
    assert FINISH_SECONDS + LEAVE_SECONDS < 5


@pytest.mark.parametrize("number", process.SIGNALS)
async def test_a_signal_lets_it_finish_what_it_has_begun(number: signal.Signals, tmp_path: Path) -> None:
    async with a_running_bot(tmp_path) as (server, bot):
        # the first answers fail, and the library tries them again a second later
        server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", 502, times=20))
        anna, marne = server.user("anna"), server.channel("marne")
        rolls = [asyncio.create_task(anna.slash(marne, "dice roll", {"reason": "rain"})) for _ in range(20)]
        await until(lambda: len(log_of(tmp_path / "a.sqlite")) == 20)
        bot.send_signal(number)
        ended = await end_of(bot)
        await asyncio.gather(*rolls)
        assert (ended.code, "Traceback" in ended.said) == (0, False), ended.said
        assert len([each for each in anna.messages(marne) if each["embeds"]]) == 1 + 20
    assert log_of(tmp_path / "a.sqlite") == [*range(1, 21)]
    assert unmarked(tmp_path / "a.sqlite") == []
    assert not (tmp_path / "a.sqlite-wal").exists()


async def test_it_ends_in_time_when_discord_never_answers(tmp_path: Path) -> None:
    async with a_running_bot(tmp_path) as (server, bot):
        server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", 502, times=99))
        roll = asyncio.create_task(server.user("anna").slash(server.channel("marne"), "dice roll", {"reason": "rain"}))
        await until(lambda: log_of(tmp_path / "a.sqlite") == [1])
        bot.terminate()
        ended = await end_of(bot)
        assert ended.code == 0
        assert "posted after the next start" in ended.said
        roll.cancel()
    assert unmarked(tmp_path / "a.sqlite") == [(1,)]


async def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    async with a_running_bot(tmp_path) as (server, bot):
        server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", 502, times=99))
        roll = asyncio.create_task(server.user("anna").slash(server.channel("marne"), "dice roll", {"reason": "rain"}))
        await until(lambda: log_of(tmp_path / "a.sqlite") == [1])
        bot.terminate()
        await a_moment(10)
        bot.terminate()
        assert (await end_of(bot)).code == 128 + signal.SIGTERM
        roll.cancel()
    assert log_of(tmp_path / "a.sqlite") == [1]


def can_unshare() -> bool:
    return shutil.which("unshare") is not None and not subprocess.run([*AS_NUMBER_ONE, "true"], check=False).returncode


@pytest.mark.skipif(not can_unshare(), reason="the system gives no process number 1 of its own")
async def test_a_connection_that_is_closed_for_good_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the client ends although nobody has told it to, and says nothing of why."""

    async def ended() -> None:
        pass

    async def begun(_: object) -> Any:
        return SimpleNamespace(wait=ended, stop=ended)

    monkeypatch.setattr(process, "start", begun)
    for name in ("_listen_to_signals", "spare_what_stays"):
        monkeypatch.setattr(process, name, lambda *_: None)
    said = await process.run(Settings())
    assert said == ("Discord has closed the connection for good: start the bot again.", 1)


async def test_it_stops_as_process_number_one(tmp_path: Path) -> None:
    async with LocalDiscord() as server:
        bot = await begin("run", prefix=AS_NUMBER_ONE, **on(server, tmp_path / "a.sqlite"))
        await server.bot_online()
        os.kill(child_of(bot.pid), signal.SIGTERM)
        assert (await end_of(bot)).code == 0


async def test_it_stops_where_the_loop_takes_no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows."""

    def refuse(*_: Any) -> None:
        raise NotImplementedError

    loop, told = asyncio.get_running_loop(), asyncio.Event()
    monkeypatch.setattr(type(loop), "add_signal_handler", refuse)
    monkeypatch.setattr(type(loop), "remove_signal_handler", refuse)
    before = {number: signal.getsignal(number) for number in process.SIGNALS}
    try:
        process._listen_to_signals(told)
        os.kill(os.getpid(), signal.SIGINT)
        async with asyncio.timeout(PATIENCE):
            await told.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def child_of(process: int) -> int:
    return int(Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()[0])


async def test_a_signal_during_the_start(tmp_path: Path) -> None:
    async with LocalDiscord() as server:
        server.inject(Fault("GET", "/users/@me", 502, times=9))
        bot = await begin("run", **on(server, tmp_path / "a.sqlite"))
        await until((tmp_path / "a.sqlite").exists)
        await a_moment(6)
        bot.terminate()
        ended = await end_of(bot)
        assert (ended.code, "Traceback" in ended.said) == (0, False), ended.said
