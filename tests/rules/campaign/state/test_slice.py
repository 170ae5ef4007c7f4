"""A feature that says nothing of it keeps its slice as it is, whatever happens to the campaign."""

from dataclasses import dataclass

from rules.campaign.state.slice import Slice
from rules.seat import Player
from tests.night_watch import NORTH
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


@dataclass(frozen=True, slots=True)
class Pennies(Slice):
    """How many pennies lie on the table."""

    number: int = 0


def test_slice_stays_as_it_is_by_default() -> None:
    play = night_watch()
    play.campaign = play.campaign.having(Pennies(3))
    play.do(BERT, "draw")
    play.do(ANNA, "be_away", until="2100-01-01T00:00:00Z")
    play.do(ANNA, "end")
    play.do(BERT, "agree", to=play.campaign.number)
    assert play.campaign.of(Pennies) == Pennies(3)
    assert play.campaign.to_answer == ()
    assert Pennies(3).without_player(Player(ANNA)) == Pennies(3).without_seat(NORTH) == Pennies(3)


def test_empty_slice_is_not_kept() -> None:
    campaign = night_watch().campaign.having(Pennies(3))
    assert campaign.having(Pennies()).slices == ()
