"""Random play is weighted: what was given seldom comes first, so that most of every game is really played."""

import pytest

from tests.games import all_games
from tests.rules.test_conformance import random_play


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("id_", "most_missing"), [("marne-1918", 16), ("fields-of-despair", 14), ("gathering-storm", 8)]
)
def test_random_games_play_most_commands(id_: str, most_missing: int) -> None:
    game, given = all_games()[id_], set[str]()
    for seed in range(3):
        for play, _ in random_play(game, seed, 260, all_agree=True):
            given |= {each.command.type for each in play.log[-2:]}
    missing = {*game.commands_by_type} - given
    assert len(missing) <= most_missing, sorted(missing)
