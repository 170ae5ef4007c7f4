"""A bot is killed at any moment: nothing told is lost or changed, and the channel reads each result exactly once."""

import random
from itertools import product
from pathlib import Path

import pytest

from tests.faults.lives import Lives, lives
from tests.faults.rounds import Report, many
from tests.faults.victim import POINTS
from tests.patience import MOMENT, a_moment

NAMED = [f"{when} {point}" for point, when in product(POINTS, ("before", "after"))]
PLAYING = [each for each in NAMED if not each.endswith("post")]
POSTING = [each for each in NAMED if each.endswith(("post", "mark", "take"))]


async def one_life(here: Lives, point: str, nth: int) -> None:
    """Begin, play, die."""
    await here.begin(point, nth)
    async with here.players():
        if point and await here.dies_within(10 * MOMENT):
            here.done["kills at a point"] += 1
        else:
            await a_moment(here.chance.random() * 6)
            await here.kill()
            here.done["kills under load"] += 1


async def settled(here: Lives) -> None:
    """Post what waits, which is killed now and then as well, and look."""
    while True:
        is_killed = here.chance.random() < 0.4
        await here.begin(here.chance.choice(POSTING) if is_killed else "", here.chance.randrange(1, 4))
        if await here.settle():
            break
        here.done["kills while posting"] += 1
    await here.check()
    await here.kill()


@pytest.mark.parametrize("_part", range(many(1, 4)))
async def test_results_survive_any_kill(tmp_path: Path, chance: random.Random, report: Report, _part: int) -> None:
    async with lives(tmp_path, chance) as here:
        for number in range(many(3, 70)):
            point = chance.choice(PLAYING) if number % 2 else ""
            await one_life(here, point, chance.randrange(1, 5))
            await settled(here)
        await here.verify()
        report(str(dict(here.done)))
