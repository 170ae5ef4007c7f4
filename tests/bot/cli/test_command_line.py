"""The command line: what it says when something is missing, backups, exports, and dice that are checked.

This is ``bot/cli/command_line.py``, from the words on the command line through all modules.
"""

import asyncio
import contextlib
import json
import logging
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from pydantic import SecretStr
from typer.testing import CliRunner, Result

import rules
from bot import VERSION
from bot.base.catalog import Catalog, DataFile
from bot.base.settings import Settings
from bot.chat.startup_errors import FAILED, FOR_GOOD
from bot.cli import command_line, process
from bot.cli.app import start
from bot.cli.command_line import app
from bot.cli.invite import PERMISSIONS, invitation
from bot.cli.local_guild import GUILDS, LocalGuild
from bot.engine.outbox import POLL_SECONDS
from bot.storage import StoreFault
from bot.storage.file_lock import make_private
from localdiscord import NoPort
from rules.seat import FORMER
from tests.bot.cli.test_process import in_one_sentence
from tests.bot.command import adjutant
from tests.bot.harness import Harness, text
from tests.bot.storage.damage import change
from tests.bot.storage.test_backups import entries, found, founded
from tests.games import catalog

pytestmark = pytest.mark.usefixtures("fair_dice")

RUNNER = CliRunner()
TURN = Path(__file__).parents[2] / "golden" / "marne_turn.script"


@pytest.fixture(autouse=True)
def _no_handlers_left() -> Iterator[None]:
    """What a command sets up for its terminal goes with it."""
    before = [*logging.root.handlers]
    yield
    logging.root.handlers = before


def run(*words: str, **environment: str) -> Result:
    settings = {f"ADJUTANT_{name.upper()}": value for name, value in environment.items()}
    return RUNNER.invoke(app, words, env=settings)


def test_a_script_that_goes_wrong_ends_so(tmp_path: Path) -> None:
    (script := tmp_path / "a.script").write_text("@anna #marne\njump\n")
    ended = run("script", str(script))
    assert (ended.exit_code, "jump" in ended.stderr) == (1, True)


def test_help_names_every_setting() -> None:
    said = run("run", "--help").output
    for name in Settings.model_fields:
        assert f"ADJUTANT_{name.upper()}:" in said


def test_the_page_names_every_setting_and_command() -> None:
    root = Path(__file__).parents[3]
    page = (root / "docs" / "operations.md").read_text(encoding="utf-8")
    settings = {f"ADJUTANT_{name.upper()}" for name in Settings.model_fields}
    commands = {each.name or str(each.callback.__name__) for each in app.registered_commands if each.callback}
    reference = (root / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| `(ADJUTANT_[A-Z_]+)`", reference, re.MULTILINE)} == settings
    assert set(re.findall(r"`adjutant ([a-z][a-z-]*)", page)) == commands


def test_a_new_game_is_a_game_and_overwrites_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "the-wet-crossing.toml: change it" in run("new-game", "The Wet Crossing").output
    file = tmp_path / "the-wet-crossing.toml"
    assert Catalog(()).declared(DataFile.of(file)).game.title == "The Wet Crossing"
    file.write_text("mine")
    assert "nothing was written" in run("new-game", "The Wet: Crossing!").output
    assert "nothing was written" in run("new-game", 'The "Ford"').output
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "environment", "said"),
    [
        (("run",), {"token": ""}, "ADJUTANT_TOKEN is not set"),
        (("run",), {"token": "x", "log_level": "TRACE"}, "ADJUTANT_LOG_LEVEL: Input should be"),
        (("run",), {"token": "x", "data": "/nowhere"}, "no such folder of data files"),
        (("run",), {"token": "x", "seed": "0" * 64}, "anybody could foresee the dice"),
        (("backup", "copy.sqlite"), {"database": "/nowhere/a.sqlite"}, "There is no database"),
        (("export", "1", "a.json"), {"database": "/nowhere/a.sqlite"}, "There is no database"),
        (("restore", "/nowhere/b.sqlite"), {}, "/nowhere/b.sqlite is no backup"),
        (("doctor",), {"token": ""}, "ADJUTANT_TOKEN is not set"),
        (("health",), {"database": "/nowhere/a.sqlite"}, "not connected"),
        (("script", str(TURN), "--seed", "x"), {}, "64 hexadecimal digits"),
        (("script", str(TURN), "--seed", "0" * 62), {}, "64 hexadecimal digits"),
        (("script", str(TURN), "--seed", "A" * 64), {}, "64 hexadecimal digits"),
        (("run",), {"token": "x", "shards": "4"}, "ADJUTANT_SHARDS: "),
    ],
)
def test_a_fault_is_said(words: tuple[str, ...], environment: dict[str, str], said: str, tmp_path: Path) -> None:
    result = run(*words, **({"database": str(tmp_path / "a.sqlite")} | environment))
    assert result.exit_code == (FOR_GOOD if words[0] == "run" else FAILED)
    assert said in result.output
    assert "Traceback" not in result.output


