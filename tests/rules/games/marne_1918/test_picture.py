"""The picture of a campaign of Marne 1918."""

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.chronicle.retelling import past_of
from rules.games.marne_1918.state import State
from rules.picture import Picture, TurnLine
from rules.pool import Pool, Zone
from tests.bot.messages.pictures.drawing import check
from tests.games import marne
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, campaign_with, state
from tests.rules.games.marne_1918.test_whole_campaign import EVERY_TYPE, Players, whole_campaign
from tests.rules.test_conformance import random_play

MOST_WORDS = 60
"""Who hears a picture read hears no more."""


def picture(play: Play) -> Picture:
    past = past_of(play.campaign.as_founded(), play.log)
    drawn = play.game.picture(play.campaign.state, past)
    assert drawn is not None
    return drawn


async def test_it_tells_what_enters_when_and_what_is_in_force() -> None:
    play = Play(marne())
    words = picture(play).words
    assert words.startswith("Marne 1918, turn 1, 27 May 1918. German victory points not entered yet, Doctrine Foch. ")
    assert "Turns 1 to 18, 27 May 1918 to 17 July 1918; now turn 1." in words
    assert "Turn 2 brings in 2. Turn 3 brings in 14." in words
    assert "Turn 16 brings in 8." in words
    assert "morale" not in words
    assert len(words.split()) <= MOST_WORDS
    await check(picture(play))


async def test_it_shows_the_points_turn_by_turn() -> None:
    players = whole_campaign(EVERY_TYPE)
    players.play.do(ANNA, "enter_points", vp=31, reason="Counted again")
    drawn = picture(players.play)
    line = drawn.parts[-1]
    assert isinstance(line, TurnLine)
    assert len(line.values) > 10
    assert line.values[18] == 31
    assert f"German victory points by turn, on a scale from 0 to {max(line.values.values())}: 31 last." in drawn.words
    assert len(drawn.words.split()) <= MOST_WORDS
    await check(drawn)


def swapped(pool: Pool) -> Pool:
    """The pool with all that is hidden elsewhere: what was in hand lies in the pool, and as much of that is in hand."""
    held, pooled = pool.at(Zone.HAND), pool.at(Zone.POOL)
    moved = {each.id: Zone.POOL for each in held} | {each.id: Zone.HAND for each in pooled[: len(held)]}
    return pool.replace(zones={**pool.zones, **moved}, undecided=frozenset())


@pytest.mark.parametrize("seed", range(3))
def test_another_hand_makes_the_same_picture(seed: int) -> None:
    game, changed = marne(), 0
    for play, _ in random_play(game, seed, 60, all_agree=True):
        now = state(play)
        other = now.replace(pools={side: swapped(pool) for side, pool in now.pools.items()})
        changed += other != now
        past = past_of(play.campaign.as_founded(), play.log)
        assert game.picture(other, replace(past, states=(*past.states[:-1], other))) == game.picture(now, past)
    assert changed


def test_a_marker_that_enters_in_the_open_does_change_it() -> None:
    play = campaign_with()
    now = state(play)
    pool = next(iter(now.pools.values()))
    entering = next(each.id for each in pool.at(Zone.POOL) if play.game.data.enters(each.id) > now.turn)
    zones: Any = {**pool.zones, entering: Zone.NOT_ENTERED}
    other: State = now.replace(pools={side: pool.replace(zones=zones) for side in now.pools})
    past = past_of(play.campaign.as_founded(), ())
    assert play.game.picture(other, past) != play.game.picture(now, past)


def test_the_players_of_a_whole_campaign_are_seen_by_nobody() -> None:
    assert "<@" not in picture(Players(2).play).words
