"""Whole games for the journal, played at random but through all their turns."""

import random
from functools import cache
from typing import Any

from rules.campaign.seats.seating import Join
from rules.errors import RuleError
from tests.faults.rounds import many
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA
from tests.rules.test_conformance import filled, seated

ENDS = ("next_turn", "next_phase")
LONGEST = many(1500, 4000)


def both_sides() -> Play:
    """Anna plays both sides of Night Watch, and each has drawn."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH))
    play.do(ANNA, "draw")
    play.do(ANNA, Join(seat=SOUTH))
    play.do(ANNA, "draw")
    return play


@cache
def whole_game(game: str, turns: int, seed: int = 1, actions: int = 30) -> Play:
    """A game of so many turns, of at least some actions each; hours pass between them."""
    chance, play = random.Random(seed), seated(all_games()[game])
    play.all_agree = True
    users, done, last = range(1, len(play.game.seats) + 1), 0, 0
    while len(play.log) < LONGEST and not _is_over(play, turns):
        turn = play.game.turn(play.campaign.state)
        done, last = (done + 1, turn) if turn == last else (0, turn)
        # one after another is asked, as people play: what all of them could do together need not be worked out
        asked = chance.sample(users, len(users))
        user, offers = next(((user, offers) for user in asked if (offers := play.campaign.offers(user))), (0, ()))
        if not offers:
            break
        kinds = sorted({offer.command.type for offer in offers})
        ends = [kind for kind in kinds if kind in ENDS]
        kind = ends[-1] if ends and done > actions else chance.choice(kinds)
        offer = chance.choice([each for each in offers if each.command.type == kind])
        play.wait(hours=chance.choice([0, 1, 5, 20]))
        try:
            play.do(user, filled(offer))
        except RuleError:
            continue
    return play


def _is_over(play: Play, turns: int) -> bool:
    state: Any = play.campaign.state
    return play.game.turn(state) > turns or bool(getattr(state, "over", False) or getattr(state, "is_over", False))
