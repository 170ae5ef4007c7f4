"""Every command, entry of a menu, form and button is answered or deferred in time, where each request to Discord takes
0.4 seconds of the world's clock and five people play.
"""

import contextlib
import io
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.base.clock import snowflake_time
from localdiscord import Chaos, Fault, InvalidAction, NoResponse, RequestRecord
from localdiscord.script.player import Player
from localdiscord.script.syntax import ScriptError, ScriptLine
from tests.clicks import MENUS, TABLES, Chance, commands, quoted
from tests.faults.rounds import many, new_seed
from tests.simulation.network import Network
from tests.simulation.world import World, garbage_apart, heard, without_threads

FIFTH = {
    "marne": ("@dora #marne", "@eve", "/campaign join seat:Germans"),
    "storm": ("@eve", "/campaign join seat:France"),
}
LONGEST = timedelta(seconds=1)
CLICKS = many(40, 1500)


class Slow(Chaos):
    """Each request is carried out, and only slow."""

    def fault(self, method: str, path: str) -> Fault:
        return Fault(method, path, 200, delay=0.4)


class Table(World):
    """Five people who use all that there is, line by line of a script. What was ``answered`` are lines of it."""

    line = ""
    answered: frozenset[str] = frozenset()

    def note(self, request: RequestRecord) -> None:
        """Note how long an interaction has waited for its first answer."""
        if request.path.startswith("/interactions/"):
            response: Any = request.response
            took = self.server.clock.now() - snowflake_time(int(response["interaction"]["id"]))
            self.answered |= {self.line}
            self.found += [f"{took.total_seconds():.1f} s: {self.line}"] if took > LONGEST else []

    async def use(self, name: str) -> None:
        """Found the campaign at the usual speed, then use everything."""
        await self.server.start()
        self.server.watch(self.note)
        player = Player(self.server, self.database, self.hosted, as_json=False, expect_timeout=0)
        await player.start()
        self.server.channel("council")
        chance = Chance(self.server, player, replace(TABLES[name], founding=("#council",)), new_seed())
        for line in (*TABLES[name].founding, *FIFTH[name]):
            await self.type(player, chance, line)
        self.server.inject(Slow(gateway=0))
        every = [*commands(self.server.hub.state.available_commands())]
        entries = [f"/{menu} what:{quoted(each.name)}" for menu in MENUS for each in MENUS[menu](None).commands]
        for person in ("anna", "bert", "carla", "dora", "eve"):
            await self.type(player, chance, f"@{person}")
            for name_, options in every * (5 if person == "anna" else 1):
                await self.type(player, chance, chance.written(name_, options, *player.actions.present()))
            for line in entries:
                await self.type(player, chance, line)
            for _ in range(CLICKS):
                await self.type(player, chance, chance.next_line(is_late=False))
        assert not [line for line in entries if line not in self.answered]
        assert not [each for each, _ in every if not any(line.startswith(f"/{each}") for line in self.answered)]

    async def hosted(self, *_: Any) -> Any:
        await self.begin()
        return self.bot

    async def type(self, player: Player, chance: Chance, line: str) -> None:
        """Play a line, and fill in the form that it opens. What cannot be done is left out."""
        self.line = line
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                await player.play_line(ScriptLine("", 1, line))
            except (ScriptError, InvalidAction):
                self.server.rejected.clear()
            except NoResponse:
                self.found.append(f"no answer: {line}")
        if not line.startswith(("@", "fill")) and player.actions.present()[0].modal is not None:
            await self.type(player, chance, chance.next_line(is_late=False))


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", FIFTH)
def test_everything_is_answered_within_a_second(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder, garbage_apart(), contextlib.closing(Network(new_seed())) as loop:
        table = Table(new_seed(), loop, Path(folder))
        with without_threads(table), heard(table):
            loop.run_until_complete(table.use(name))
            table.is_stopping = True
            loop.run_until_complete(table.end())
    assert table.found == []
