"""Campaigns of High Card, and what a refusal must leave alone."""

from typing import Any

import pytest

from rules.campaign.seating import Join
from rules.errors import RuleError
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.play import Play

ANNA, BERT, CARLA, NOBODY = 1, 2, 3, 9


def high_card(dice: Any = "sealed") -> Play:
    """Anna is Red and the referee; Blue is free."""
    game = all_games()["high-card"]
    return Play(game, founded(game, ANNA, RED, dice))


def two_players(dice: Any = "sealed") -> Play:
    """Anna is Red and the referee, Bert is Blue."""
    play = high_card(dice)
    play.do(BERT, Join(seat=BLUE))
    return play


def refused(play: Play, kind: type[RuleError], said: str, user: int, ask: Any, *faces: Any) -> None:
    """The action is refused so, and nothing is changed by it."""
    before = play.campaign
    with pytest.raises(kind, match=said):
        play.do(user, ask, *faces)
    assert play.campaign is before
