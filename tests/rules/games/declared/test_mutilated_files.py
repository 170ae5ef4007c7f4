"""A file that was mutilated is refused with what is wrong in it, or it can be played."""

import random
import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from bot.base.catalog import Catalog, DataFile, Edition
from rules.errors import DataError, Fault
from rules.game import AnyGame
from rules.games import OWN
from rules.notice import Public
from tests.faults.rounds import many
from tests.games import EXAMPLES
from tests.rules import test_conformance as suite
from tests.rules.games.declared.random_files import random_file

MOST_CALLS = 1_500_000
"""Of functions, until a file is refused or accepted: ten times what an honest one takes."""
TEMPLATE = (EXAMPLES.parents[1] / "data" / "own_games" / "new_game.toml").read_text("utf-8")
EXAMPLE_TEXTS = [TEMPLATE, *(each.read_text("utf-8") for each in sorted(EXAMPLES.glob("*.toml")))]
HOSTILE = (
    "@everyone", "<@1>", "<@&2>", "<#3>", "<:evil:4>", "<t:1>", "[evil](x)", "https://evil.example", "HTTP://evil",
    "discord.gg/evil", "**evil**", "__evil__", "~~evil~~", "`evil`", "||evil||", "# evil", "> evil", "- evil",
    "1. evil", "{evil}", "{0.__class__}", "{", "evil\u202e", "\u200bevil", "e\u0000vil", "evil\\n# evil", " evil ",
    "e  vil", "=evil", "", "evil; evil", "x" * 10_000, "⚀" * 41, "é" * 300,
)  # fmt: skip
VALUES = (
    "true", "0", "-1", "1.5", "nan", "1e400", "9" * 50, '""', '"3-5"', '"5-3"', '"each"', "[]", "{}", "[1, [2, [3]]]",
    "1918-05-27", "07:32:00", '["a", "a"]', "{ a = 1 }", "[" * 900 + "]" * 900, "[" + "1, " * 3000 + "]", "'", '"""',
    "007",
)  # fmt: skip
STRING = re.compile(r'"[^"\n]*"')
VALUE = re.compile(r"(?<== )[^,\n}\]]+")


def of_lines(change: Callable[[random.Random, list[str]], object]) -> Callable[[random.Random, str], str]:
    def changed(chance: random.Random, text: str) -> str:
        lines = text.splitlines()
        change(chance, lines)
        return "\n".join(lines) + "\n"

    return changed


def in_place(pattern: re.Pattern[str], others: Callable[[random.Random], str]) -> Callable[[random.Random, str], str]:
    """Something else where the pattern matches, once."""

    def changed(chance: random.Random, text: str) -> str:
        if not (found := [*pattern.finditer(text)]):
            return text
        one = chance.choice(found)
        return f"{text[: one.start()]}{others(chance)}{text[one.end() :]}"

    return changed


def swap(chance: random.Random, lines: list[str]) -> None:
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def cut(chance: random.Random, text: str) -> str:
    start = chance.randrange(len(text))
    return text[:start] + text[start + chance.choice((1, 5, 50, len(text))) :]


def grown(chance: random.Random, text: str) -> str:
    """Far more of something than a game has."""
    many_ = "".join(f'[cup."C{n}"]\nside = "each"\nchits = ["60 A", "60 B", "60 C"]\n' for n in range(20))
    ring = ((n, (n + 1) % 40, (n + 7) % 40) for n in range(40))
    loops = "".join(
        f"[track.T{n}]\nat = {{ 1 = {{ set = {{ T{a} = 1, T{b} = 1, T{n} = 0 }} }} }}\n" for n, a, b in ring
    )
    loops += "[action.Spin]\nsteps = [{ add = { T0 = 1 } }]\n"
    return text + chance.choice(
        (many_, loops, "[" + "a." * 500 + "a]\n", f"[texts]\n{'x' * 9000} = {{}}\n", "#" * 10_000)
    )


MUTILATIONS: tuple[Callable[[random.Random, str], str], ...] = (
    cut,
    grown,
    of_lines(swap),
    of_lines(lambda chance, lines: lines.insert(chance.randrange(len(lines)), chance.choice(lines))),
    of_lines(lambda chance, lines: lines.pop(chance.randrange(len(lines)))),
    in_place(VALUE, lambda chance: chance.choice(VALUES)),
    in_place(STRING, lambda chance: f'"{chance.choice(HOSTILE)}"'),
    in_place(
        re.compile(r"\b\w+\b"), lambda chance: chance.choice(("side", "name", "each", "Red", "9", "at", "secret"))
    ),
)


def mutilated(chance: random.Random) -> bytes:
    text = chance.choice((*EXAMPLE_TEXTS, random_file(chance.randrange(50)), random_file(chance.randrange(50))))
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice(MUTILATIONS)(chance, text or "\n")
    contents = text.encode()
    if chance.random() < 0.05:
        place = chance.randrange(len(contents) + 1)
        contents = contents[:place] + chance.randbytes(2) + contents[place:]
    return contents


def read(contents: bytes) -> Edition | tuple[Fault, ...]:
    """The game of a file, or its faults. Fails where that takes too much work."""
    calls = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal calls
        calls += event == "call"
        assert calls < MOST_CALLS

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return Catalog(()).declared(DataFile.given("file.toml", contents))
    except DataError as refused:
        return refused.faults
    finally:
        sys.setprofile(before)


def read_aloud(game: AnyGame, steps: int = 30) -> list[str]:
    """What the channel reads of some random play."""
    found = list[str]()
    for play, _ in islice(suite.played_on(game, 1, all_agree=True), steps):
        state, told = play.campaign.state, play.campaign.tell(play.log[-1])
        found += [str(each) for each in (*told, *game.status(state), *game.pool(state)) if isinstance(each, Public)]
    return found


@pytest.mark.by_day(5)
@pytest.mark.parametrize("part", range(10))
def test_a_mutilated_file_is_refused_or_played(part: int) -> None:
    """What is refused has a fault with a sentence; what is played says nothing that Discord would take for more."""
    chance, results = random.Random(part), Counter[bool]()
    for _ in range(many(20, 1000)):
        found = read(mutilated(chance))
        results[isinstance(found, Edition)] += 1
        if not isinstance(found, Edition):
            assert found
            assert all(str(each.message).strip() for each in found)
            continue
        assert Catalog(()).game(OWN.id, found.digest, found.body).data == found.game.data
        text = "\n".join(read_aloud(found.game))
        assert not [each for each in HOSTILE if "evil" in each and each.strip() != "evil" and each in text]
        assert not re.search(r"@everyone|@here|<@|<#|<:|://|discord\.gg|\]\(", text)
    assert set(results) == {True, False}