def test_a_token_is_never_said() -> None:
    assert "tok-123" not in run("run", token="tok-123", log_level="loud").output


def test_a_token_is_never_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    async def logs(settings: Settings) -> None:
        logging.getLogger("bot").error("connects as %s", settings.token.get_secret_value())

    monkeypatch.setattr(process, "run", logs)
    said = run("run", token="tok-123").output
    assert "connects as" in said
    assert "tok-123" not in said


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the local Discord is to serve, and whether another one can be in its folder meanwhile."""
    asked: dict[str, Any] = {}

    async def serve(folder: Path, start_bot: Any, **options: Any) -> None:
        second = RUNNER.invoke(app, ["local", "--folder", str(folder)]) if not asked else None
        asked.update(options, folder=folder, start_bot=start_bot, second=second)
        if options["port"] == 80:
            raise NoPort(13, "Permission denied")

    monkeypatch.setattr("localdiscord.serve", serve)
    return asked


@pytest.mark.parametrize(
    ("words", "machine", "guild"),
    [
        ((), "fr_FR.UTF-8", GUILDS["fr"]),
        ((), "C", GUILDS["en"]),
        (("--language", "en"), "fr_FR.UTF-8", GUILDS["en"]),
        (("--language", "fr"), "C", GUILDS["fr"]),
    ],
)
def test_local_speaks_the_machines_or_the_named_language(
    served: dict[str, Any], tmp_path: Path, words: tuple[str, ...], machine: str, guild: LocalGuild
) -> None:
    folder = tmp_path / "a" / "b"
    result = RUNNER.invoke(app, ["local", "--folder", str(folder), *words], env={"LC_ALL": machine})
    assert (result.exit_code, served["folder"]) == (0, folder)
    assert (served["guild_name"], served["locale"], served["channels"]) == (guild.name, guild.locale, guild.channels)
    assert [*served["port"]] == [*range(8918, 8938)]
    assert served["start_bot"].keywords == {"poll": POLL_SECONDS, "greets": True}
    assert {locale: (each.script.is_file(), each.start_bot.keywords) for locale, each in served["tours"].items()} == {
        "en-US": (True, {"seed": "7" * 64}), "fr": (True, {"seed": "7" * 64}),
    }  # fmt: skip
    assert "is running already. Open its page" in served["second"].output
    assert RUNNER.invoke(app, ["local", "--folder", str(folder), "--port", "0"]).exit_code == 0, "it has been let go"
    assert served["port"] == 0


@pytest.mark.usefixtures("served")
def test_local_names_bad_ports_and_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for words, said in (
        (("--port", "80"), "cannot use port 80: Permission denied. Choose another"),
        (("--language", "de"), "--language takes en or fr."),
    ):
        result = RUNNER.invoke(app, ["local", "--folder", str(tmp_path / words[1]), *words])
        assert result.exit_code == 1
        assert said in result.output

    async def none(*_: Any, **__: Any) -> None:
        raise NoPort("all are taken")

    monkeypatch.setattr("localdiscord.serve", none)
    assert "port 8918 to 8937: all are taken" in RUNNER.invoke(app, ["local", "--folder", str(tmp_path / "c")]).output


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = await adjutant("local", "--folder", str(tmp_path), "--port", str(port))
    in_one_sentence(said, f"The local Discord cannot use port {port}: ")


def test_a_number_that_no_port_has_is_refused(tmp_path: Path) -> None:
    assert RUNNER.invoke(app, ["local", "--folder", str(tmp_path), "--port", "65536"]).exit_code == 2


def test_a_file_that_is_missing_is_not_taken_for_a_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def without_its_file(*_: Any, **__: Any) -> None:
        raise FileNotFoundError(2, "No such file or directory", "marne.script")

    monkeypatch.setattr("localdiscord.serve", without_its_file)
    result = RUNNER.invoke(app, ["local", "--folder", str(tmp_path)])
    assert isinstance(result.exception, FileNotFoundError)
    assert "port" not in result.output


async def test_a_backup_is_taken_while_the_bot_runs(here: Harness, tmp_path: Path) -> None:
    await here.found()
    copy = tmp_path / "copy.sqlite"
    environment = os.environ | {"ADJUTANT_DATABASE": str(here.database)}
    command = (sys.executable, "-m", "bot", "backup", str(copy))
    for code in (0, 1):
        backup = await asyncio.create_subprocess_exec(*command, env=environment, stderr=asyncio.subprocess.PIPE)
        _, said = await backup.communicate()
        assert backup.returncode == code
    assert b"exists already" in said
    await here.anna.slash(here.marne, "draw event")
    here.database = copy
    here.history.said.clear()
    await here.restart()
    assert (await here.campaign()).campaign.seq == 1


async def test_a_file_that_cannot_be_written_is_said(here: Harness, tmp_path: Path) -> None:
    await here.found()
    for words in (("backup", f"{tmp_path}/no/copy.sqlite"), ("export", "1", f"{tmp_path}/no/a.json")):
        said = await asyncio.to_thread(run, *words, database=str(here.database))
        assert (said.exit_code, "No such file or directory" in said.output) == (1, True), said.output
        assert said.output.endswith(".\n")


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="nothing here limits the size of a file")
async def test_an_export_that_is_cut_off_leaves_no_file(here: Harness, tmp_path: Path) -> None:
    await here.found()
    file = tmp_path / "a.json"
    limit = ("prlimit", "--fsize=1000")
    in_one_sentence(await adjutant("export", "1", str(file), prefix=limit, database=here.database), "a.json cannot be")
    assert not file.exists()


@pytest.mark.parametrize("words", [("forget",), ("export", "a.json")])
@pytest.mark.parametrize(("number", "is_one"), [(0, False), (FORMER - 1, True), (FORMER, False), (10**20, False)])
def test_an_impossible_id_is_refused(words: tuple[str, ...], number: int, tmp_path: Path, *, is_one: bool) -> None:
    said = run(words[0], str(number), *words[1:], database=str(tmp_path / "a.sqlite"))
    assert (said.exit_code, "There is no database" in said.output) == (1 if is_one else 2, is_one), said.output


SECRET = "postgresql://bot:tok-123@127.0.0.1:1/adjutant"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run",), "The database does not answer"),
        (("backup", "copy.sqlite"), "`pg_dump "),
        (("export", "1", "a.json"), "The database does not answer"),
        (("health",), "not connected"),
    ],
)
def test_a_server_that_is_not_there_is_said_without_its_password(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words, token="x", database=SECRET)
    assert result.exit_code == 1
    assert said in result.output
    assert "Traceback" not in result.output
    assert "tok-123" not in result.output + str(result.exception)


async def test_a_campaign_is_played_and_exported_on_a_server(
    here: Harness, address: SecretStr, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = {"token": here.server.token, "database": address, "discord_api": here.server.api_url}
    for seq in (1, 2):
        await here.bot.kill()
        here.bot = await start(Settings.model_validate(given), catalog(), guild_ready_timeout=0.001)
        await here.server.bot_online()
        if seq == 1:
            await here.found()
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bot.kill()
    result = await asyncio.to_thread(run, "export", "1", "campaign.json", database=address.get_secret_value())
    assert result.exit_code == 0
    exported = json.loads((tmp_path / "campaign.json").read_text(encoding="utf-8"))
    rolls = [each for each in exported["entries"] if each["content"]["command"]["type"] == "roll_dice"]
    assert len(rolls) == 2
    here.history.said.clear()


async def test_a_campaign_is_exported_once(here: Harness, tmp_path: Path) -> None:
    await here.found()
    file = tmp_path / "campaign.json"
    database = str(here.database)
    for words, said in (
        (("1", str(file)), ": the record of campaign 1, entries: 1."),
        (("1", str(file)), "exists already; nothing was written."),
        (("9", str(tmp_path / "other.json")), "There is no campaign 9 in "),
    ):
        result = await asyncio.to_thread(run, "export", *words, database=database)
        assert result.exit_code == (0 if "the record" in said else 1)
        assert said in result.output
    exported = json.loads(file.read_text(encoding="utf-8"))
    assert (exported["campaign"]["game"], len(exported["entries"])) == ("marne-1918", 1)


async def test_the_doctor_reads_every_row_on_request(here: Harness) -> None:
    """The events for deadlines are what the bot may not make: that is no fault. A token that Discord refuses is."""
    await here.found()

    async def doctor(*words: str, token: str = here.server.token) -> tuple[int, bool, bool]:
        setting = {"token": token, "discord_api": here.server.api_url, "database": str(here.database)}
        said = await asyncio.to_thread(run, "doctor", *words, **setting)
        lines = said.output.splitlines()
        assert [line for line in lines if line.startswith("ok       database: ")], said.output
        return said.exit_code, any(" rows: " in line for line in lines), "fault    " in said.output

    assert await doctor() == (0, False, False)
    assert await doctor("--deep") == (0, True, False)
    assert await doctor(token="tok-123") == (1, False, True)
    here.server.rejected.clear()
    change(here.database, "UPDATE entry SET at = at + 1")
    assert await doctor() == (0, False, False)
    assert await doctor("--deep") == (1, True, True)


class TestVerify:
    async def test_an_exported_campaign_comes_out_without_its_database(self, here: Harness, tmp_path: Path) -> None:
        await here.found()
        await here.anna.slash(here.marne, "draw event")
        file = tmp_path / "campaign.json"
        assert (await asyncio.to_thread(run, "export", "1", str(file), database=str(here.database))).exit_code == 0
        assert file.stat().st_mode & 0o077 == 0, "it holds secrets"
        said = run("verify", str(file), database="/nowhere/a.sqlite")
        assert (said.exit_code, "comes out" in said.output) == (0, True)
        assert "that you noted" not in said.output
        (noted,) = re.findall("Hash of the log: ([0-9a-f]{64})", said.output)
        said = run("verify", str(file), noted)
        assert said.output.endswith("The log had the hash that you noted after entry 2, as everybody counted them.\n")
        said = run("verify", str(file), "0" * 64)
        assert (said.exit_code, said.output) == (1, f"{file}: The log never had the hash that you noted.\n")
        file.write_bytes(file.read_bytes().replace(b'"seat":"Germans"', b'"seat":"Allies"'))
        said = run("verify", str(file))
        assert (said.exit_code, said.output) == (1, f"{file}: Entry 1 of the record was changed.\n")

    @pytest.mark.parametrize(("content", "why"), [(None, "No such file"), (b"{}", "no record of a campaign")])
    def test_a_file_that_is_none(self, content: bytes | None, why: str, tmp_path: Path) -> None:
        file = tmp_path / "campaign.json"
        if content is not None:
            file.write_bytes(content)
        said = run("verify", str(file))
        assert (said.exit_code, why in said.output) == (1, True)


async def test_a_host_forgets_whoever_asks(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "dice roll", {"reason": "Shall we meet?"})
    bert = here.bert.id
    refused = await asyncio.to_thread(run, "forget", bert, database=str(here.database))
    assert (refused.exit_code, "Another process has opened" in refused.output) == (1, True), "the bot runs"
    await here.bot.stop()
    done = await asyncio.to_thread(run, "forget", bert, database=str(here.database))
    assert (done.exit_code, f"{bert} is forgotten, in 1 campaign." in done.output) == (0, True), done.output
    assert "Backups" in done.output
    with contextlib.closing(sqlite3.connect(here.database)) as db:
        left = "\n".join(db.iterdump())
    assert bert not in left
    assert "Shall we meet?" not in left
    await here.start_bot()
    await here.anna.slash(here.marne, "record find")
    assert "Former player" in text(here.newest(here.anna))


def test_its_versions_and_its_invitation() -> None:
    said = run("--version").output.splitlines()
    assert said == [
        f"Adjutant {VERSION}, rules {rules.VERSION}",
        f"Python {'.'.join(map(str, sys.version_info[:3]))}, discord.py {discord.__version__}",
    ]
    link, *permissions = run("invite", "42").output.splitlines()
    assert link == invitation(42)
    assert permissions == [*(f"{name.replace('_', ' ')}: {why}" for name, why in PERMISSIONS.items())]
    assert "_" not in "".join(each.partition(":")[0] for each in permissions)


def test_nobody_is_forgotten_where_there_is_no_database(tmp_path: Path) -> None:
    """And none is made by a typing error, in which all would seem forgotten."""
    file = tmp_path / "a.sqlite"
    said = run("forget", "574058995574898688", database=str(file))
    assert (said.exit_code, "There is no database" in said.output, file.exists()) == (1, True, False)


@pytest.mark.parametrize("words", [("forget", "5740589955"), ("verify", "a.json")])
def test_where_the_data_of_a_game_is_wrong_nothing_is_done(words: tuple[str, ...], tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "marne_1918.toml").write_text("[calendar", encoding="utf-8")
    (tmp_path / "a.sqlite").touch()
    said = run(*words, database=str(tmp_path / "a.sqlite"), data=str(data))
    assert (said.exit_code, "marne_1918.toml" in said.output, "Traceback" in said.output) == (1, True, False)


async def test_forgetting_a_stranger_changes_nothing(here: Harness) -> None:
    await here.bot.stop()
    done = await asyncio.to_thread(run, "forget", here.carla.id, database=str(here.database))
    assert done.output.splitlines() == [
        f"No campaign knows {here.carla.id}. Settings of theirs, if there were any, are erased.",
        "Backups that were made before still hold this person: delete them, or forget there, too.",
    ]


async def test_a_backup_gets_its_own_file_and_a_summary(tmp_path: Path) -> None:
    database, file = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    await founded(database)
    held = "1 campaign, 1 entry, the newest of 2026-01-05 00:00 UTC."
    for code, said in (
        (0, f"{database}: {held}\n{file}: {held}\n"),
        (1, f"{file} exists already; nothing was written."),
    ):
        done = await asyncio.to_thread(run, "backup", str(file), database=str(database))
        assert (done.exit_code, said in done.output) == (code, True), done.output


def test_a_backup_that_is_ended_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def half(_: Path, part: Path) -> None:
        make_private(part)
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("bot.storage.backups.copy", half)
    monkeypatch.setattr(os, "_exit", sys.exit)
    (tmp_path / "a.sqlite").touch()
    before = signal.getsignal(signal.SIGTERM)
    ended = run("backup", str(tmp_path / "b.sqlite"), database=str(tmp_path / "a.sqlite"))
    signal.signal(signal.SIGTERM, before)
    assert (ended.exit_code, [each.name for each in tmp_path.iterdir()]) == (143, ["a.sqlite"])


def test_a_help_text_and_a_backup_need_neither_games_nor_discord() -> None:
    """An operator's commands answer at once, and the tests start hundreds of them."""
    heavy = "{'discord', 'rules.games', 'rules.campaign', 'bot.cli.app'} & sys.modules.keys()"
    for words, told in ((["--help"], 0), (["backup", "there"], 1)):
        start = f"import sys; sys.argv[1:] = {words}; from bot.cli.command_line import main"
        code = f"{start}\ntry: main()\nfinally: print({heavy})"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (told, "set()"), done.stderr


