"""Plays scripts: starts the server and the bot, plays line by line, prints, and stops at the first failure."""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Final

from localdiscord.errors import InvalidAction, NoResponse
from localdiscord.script.actions import ScriptActions
from localdiscord.script.syntax import ScriptError, ScriptLine, check_count, read_lines, spaced, unquote
from localdiscord.script.transcript import Transcript
from localdiscord.server import LocalDiscord, StartBot
from localdiscord.state.clock import Clock

START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
_STEP: Final = timedelta(seconds=1)
_POLL_SECONDS: Final = 0.02
_EXPECTATIONS: Final = ("expect", "expect-not")
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


async def play(
    files: Sequence[Path],
    start_bot: StartBot,
    *,
    as_json: bool = False,
    database: Path | None = None,
    bot_name: str = "Bot",
    ack_timeout: float = 10.0,
    expect_timeout: float = 2.0,
    record: list[str] | None = None,
) -> int:
    """Plays the files one after the other on one server; returns 0, or 1 after the first line that failed.

    With a `database` the bot keeps its data there and the server its state beside it, and the next call continues.
    An expectation that does not hold is looked at again for `expect_timeout` seconds. A `record` takes what
    `as_json` prints, one JSON object each, beside what is printed.
    """
    lines = [line for file in files for line in read_lines(file)]
    with tempfile.TemporaryDirectory() as folder:
        kept = None if database is None else database.with_name(database.name + ".discord")
        server = LocalDiscord(clock=Clock(START), database=kept, bot_name=bot_name, ack_timeout=ack_timeout)
        async with server:
            player = Player(
                server, database or Path(folder) / "bot.db", start_bot, as_json=as_json, expect_timeout=expect_timeout
            )
            player.record = record
            try:
                return await player.play(lines)
            finally:
                await player.end()


class Player:
    """Plays the lines of a script on a server."""

    def __init__(
        self,
        server: LocalDiscord,
        database: Path,
        start_bot: StartBot,
        *,
        as_json: bool,
        expect_timeout: float,
        is_silent: bool = False,
    ) -> None:
        self._server = server
        self._as_json = as_json
        self._is_silent = is_silent
        self._expect_timeout = expect_timeout
        self.record: list[str] | None = None
        self.transcript = Transcript(server.hub.state, server.url)
        self.actions = ScriptActions(server, self.transcript)
        server.table.host(lambda: start_bot(server, database))
        self._verbs: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "click": self.actions.click,
            "select": self.actions.select,
            "context": self.actions.context,
            "forum": self.actions.forum,
            "post": self.actions.post,
            "restart": self._restart,
            "wait": self._wait,
            "expect": self._expect,
            "expect-not": self._expect_not,
        }

    async def play(self, lines: Sequence[ScriptLine]) -> int:
        """Starts the bot and plays the lines; returns 0, or 1 after the first line that failed."""
        line = ScriptLine(lines[0].file if lines else "", 1, "")
        try:
            await self.start()
            for line in lines:
                await self.play_line(line)
        except (ScriptError, InvalidAction, NoResponse) as failure:
            sys.stderr.write(f"{line.file}:{line.number}: {failure}\n")
            return 1
        return 0

    async def end(self) -> None:
        """Kills the bot, if it was started."""
        await self._server.table.kill()

    async def play_line(self, line: ScriptLine) -> None:
        """Plays one line and prints what became of it; raises what makes a script stop."""
        if not (self._as_json or self._is_silent):
            _print(line.text.rstrip())
        if line.is_blank:
            return
        self._server.clock.advance(_STEP)
        self.actions.folder = Path(line.file).parent
        try:
            await self._carry_out(line.words())
        finally:
            await self._server.table.rest()
            self._print_outcome(line)
            self._check_rejected()

    async def _carry_out(self, words: list[str]) -> None:
        verb = words[0]
        if verb[0] in "@#":
            self.actions.move(words)
            return
        if verb == "locale":
            self.actions.locale(words[1:])
            return
        if verb not in _EXPECTATIONS:
            self.transcript.begin_action()
        if verb.startswith("/"):
            await self.actions.command(words)
        elif verb == "fill":
            # a field and its value are unquoted apart
            await self.actions.fill(words[1:])
        elif verb in self._verbs:
            await self._verbs[verb]([unquote(word) for word in words[1:]])
        else:
            raise ScriptError(f"no line begins with “{verb}”")

    def _check_rejected(self) -> None:
        """A rejected request is the cause of whatever else went wrong in the line."""
        if self._server.rejected:
            first = self._server.rejected[0]
            raise ScriptError(
                f"Discord rejects {first.method} {first.path}: "
                f"{first.status} {first.code} {first.message} {first.errors or ''}".rstrip()
            )

    def _print_outcome(self, line: ScriptLine) -> None:
        outcome = self.transcript.take()
        source = {"line": line.number, "file": line.file, "by": self.actions.user_name}
        as_json = [self.transcript.json_line(source, each) for each in outcome] if self._is_recorded else []
        if self.record is not None:
            self.record += as_json
        if self._as_json:
            for each in as_json:
                _print(each)
        elif not self._is_silent:
            for text in self.transcript.text(outcome):
                _print(text)

    @property
    def _is_recorded(self) -> bool:
        return self._as_json or self.record is not None

    # the bot and the clock

    async def start(self) -> None:
        """Starts the bot and waits until it is there."""
        await self._server.table.start()
        await self._connected()

    async def _connected(self) -> None:
        try:
            await self._server.bot_online()
        except TimeoutError:
            self._check_rejected()
            raise ScriptError("the bot did not connect") from None
        await self._server.table.rest()

    async def _restart(self, words: list[str]) -> None:
        check_count("restart", words, 0)
        await self._server.table.settle()  # what a crash loses must not depend on how fast this machine is
        await self._server.table.restart()
        await self._connected()

    async def _wait(self, words: list[str]) -> None:
        (duration,) = check_count("wait", words, 1)
        parts = re.fullmatch(r"(\d+)([smhdw])", duration)
        if parts is None:
            raise ScriptError("write for example: wait 90s, wait 12h, wait 3d")
        await self._server.table.advance(timedelta(**{_UNITS[parts[2]]: int(parts[1])}))

    # expectations

    async def _expect(self, words: list[str]) -> None:
        (text,) = check_count("expect", words, 1)
        await self._wait_for(lambda visible: spaced(text) in visible, f"expected “{text}”")

    async def _expect_not(self, words: list[str]) -> None:
        (text,) = check_count("expect-not", words, 1)
        await self._wait_for(lambda visible: spaced(text) not in visible, f"did not expect “{text}”")

    async def _wait_for(self, holds: Callable[[str], bool], expectation: str) -> None:
        user, channel = self.actions.present()
        visible = ""
        # looks are counted, as a busy machine takes fewer in a second
        for _ in range(1 + ceil(self._expect_timeout / _POLL_SECONDS)):
            if holds(visible := spaced(self.transcript.visible_text(user.id, channel["id"]))):
                return
            await asyncio.sleep(_POLL_SECONDS)
        read = visible.replace("\n", " / ") or "nothing"
        raise ScriptError(f"{expectation}, but {user.name} reads: {read}")


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")
