"""Scripts by chance: several people at a table press what they see, type commands, wait, and the bot dies at times.

``python -m tests.clicks [NAME ...]`` writes scripts anew as ``tests/golden/clicks_*.script``. They are played like any
other (see ``tests/test_golden.py``), so their transcripts hold what everybody reads wherever chance leads.
"""

import asyncio
import contextlib
import io
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from discord import app_commands

from bot.chat.commands.fields_of_despair import CpMenu
from bot.chat.commands.manage import Admin, Manage
from bot.chat.commands.me import MeMenu
from bot.chat.commands.record import RecordMenu
from bot.cli.command_line import start_local_bot
from localdiscord import LocalDiscord
from localdiscord.errors import InvalidAction, NoResponse
from localdiscord.script.player import START, Player
from localdiscord.script.syntax import ScriptError, ScriptLine
from localdiscord.state.clock import Clock
from localdiscord.state.components import ComponentType, walk
from localdiscord.state.messages import MessageFlag
from localdiscord.users.labels import labelled_fields
from localdiscord.users.options import OptionType
from rules.campaign import features
from tests.games import SEED
from tests.patience import PATIENCE

GOLDEN = Path(__file__).parent / "golden"
PEOPLE = ("anna", "bert", "carla", "dora")
LINES, LATE = 200, 170
"""So many lines; the last of them can also end the campaign."""
TYPED = (
    "3", "1", "0", "7", "12", "A05", "F07 4", "1204", "IV Army", "Yes", "No", "We counted again", "fr", "2d6", "20",
)  # fmt: skip
NEVER: tuple[str, ...] = ()
"""Entries of menus that nobody chooses."""
ENDING = ("campaign new",)
ENDING_ENTRIES = ("forget", "end")
OF_FEATURES = {
    command.name
    for feature in iter_modules(features.__path__)
    for command in vars(import_module(f"bot.chat.commands.{feature.name}")).values()
    if isinstance(command, app_commands.Command)
}
MENUS: dict[str, Any] = {
    "campaign manage": Manage, "record more": RecordMenu, "me more": MeMenu, "admin": Admin, "enter": CpMenu,
}  # fmt: skip
MOST_ATTEMPTS = 40
LAST = 12
"""So many of the newest messages have buttons that somebody presses."""


@dataclass(frozen=True)
class Table:
    """A campaign to begin with: the lines that found it, the seed of what follows, its seats, and words to type."""

    founding: tuple[str, ...]
    seed: int
    seats: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def channel(self) -> str:
        """Where it is played."""
        return self.founding[0].partition("#")[2]


SIDES = ("Allies", "Germans", "Referee")
MARKERS = ("Mangin", "Spies", "Gas", "Air unit", "Clemenceau", "Heroic Assault", "Heroic Defense", "Surprise Attack")
HEXES = ("A05", "B05", "C06 3", "11+", "I06", "A05 4, B05 2", "5 4 2")
COUNTRIES = ("Rumania", "Poland", "Spain", "Turkey", "Hungary", "Bulgaria", "Yugoslavia", "Belgium")
SETUP = (
    'fill "CP total SPs":96 "Hexes with CP blocks":"A05 B05 C06 D06 E07 F07 G08" "CP air counters":"4 3 1" '
    '"CP artillery counters":"5 4 2" "CP economic points":6'
)
LISTS = ("All commands", "Toutes les commandes")
"""What lists every command is not pressed: a script shows no command of a feature, which has scripts of its own."""
DULL = ("My hand", "No more reminders", "Remind me again")
"""What is pressed less often than it is seen."""
TABLES = {
    "marne": Table(
        ("@anna #marne", '/campaign new game:marne-1918 seat:Allies name:"By chance"', "@bert",
         "/campaign join seat:Germans", "@carla"), 7, SIDES, MARKERS,
    ),
    "marne_in_french": Table(
        ("@anna #marne", "locale fr", "/campaign new game:marne-1918 seat:Allies", "/campaign manage what:language",
         "fill language:fr",
         "@bert", "/campaign join seat:Germans"), 11, SIDES, MARKERS,
    ),
    "marne_referee": Table(
        ("@anna #marne", "@bert", "/campaign new game:marne-1918 seat:Referee", "@carla", "/campaign join seat:Allies",
         "@dora", "/campaign join seat:Germans"), 6, SIDES, MARKERS,
    ),
    "fields": Table(
        ("@anna #fields", "/campaign new game:fields-of-despair seat:Allies dice:physical",
         'click "Set up"', SETUP), 3, ("Allies",), HEXES,
    ),
    "fields_sealed": Table(
        ("@anna #fields", "/campaign new game:fields-of-despair seat:Allies",
         'click "Set up"', SETUP), 4, ("Allies",), HEXES,
    ),
    "storm": Table(
        ("@anna #storm", "/campaign new game:gathering-storm seat:Germany", "@bert", "/campaign join seat:Italy",
         "@carla", "/campaign join seat:Britain", "@dora", "/campaign join seat:Russia"), 5,
        ("Germany", "Italy", "Britain", "France", "Russia"), COUNTRIES,
    ),
}  # fmt: skip
OWN = Table(
    ("@anna #crossing", "/server settings", 'click "Games…"', 'select "What do you want to do?" "Upload a game…"',
     "fill file:<../../docs/own-games/the-wet-crossing.toml", '/campaign new game:"The Wet Crossing" seat:Raiders',
     "@bert", "/campaign join seat:Wardens"), 8, ("Raiders", "Wardens"), ("Alarm", "Ambush", "Raiders: Raid"),
)  # fmt: skip