async def test_restoring_fewer_entries_needs_confirmation(tmp_path: Path) -> None:
    database, backup = tmp_path / "a.sqlite", tmp_path / "b.sqlite"
    await founded(backup)
    await founded(database, more=2)
    settings = {"ADJUTANT_DATABASE": str(database)}

    def restored(answer: str) -> Result:
        return RUNNER.invoke(app, ["restore", str(backup)], input=answer, env=settings)

    refused = await asyncio.to_thread(restored, "n\n")
    assert (refused.exit_code, entries(database), found(tmp_path, "before")) == (1, 3, [])
    begun = "the newest of 2026-01-05 00:00 UTC"
    assert refused.output.splitlines()[:3] == [
        f"Now: 1 campaign, 3 entries, {begun}.",
        f"The backup: 1 campaign, 1 entry, {begun}.",
        "Entries that the backup does not have: 2.",
    ]
    done = await asyncio.to_thread(restored, "y\n")
    (kept,) = found(tmp_path, "before")
    assert (done.exit_code, entries(database), entries(kept)) == (0, 1, 3)
    assert done.output.splitlines()[-2:] == [
        f"{database} is now the backup {backup}: 1 campaign, 1 entry, {begun}.",
        f"Before: 1 campaign, 3 entries, {begun}. It is kept in {kept}.",
    ]


