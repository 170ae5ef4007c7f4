"""Campaigns of High Card, and what a refusal must leave alone."""

from typing import Any, TypeVar

import pytest

from rules.campaign.seats.seating import Join
from rules.errors import RuleError
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import Play

Played = TypeVar("Played", bound=Play)
ANNA, BERT, CARLA, DORA, NOBODY = 1, 2, 3, 4, 9


def high_card(dice: Any = "sealed") -> Play:
    """Anna is Red and the referee; Blue is free."""
    game = all_games()["high-card"]
    return reserved(Play(game, founded(game, ANNA, RED, dice)))


def reserved(play: Played) -> Played:
    """A play in which nobody agrees to anything unasked."""
    play.all_agree = False
    return play


def two_players(*done: tuple[int, Any], dice: Any = "sealed", all_agree: bool = False) -> Play:
    """Anna is Red and the referee, Bert is Blue; what each has done since."""
    return _after(high_card(dice), (BERT, Join(seat=BLUE)), *done, all_agree=all_agree)


def night_watch(*done: tuple[int, Any], dice: Any = "sealed", all_agree: bool = False) -> Play:
    """Anna is North and the referee, Bert is South; what each has done since."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH, dice))
    return _after(play, (BERT, Join(seat=SOUTH)), *done, all_agree=all_agree)


def _after(play: Play, *done: tuple[int, Any], all_agree: bool = False) -> Play:
    play.all_agree = all_agree
    for user, ask in done:
        play.do(user, ask)
    return play


def with_neutral_referee(*done: tuple[int, Any]) -> Play:
    """Night Watch: Carla is the referee and plays no side, Anna is North, Bert is South; what each has done since."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, CARLA, REFEREE))
    return _after(play, (ANNA, Join(seat=NORTH)), (BERT, Join(seat=SOUTH)), *done)


def labels(play: Play, user: int) -> set[str]:
    """What a user is offered."""
    return {offer.label for offer in (*play.campaign.offers(user), *play.campaign.on_screens(user))}


def refused(play: Play, kind: type[RuleError], said: str, user: int, ask: Any, *faces: Any) -> None:
    """The action is refused so, and nothing is changed by it."""
    before = play.campaign
    with pytest.raises(kind, match=said):
        play.do(user, ask, *faces)
    assert play.campaign is before