@dataclass(frozen=True)
class Temper:
    """Of a hundred lines, so many in which somebody else comes, time passes, the bot dies, and something is pressed."""

    others: int = 15
    waits: int = 5
    deaths: int = 2
    presses: int = 48
    reads_dms: bool = False
    is_curious: bool = False


class Chance:
    """Somebody who does what chance says, line by line."""

    def __init__(
        self, server: LocalDiscord, player: Player, table: Table, attempt: int, temper: Temper = Temper()
    ) -> None:
        self._server = server
        self._player = player
        self._table = table
        self._chance = random.Random(table.seed * 1000 + attempt)
        self._temper = temper

    def next_line(self, *, is_late: bool) -> str:
        user, channel = self._player.actions.present()
        if user.modal is not None:
            return self._form(user.modal.body)
        temper, kind = self._temper, self._chance.random() * 100
        if (kind := kind - temper.others) < 0:
            if not temper.reads_dms:
                return f"@{self._chance.choice(PEOPLE)}"
            return self._chance.choice((*(f"@{each} #{self._table.channel}" for each in PEOPLE), "#dm"))
        if (kind := kind - temper.waits) < 0:
            return self._chance.choice(["wait 6h", "wait 1d", "wait 3d", "wait 10m"])
        if (kind := kind - temper.deaths) < 0:
            return "restart"
        if kind < temper.presses and (pressed := [*self._pressable(user, channel)]):
            return self._chance.choice(pressed)
        return self._command(user, channel, () if is_late else ENDING)

    def _pressable(self, user: Any, channel: Any) -> Iterator[str]:
        messages = [*self._player.transcript.newest(user.id, channel["id"])][:LAST]
        for message in messages:
            for part in walk(message["components"]):
                if part.get("disabled") or "custom_id" not in part:
                    continue
                if part["type"] == ComponentType.BUTTON and part.get("label"):
                    is_dull = part["label"] in DULL and not self._temper.is_curious
                    if part["label"] in LISTS or (is_dull and self._chance.random() < 0.9):
                        continue
                    yield f"click {quoted(part['label'])}"
                elif part["type"] == ComponentType.STRING_SELECT:
                    option = self._chance.choice(part["options"])
                    yield f"select {quoted(part.get('placeholder') or '')} {quoted(option['label'])}"
        if messages and not messages[0]["flags"] & MessageFlag.EPHEMERAL:
            yield f"context {quoted('Why?')}"

    def _form(self, body: Any) -> str:
        pairs = []
        for label, field in labelled_fields(body["components"]):
            given = self._filled(field)
            if given:
                pairs.append(f"{quoted(label)}:{quoted(given)}")
        return " ".join(("fill", *pairs))

    def _filled(self, field: Any) -> str:
        if options := field.get("options"):
            return str(self._chance.choice(options)["label"])
        if field["type"] == ComponentType.FILE_UPLOAD:
            return "<../fields_table.toml"
        if field["type"] == ComponentType.CHECKBOX:
            return self._chance.choice(["true", "false"])
        if field["type"] == ComponentType.USER_SELECT:
            return self._chance.choice(PEOPLE)
        if field["type"] == ComponentType.CHANNEL_SELECT:
            return self._table.channel if field.get("required") else ""
        if field.get("value") and self._chance.random() < 0.6:
            return str(field["value"])
        if not field.get("required", True) and self._chance.random() < 0.5:
            return ""
        return self._chance.choice((*TYPED, *self._table.words))[: field.get("max_length", 99)]

    def _command(self, user: Any, channel: Any, left_out: tuple[str, ...]) -> str:
        every = commands(self._server.hub.state.available_commands())
        given = [each for each in every if each[0] not in left_out and each[0].split()[-1] not in OF_FEATURES]
        return self.written(*self._chance.choice(given), user, channel, left_out)

    def written(self, name: str, options: Any, user: Any, channel: Any, left_out: tuple[str, ...] = ()) -> str:
        """A command with its options filled in."""
        words = [f"/{name}"]
        for option in options:
            if option["name"] == "what" and (menu := MENUS.get(name)):
                left = (*NEVER, *(ENDING_ENTRIES if left_out else ()))
                entries = [each.name for each in menu(None).commands if each.name not in left]
                words.append(f"what:{quoted(self._chance.choice(entries))}")
                continue
            if option.get("required") or self._chance.random() < 0.35:
                words.append(f"{option['name']}:{quoted(self._option(option, user, channel))}")
        return " ".join(words)

    def _option(self, option: Any, user: Any, channel: Any) -> str:
        if choices := option.get("choices"):
            return str(self._chance.choice(choices)["name"])
        if option["type"] == OptionType.BOOLEAN:
            return self._chance.choice(["true", "false"])
        if option["type"] == OptionType.INTEGER:
            least, most = option.get("min_value", 0), option.get("max_value", 20)
            return str(self._chance.randint(least, min(most, least + 20)))
        if option["type"] == OptionType.USER:
            return self._chance.choice(PEOPLE)
        if option["name"] == "seat":
            return self._chance.choice(self._table.seats)
        if option["name"] == "offer":
            labels = [line.split(" ", 1)[1].strip('"') for line in self._pressable(user, channel)]
            return self._chance.choice(labels or ["Draw"])
        return self._chance.choice((*TYPED, *self._table.words))[: option.get("max_length", 99)]


