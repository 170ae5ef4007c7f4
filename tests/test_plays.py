"""Random play is weighted: what was given seldom comes first, so that most of every game is really played."""

import pytest

from tests.games import all_games
from tests.plays import played


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("id_", "most_missing"), [("marne-1918", 16), ("fields-of-despair", 14), ("gathering-storm", 8)]
)
def test_random_games_play_most_commands(id_: str, most_missing: int) -> None:
    """`python -m tests.plays` says how often each is; the games' own tests play every one."""
    count = played(all_games()[id_], games=3, steps=260)
    missing = sorted(type_ for type_, number in count.items() if not number)
    assert len(missing) <= most_missing, missing
