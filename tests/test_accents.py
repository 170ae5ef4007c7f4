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
from rules.line import ENGLISH, Line
from rules.secrets import Quoted, Shown
from tests import clicks
from tests.accents import Accents, accented, has_accents, is_private, read_in, said_of, untranslatable, without_accents
from tests.clicks import TABLES, Chance, Table
from tests.games import SEED
from tests.patience import PATIENCE
from tests.play import Play
from tests.rules.games.gathering_storm.test_long_game import PRINTED, played_at_random
from tests.rules.games.marne_1918.test_whole_campaign import random_play
from tests.same_play import fields_at_random

LOOKED_AT_EVERY = 12
MOST_LINES = 80
NO_WORDS = ("3", "1", "0", "7", "12", "A05", "F07 4", "1204", "Wr cntd", "20", "2d6", "fr")
TABLES_PLAYED = ("marne", "marne_referee", "fields", "fields_sealed", "storm")
PLAYS: dict[str, Callable[[int], Iterator[Play]]] = {
    "marne-1918": random_play,
    "fields-of-despair": fields_at_random,
    "gathering-storm": partial(played_at_random, weights=PRINTED, steps=60),
}


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("game", PLAYS)
def test_texts_of_the_rules_are_in_the_catalogues(game: str, seed: int) -> None:
    words, missing, told = Accents(), set[str](), 0
    for number, play in enumerate(PLAYS[game](seed)):
        if play.log and number % LOOKED_AT_EVERY == seed % LOOKED_AT_EVERY:
            said = [*said_of(play, words)]
            told += len(said)
            missing |= {text for text in said if without_accents(text)}
    assert missing == set()
    assert told > 100


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("table", TABLES_PLAYED)
async def test_texts_on_discord_are_in_the_catalogues(
    table: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever people do who press what they see, and fill in forms with words that are no words."""
    words, missing = Accents(), set[str]()
    monkeypatch.setattr(language, "words_of", lambda _: words)
    monkeypatch.setattr(clicks, "TYPED", NO_WORDS)
    requests = await played(in_accents(TABLES[table]), seed, tmp_path)
    capsys.readouterr()
    for request in requests:
        missing |= untranslatable(request)
    assert missing == set()
    assert len(requests) > MOST_LINES / 5


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(1, 11))
@pytest.mark.parametrize("table", TABLES_PLAYED)
async def test_public_texts_use_the_campaigns_language(
    table: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The campaign speaks the language with accents, and everybody at the table another."""
    words = Accents()
    monkeypatch.setattr(language, "words_of", lambda spoken: words if spoken == "fr" else ENGLISH)
    monkeypatch.setattr(clicks, "TYPED", NO_WORDS)
    monkeypatch.setattr(clicks, "NEVER", (*clicks.NEVER, "language"))
    requests = await played(in_french(TABLES[table]), seed, tmp_path)
    capsys.readouterr()
    told = [request for request in requests if is_private(request) is False]
    wrong = {text for request in told for text in untranslatable(request)}
    own = [text for request in requests if is_private(request) is True for text in read_in(request.body)]
    assert wrong | {text for text in own if has_accents(text)} == set()
    assert told
    assert len(own) > MOST_LINES / 5


async def played(table: Table, seed: int, folder: Path) -> list[RequestRecord]:
    """What the bot sends while chance plays at a table."""
    requests = list[RequestRecord]()
    async with LocalDiscord(clock=Clock(START), ack_timeout=PATIENCE) as server:
        start = partial(start_local_bot, seed=SEED.hex())
        player = Player(server, folder / "bot.db", start, as_json=False, expect_timeout=PATIENCE)
        chance = Chance(server, player, table, seed)
        try:
            server.watch(requests.append)
            await player.start()
            for line in table.founding:
                await player.play_line(ScriptLine("", 1, line))
            for _ in range(MOST_LINES):
                with contextlib.suppress(ScriptError, InvalidAction, NoResponse):
                    await player.play_line(ScriptLine("", 1, chance.next_line(is_late=False)))
        finally:
            await player.end()
    return requests


def in_french(table: Table) -> Table:
    """A table on a server that speaks French, and whose people do not."""
    lines = [re.sub(r'(?<=^click )"[^"]+"', lambda found: accented(found[0]), line) for line in table.founding]
    lines = [line.replace('"By chance"', '"B chnc"') for line in lines]
    lines.insert(1, "/server settings language:fr")
    return replace(table, founding=tuple(lines), words=NO_WORDS)


def in_accents(table: Table) -> Table:
    """A table at which what is typed and pressed has its accents."""
    founding = (re.sub(r'"[^"]{3,}"', lambda found: accented(found[0]), line) for line in table.founding)
    seats, words = (tuple(map(accented, each)) for each in (table.seats, table.words))
    return replace(table, founding=tuple(founding), seats=seats, words=words)


def test_an_untranslated_text_is_found() -> None:
    words = Accents()
    for line in (Line("Nobody translates this."), Line("The {seat} are ready.", {"seat": Quoted("Allies")})):
        assert without_accents(line.said(words))
    assert not without_accents(Line("The {seat} are ready.", {"seat": Shown("Allies")}).said(words))