def test_only_a_bug_shows_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    errors: Iterator[Exception] = iter([StoreFault("The disk is full"), ZeroDivisionError()])

    def fail() -> None:
        raise next(errors)

    monkeypatch.setattr(command_line, "app", fail)
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    assert (ended.value.code, "The disk is full." in capsys.readouterr().err) == (1, True)
    with pytest.raises(ZeroDivisionError):
        command_line.main()


SMALL = """@anna #marne
/campaign new game:marne-1918 seat:Allies name:"The {name} war"
"""


async def test_scripts_share_one_database(tmp_path: Path) -> None:
    database, one, two = (tmp_path / name for name in ("a.sqlite", "one.script", "two.script"))
    one.write_text(SMALL.format(name="first"), encoding="utf-8")
    two.write_text(SMALL.format(name="second").replace("#marne", "#verdun"), encoding="utf-8")
    words = ("script", str(one), str(two), "--seed", "ab" * 32, "--database", str(database))
    ended = await adjutant(*words)
    assert (ended.code, "The first war" in ended.said, "The second war" in ended.said) == (0, True, True), ended.said
    with contextlib.closing(sqlite3.connect(database)) as db:
        kept = db.execute("SELECT name, seed FROM campaign ORDER BY id").fetchall()
    assert kept == [("The first war", b"\xab" * 32), ("The second war", b"\xab" * 32)]
    ended = await adjutant("script", "--json", str(one))
    assert ended.code == 0, ended.said
    assert all(isinstance(json.loads(line), dict) for line in ended.said.splitlines())