def commands(given: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every slash command with its options."""
    for each in given:
        if not prefix and each.get("type", 1) != 1:
            continue
        nested = [option for option in each.get("options", ()) if option["type"] in (1, 2)]
        name = f"{prefix}{each['name']}"
        if nested:
            yield from commands(nested, f"{name} ")
        else:
            yield name, each.get("options", [])


def quoted(word: str) -> str:
    """A word as a script has it."""
    text = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


async def played(file: Path, table: Table, lines: list[str], attempt: int) -> tuple[list[str], bool]:
    """The lines after those that are known already, until one cannot be played; whether the end was reached."""
    with tempfile.TemporaryDirectory() as folder:
        async with LocalDiscord(clock=Clock(START), ack_timeout=PATIENCE) as server:
            start = partial(start_local_bot, seed=SEED.hex())
            player = Player(server, Path(folder) / "bot.db", start, as_json=False, expect_timeout=PATIENCE)
            chance = Chance(server, player, table, attempt)
            try:
                await player.start()
                for line in lines:
                    await player.play_line(ScriptLine(str(file), 1, line))
                while len(lines) < LINES:
                    line = chance.next_line(is_late=len(lines) > LATE)
                    await player.play_line(ScriptLine(str(file), 1, line))
                    lines.append(line)
            except (ScriptError, InvalidAction, NoResponse) as failure:
                if line in table.founding:
                    raise
                sys.stderr.write(f"left out: {line}: {failure}\n")
                return lines, False
            finally:
                await player.end()
    return lines, True


def script(file: Path, table: Table) -> list[str]:
    lines = [*table.founding]
    for attempt in range(MOST_ATTEMPTS):
        with contextlib.redirect_stdout(io.StringIO()):
            lines, is_done = asyncio.run(played(file, table, lines, attempt))
        if is_done:
            return lines
    raise SystemExit("too many lines cannot be played")


def main(names: list[str]) -> None:
    for name in names or TABLES:
        file, head = GOLDEN / f"clicks_{name}.script", "# By chance: `python -m tests.clicks` writes it anew."
        file.write_text("\n".join((head, "", *script(file, TABLES[name]))) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
