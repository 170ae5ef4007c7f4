"""Who sits at the tables whose minutes are kept."""

from rules.campaign.seats.seating import Join
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.minutes import Minutes
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, NOBODY, night_watch

PEOPLE = {ANNA: "Anna", BERT: "Bert", CARLA: "Carla", DORA: "Dora", NOBODY: "Nora", ADMIN: "Admin"}
"""Anna plays the North, Bert the South; what the others are, the minutes say."""


def two() -> Minutes:
    """Anna is North and the referee, Bert is South."""
    return Minutes(night_watch(), PEOPLE)


def shared() -> Minutes:
    """The same; Dora shares the South."""
    play = night_watch((DORA, Join(seat=SOUTH)))
    play.do(BERT, "agree", to=2)
    return Minutes(play, PEOPLE)


def neutral() -> Minutes:
    """Carla is the referee and plays no side; Anna is North, Bert is South."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, CARLA, REFEREE))
    play.do(ANNA, Join(seat=NORTH))
    play.do(BERT, Join(seat=SOUTH))
    return Minutes(play, PEOPLE)


def alone() -> Minutes:
    """Carla is the referee of a table at which nobody plays yet."""
    game = all_games()["night-watch"]
    return Minutes(Play(game, founded(game, CARLA, REFEREE)), PEOPLE)


def solo() -> Minutes:
    """Anna is North and the referee, and nobody ever was South."""
    game = all_games()["night-watch"]
    return Minutes(Play(game, founded(game, ANNA, NORTH)), PEOPLE)
