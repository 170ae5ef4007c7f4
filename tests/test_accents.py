"""Nothing that a reader meets is missing in the catalogues: played in a language in which it would be seen."""

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.base import language
from bot.cli.command_line import start_local_bot
from localdiscord import InvalidAction, LocalDiscord, NoResponse, RequestRecord
from localdiscord.script.player import START, Player
from localdiscord.script.syntax import ScriptError, ScriptLine
from localdiscord.state.clock import Clock
from rules.line import Line
from rules.secrets import Quoted, Shown
from tests import clicks
from tests.accents import Accents, accented, said_of, untranslatable, without_accents
from tests.clicks import TABLES, Chance, Table
from tests.games import SEED
from tests.play import Play
from tests.rules.games.gathering_storm.test_long_game import PRINTED, played_at_random
from tests.rules.games.marne_1918.test_whole_campaign import random_play
from tests.same_play import fields_at_random

LOOKED_AT_EVERY = 12
MOST_LINES = 80
NO_WORDS = ("3", "1", "0", "7", "12", "A05", "F07 4", "1204", "Wr cntd", "20", "2d6", "fr")
PLAYS: dict[str, Callable[[int], Iterator[Play]]] = {
    "marne-1918": random_play,
    "fields-of-despair": fields_at_random,
    "gathering-storm": partial(played_at_random, weights=PRINTED, steps=60),
}


@pytest.mark.by_day(3)
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("game", PLAYS)
def test_what_the_rules_say_is_in_the_catalogues(game: str, seed: int) -> None:
    words, missing, told = Accents(), set[str](), 0
    for number, play in enumerate(PLAYS[game](seed)):
        if play.log and number % LOOKED_AT_EVERY == seed % LOOKED_AT_EVERY:
            said = [*said_of(play, words)]
            told += len(said)
            missing |= {text for text in said if without_accents(text)}
    assert missing == set()
    assert told > 100


@pytest.mark.by_day(3)
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("table", ["marne", "marne_referee", "fields", "fields_sealed", "storm"])
async def test_what_is_read_on_discord_is_in_the_catalogues(
    table: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever people do who press what they see, and fill in forms with words that are no words."""
    words, missing, requests = Accents(), set[str](), 0
    monkeypatch.setattr(language, "words_of", lambda _: words)
    monkeypatch.setattr(clicks, "TYPED", NO_WORDS)

    def look(request: RequestRecord) -> None:
        nonlocal requests
        requests += 1
        missing.update(untranslatable(request))

    async with LocalDiscord(clock=Clock(START), ack_timeout=5) as server:
        server.watch(look)
        start = partial(start_local_bot, seed=SEED.hex())
        player = Player(server, tmp_path / "bot.db", start, as_json=False, expect_timeout=2)
        chance = Chance(server, player, in_accents(TABLES[table]), seed)
        try:
            await player.start()
            for line in in_accents(TABLES[table]).founding:
                await player.play_line(ScriptLine("", 1, line))
            for _ in range(MOST_LINES):
                with contextlib.suppress(ScriptError, InvalidAction, NoResponse):
                    await player.play_line(ScriptLine("", 1, chance.next_line(is_late=False)))
        finally:
            await player.end()
    capsys.readouterr()
    assert missing == set()
    assert requests > MOST_LINES / 2


def in_accents(table: Table) -> Table:
    """A table at which what is typed and pressed has its accents."""
    founding = (re.sub(r'"[^"]{3,}"', lambda found: accented(found[0]), line) for line in table.founding)
    seats, words = (tuple(map(accented, each)) for each in (table.seats, table.words))
    return replace(table, founding=tuple(founding), seats=seats, words=words)


def test_what_is_in_no_catalogue_is_found() -> None:
    words = Accents()
    for line in (Line("Nobody translates this."), Line("The {seat} are ready.", {"seat": Quoted("Allies")})):
        assert without_accents(line.said(words))
    assert not without_accents(Line("The {seat} are ready.", {"seat": Shown("Allies")}).said(words))
