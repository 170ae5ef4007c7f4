"""Random play is weighted: what was given seldom comes first, so that most of every game is really played."""

from collections import Counter

import pytest

from rules.game import AnyGame
from tests.games import all_games
from tests.rules.test_conformance import random_play


def played(game: AnyGame, games: int, steps: int) -> Counter[str]:
    """How often each command of a game was given in some random games."""
    count: Counter[str] = Counter(dict.fromkeys(game.commands_by_type, 0))
    for seed in range(games):
        for play, _ in random_play(game, seed, steps, all_agree=True):
            command = play.log[-1].command
            given = next((each.command for each in play.log[-2:] if each.command.type in count), command)
            count[given.type] += given.type in count
    return count


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("id_", "most_missing"), [("marne-1918", 16), ("fields-of-despair", 14), ("gathering-storm", 8)]
)
def test_random_games_play_most_commands(id_: str, most_missing: int) -> None:
    """The games' own tests play every one."""
    count = played(all_games()[id_], games=3, steps=260)
    missing = sorted(type_ for type_, number in count.items() if not number)
    assert len(missing) <= most_missing, missing
