"""The log: its two formats, its levels, and what never stands in it."""

import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.base.deeds import Work
from bot.base.metrics import NO_METRICS
from bot.base.program_log import GONE, OWN, listen
from localdiscord import Clock, Fault
from tests.bot.command import begin, end_of, on
from tests.bot.harness import harness
from tests.bot.marne import DRAWN
from tests.games import SEED

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    loggers = [logging.root, *map(logging.getLogger, OWN)]
    before = [(each, each.level, [*each.handlers]) for each in loggers]
    yield
    for each, level, handlers in before:
        each.setLevel(level)
        each.handlers = handlers


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_debug_is_for_our_own_loggers_alone(level: Any, capsys: pytest.CaptureFixture[str]) -> None:
    listen(level)
    for name in ("bot.chat.client", "discord.http", "aiohttp.client"):
        for each in ("debug", "info", "warning", "error"):
            getattr(logging.getLogger(name), each)(f"{name} says {each}")
    logging.getLogger("asyncpg.pool").warning("tries again, with a traceback")
    written = capsys.readouterr().err
    assert "tries again" not in written
    every = ["debug", "info", "warning", "error"]
    heard = every[every.index(level.lower()) :]
    assert re.findall(r"bot.chat.client says (\w+)", written) == heard
    assert re.findall(r"discord.http says (\w+)", written) == [each for each in heard if each != "debug"]


def test_json_is_an_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    listen("INFO", "json")
    log = logging.getLogger("bot.x")
    with Work(NO_METRICS).on(77, "dice roll"):
        try:
            raise ZeroDivisionError
        except ZeroDivisionError:
            log.exception("bug %s", "ab12", extra={"bug": "ab12"})
    log.info("two\nlines “here”")
    written = capsys.readouterr().err
    first, second = map(json.loads, written.splitlines())
    assert {name: first[name] for name in ("level", "logger", "message", "bug", "interaction")} == {
        "level": "ERROR", "logger": "bot.x", "message": "bug ab12", "bug": "ab12", "interaction": 77,
    }  # fmt: skip
    assert "ZeroDivisionError" in first["traceback"]
    assert set(second) == {"time", "level", "logger", "message"}
    assert second["message"] == "two\nlines “here”"


@pytest.mark.parametrize("format_", ["text", "json"])
@pytest.mark.parametrize(
    "line",
    [
        f"Bot {TOKEN}",
        f"{TOKEN} is no {TOKEN}",
        f"POST https://discord.com/api/v10/interactions/12/{INTERACTION}/callback",
        f"PATCH https://discord.com/api/v10/webhooks/12/{INTERACTION}/messages/@original",
        f"{{'type': 2, 'token': '{INTERACTION}', 'id': 3}}",
        f'{{"token": "{INTERACTION}"}}',
        f"token {INTERACTION}",
    ],
)
def test_tokens_are_taken_out(line: str, format_: Any, capsys: pytest.CaptureFixture[str]) -> None:
    listen("INFO", format_, TOKEN)
    log = logging.getLogger("discord")
    log.info("%s", line)
    try:
        raise ValueError(line)
    except ValueError:
        log.exception("it failed")
    written = capsys.readouterr().err
    assert TOKEN not in written
    assert INTERACTION not in written
    assert written.count(GONE) >= 2
    if format_ == "text":
        assert line.replace(TOKEN, GONE).replace(INTERACTION, GONE) in written, "and nothing beside it"


async def test_nothing_secret_is_in_the_log_of_a_game(tmp_path: Path) -> None:
    """A game with faults, played with a bot that logs at DEBUG as a process of its own."""
    async with harness(tmp_path, clock=Clock()) as here:
        await here.bot.kill()
        here.database = tmp_path / "b.sqlite"
        bot = await begin(
            "run", **on(here.server, here.database), log_level="DEBUG", seed=SEED.hex(), log_format="json"
        )
        await here.server.bot_online()
        await here.found()
        for status, code in ((500, 0), (403, 50013), (404, 10062), (400, 50035)):
            await here.anna.slash(here.marne, "draw event")
            await here.anna.slash(here.marne, "hand")
            here.server.inject(Fault("POST", "/interactions/{interaction}/{token}/callback", status, code))
            with here.unanswered(turns=300):  # of another process
                await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
        bot.terminate()
        said = (await end_of(bot)).said
        tokens = [*here.server.hub.interactions._by_token]
        lines = [json.loads(line) for line in said.splitlines()]
        assert {line["level"] for line in lines} >= {"DEBUG", "INFO", "WARNING"}
        assert any(line.get("interaction") for line in lines)
        assert len(tokens) > 5
        for secret in (here.server.token, SEED.hex(), *tokens, *DRAWN):
            assert secret not in said
        here.server.rejected.clear()


def test_a_line_that_says_nothing_is_a_line_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    listen("INFO", "json")
    logging.getLogger("bot.x").info("")
    assert json.loads(capsys.readouterr().err)["message"] == ""
