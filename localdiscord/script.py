"""The script player: plays the lines of a file as the people of a table, and says what came of each.

# a comment
@anna #marne                speaker and place from here on; either may stand alone
#marne/the-long-thread      a thread of that channel; #dm is the speaker's conversation with the bot
/draw event marker:"x y"    a command; what it offers while typing is picked by its name
click "Keep"                the newest message with this button: the whole label, or how it begins
select "Marker" "Air unit"  a menu by its placeholder, options by their labels
fill vp:31 crossed:yes      the form that is open, fields by label or id
restart                     the bot ends without warning and starts again on its database
wait 3d                     the table's clock moves (s, m, h, d, w)
expect "x"                  what the last deed showed to the speaker here, or else the newest message
expect-not "x"              the reverse
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from localdiscord.clock import Clock
from localdiscord.component import walk
from localdiscord.deeds import BUTTON
from localdiscord.form import MENUS
from localdiscord.line import Line, ScriptError, pair, unquoted
from localdiscord.options import find_command
from localdiscord.people import Person, Place
from localdiscord.refusal import CannotDo, Json, NoAnswer
from localdiscord.server import LocalDiscord
from localdiscord.transcript import Transcript

START: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
STEP: Final = timedelta(seconds=1)
EXPECT_SECONDS: Final = 2.0
PATIENCE_SECONDS: Final = 3.0
QUIET_SECONDS: Final = 0.02
_LOOKS: Final = ("expect", "expect-not")
_UNITS: Final = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class RunningBot(Protocol):
    """The bot of a table. It may also have `settled()`: returns when it has nothing left to do."""

    async def kill(self) -> None:
        """Ends at once, without clean-up."""


StartBot = Callable[[LocalDiscord, Path, str | None], Awaitable[RunningBot]]


async def play(
    files: Sequence[Path],
    *,
    as_json: bool = False,
    seed: str | None = None,
    database: Path | None = None,
    start_bot: StartBot,
) -> int:
    """Plays the files one after the other at one table; 0, or 1 after the first line that failed.

    With a database the table keeps itself in a file beside it, and both go on the next time.
    """
    lines = [
        Line(str(file), number, text)
        for file in files
        for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    ]
    with tempfile.TemporaryDirectory() as folder:
        kept = None if database is None else database.with_name(database.name + ".table")
        table = LocalDiscord(clock=Clock(START), database=kept, patience=PATIENCE_SECONDS)
        await table.start()
        player = Player(table, database or Path(folder) / "bot.db", seed, start_bot, as_json=as_json)
        try:
            return await player.play(lines)
        finally:
            await player.end()
            await table.stop()


class Player:
    """Plays lines at a table."""

    def __init__(
        self, table: LocalDiscord, database: Path, seed: str | None, start_bot: StartBot, *, as_json: bool
    ) -> None:
        self._table = table
        self._database = database
        self._seed = seed
        self._start_bot = start_bot
        self._as_json = as_json
        self._transcript = Transcript(table.world, table.url)
        self._bot: RunningBot | None = None
        self._speaker: Person | None = None
        self._channel: Place | None = None
        self._verbs: dict[str, Callable[[list[str]], Awaitable[None]]] = {
            "click": self._click,
            "select": self._select,
            "fill": self._fill,
            "restart": self._restart,
            "wait": self._wait,
            "expect": self._expect,
            "expect-not": self._expect_not,
        }

    async def play(self, lines: Sequence[Line]) -> int:
        where = Line(lines[0].file, 1, "") if lines else Line("", 0, "")
        try:
            await self._start()
            for where in lines:
                await self._play_line(where)
        except (ScriptError, CannotDo, NoAnswer) as failure:
            print(f"{where.file}:{where.number}: {failure}", file=sys.stderr)
            return 1
        return 0

    async def end(self) -> None:
        if self._bot is not None:
            await self._bot.kill()

    async def _play_line(self, line: Line) -> None:
        if not self._as_json:
            print(line.text.rstrip())
        text = line.text.strip()
        if not text or text.startswith("# ") or text == "#":
            return
        self._table.clock.advance(STEP)
        try:
            await self._do(line.words())
        finally:
            await self._settle()
            self._print(line)
            self._check_refusals()

    def _check_refusals(self) -> None:
        """A refusal is the cause of whatever else went wrong in the line."""
        if self._table.refused:
            refused = self._table.refused[0]
            raise ScriptError(
                f"Discord refuses {refused.method} {refused.path}: "
                f"{refused.status} {refused.code} {refused.message} {refused.errors or ''}".rstrip()
            )

    def _print(self, line: Line) -> None:
        entries = self._transcript.take()
        if not self._as_json:
            for text in self._transcript.text(entries):
                print(text)
            return
        by = self._speaker.name if self._speaker else None
        for entry in entries:
            print(self._transcript.json_line({"line": line.number, "file": line.file, "by": by}, entry))

    async def _settle(self) -> None:
        settled = getattr(self._bot, "settled", None)
        if settled is not None:
            await settled()
        await self._table.traffic.quiet(QUIET_SECONDS)

    async def _do(self, words: list[str]) -> None:
        verb = words[0]
        if verb not in _LOOKS and verb[0] not in "@#":
            self._transcript.begin_deed()
        if verb.startswith("/"):
            await self._command(words)
        elif verb[0] in "@#":
            self._speak(words)
        elif verb in self._verbs:
            await self._verbs[verb]([unquoted(word) for word in words[1:]] if verb != "fill" else words[1:])
        else:
            raise ScriptError(f"there is no line that begins with “{verb}”")

    # who and where

    def _speak(self, words: list[str]) -> None:
        for word in words:
            name = unquoted(word[1:])
            if not name or word[0] not in "@#":
                raise ScriptError(f"“{word}” is neither @somebody nor #somewhere")
            if word[0] == "@":
                self._speaker = self._table.person(name)
            else:
                self._channel = self._place(name)

    def _place(self, name: str) -> Place:
        if name == "dm":
            return self._here()[0].dm()
        parent, _, thread = name.partition("/")
        channel = self._table.channel(parent)
        return self._table.thread(thread, channel) if thread else channel

    def _here(self) -> tuple[Person, Place]:
        if self._speaker is None:
            raise ScriptError("nobody speaks yet: begin with a line like “@anna #marne”")
        return self._speaker, self._channel or {}

    def _there(self) -> tuple[Person, Place]:
        speaker, channel = self._here()
        if not channel:
            raise ScriptError("no channel yet: begin with a line like “@anna #marne”")
        return speaker, channel

    # deeds

    async def _command(self, words: list[str]) -> None:
        speaker, channel = self._there()
        count = next((n for n, word in enumerate(words) if pair(word)), len(words))
        name = " ".join(words[:count]).removeprefix("/")
        options = self._pairs(words[count:], "option; write name:value")
        await speaker.slash(channel, name, await self._picked(speaker, channel, name, options))

    async def _picked(self, speaker: Person, channel: Place, name: str, options: dict[str, str]) -> dict[str, object]:
        """The options as a person sends them, who picks from what is offered while typing."""
        command, path = find_command(self._table.world.usable(), name)
        declared = {o["name"]: o for o in (path[-1] if path else command).get("options", ())}
        sent: dict[str, object] = dict(options)
        for focused, typed in options.items():
            if not declared.get(focused, {}).get("autocomplete"):
                continue
            others = {key: value for key, value in sent.items() if key != focused}
            choices = await speaker.autocomplete(channel, name, focused=focused, value=typed, options=others)
            self._transcript.offered(channel["id"], speaker.id, choices)
            for choice in choices:
                if choice["name"].casefold() == typed.casefold():
                    sent[focused] = choice["value"]
        return sent

    async def _click(self, words: list[str]) -> None:
        (label,) = self._take("click", words, 1)
        speaker, _ = self._there()
        message, button = self._find({BUTTON}, "label", label)
        await speaker.press(message, button["custom_id"])

    async def _select(self, words: list[str]) -> None:
        if len(words) < 2:
            raise ScriptError('write: select "Menu" "Option"')
        speaker, _ = self._there()
        message, menu = self._find(set(MENUS), "placeholder", words[0])
        await speaker.select(message, menu["custom_id"], [self._option(menu, word) for word in words[1:]])

    def _option(self, menu: Json, word: str) -> str:
        options: list[Json] = menu.get("options", [])
        found = _best(options, "label", word)
        if found is not None:
            return str(found["value"])
        if options:
            raise ScriptError(f"the menu has no option “{word}”")
        name = word.lstrip("@#")
        return self._table.channel(name)["id"] if word.startswith("#") else self._table.person(name).id

    def _find(self, kinds: set[int], key: str, label: str) -> tuple[Json, Json]:
        """The newest message with this button or menu, and the thing itself."""
        speaker, channel = self._there()
        for message in self._transcript.newest(speaker.id, channel["id"]):
            enabled = [
                each
                for each in walk(message["components"])
                if each["type"] in kinds and "custom_id" in each and not each.get("disabled")
            ]
            found = _best(enabled, key, label)
            if found is not None:
                return message, found
        raise ScriptError(f"{speaker.name} sees nothing like “{label}” to {'click' if BUTTON in kinds else 'select'}")

    async def _fill(self, words: list[str]) -> None:
        speaker, _ = self._there()
        values = self._pairs(words, "answer; write field:value")
        await speaker.submit(values)

    async def _restart(self, words: list[str]) -> None:
        self._take("restart", words, 0)
        if self._bot is not None:
            await self._bot.kill()
        await self._table.gateway.drop()
        await self._start()

    async def _start(self) -> None:
        self._bot = await self._start_bot(self._table, self._database, self._seed)
        try:
            await self._table.bot_online()
        except TimeoutError:
            self._check_refusals()
            raise ScriptError("the bot did not come online") from None
        await self._settle()

    async def _wait(self, words: list[str]) -> None:
        (duration,) = self._take("wait", words, 1)
        parts = re.fullmatch(r"(\d+)([smhdw])", duration)
        if parts is None:
            raise ScriptError("write for example: wait 90s, wait 12h, wait 3d")
        self._table.clock.advance(timedelta(**{_UNITS[parts[2]]: int(parts[1])}))

    # expectations

    async def _expect(self, words: list[str]) -> None:
        (text,) = self._take("expect", words, 1)
        await self._until(lambda read: text in read, f"expected “{text}”")

    async def _expect_not(self, words: list[str]) -> None:
        (text,) = self._take("expect-not", words, 1)
        await self._until(lambda read: text not in read, f"did not expect “{text}”")

    async def _until(self, holds: Callable[[str], bool], sentence: str) -> None:
        speaker, channel = self._there()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + EXPECT_SECONDS
        while not holds(read := self._transcript.reading(speaker.id, channel["id"])):
            if loop.time() >= deadline:
                reads = read.replace("\n", " / ") or "nothing"
                raise ScriptError(f"{sentence}, but {speaker.name} reads: {reads}")
            await asyncio.sleep(0.02)

    @staticmethod
    def _pairs(words: list[str], what: str) -> dict[str, str]:
        pairs: dict[str, str] = {}
        for word in words:
            found = pair(word)
            if found is None:
                raise ScriptError(f"“{word}” is no {what}, and quote a value with spaces")
            pairs[found[0]] = found[1]
        return pairs

    @staticmethod
    def _take(verb: str, words: list[str], count: int) -> list[str]:
        if len(words) != count:
            raise ScriptError(f"“{verb}” takes {count} word{'s' if count != 1 else ''}, not {len(words)}")
        return words


def _best(things: list[Json], key: str, label: str) -> Json | None:
    """The thing with exactly this label, otherwise the first whose label starts so."""
    names = [(str(thing.get(key) or ""), thing) for thing in things]
    exact = [thing for name, thing in names if name == label]
    starting = [thing for name, thing in names if name.startswith(label)]
    return next(iter(exact + starting), None)
