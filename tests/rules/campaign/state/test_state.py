"""Where a campaign stands: who holds which seat, and for whom each user acts."""

from rules.campaign.seats.seating import Join, Leave
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE
from tests.high_card import BLUE, RED
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, high_card, refused, two_players


def test_the_founder_holds_a_seat_and_is_the_referee() -> None:
    assert high_card().campaign.seats_of(ANNA) == (RED, REFEREE)


def test_a_player_of_two_seats_acts_for_the_first_that_can() -> None:
    play = high_card()
    play.do(ANNA, Join(seat=BLUE))
    play.do(ANNA, "take")
    play.do(ANNA, "take")
    assert set(play.campaign.state.held) == {RED, BLUE}
    refused(play, NotNow, "already", ANNA, {"type": "take"})


def test_nobody_acts_for_a_seat_that_is_not_theirs() -> None:
    play = two_players()
    refused(play, NotYours, "hold no seat", NOBODY, {"type": "take"})
    play.do(BERT, "take")
    assert set(play.campaign.state.held) == {BLUE}


def test_the_referee_acts_for_seats_that_nobody_holds_and_for_no_others() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, "take")
    assert set(play.campaign.state.held) == {RED, BLUE}
    play = two_players()
    play.do(ANNA, "take")
    refused(play, NotNow, "already", ANNA, {"type": "take"})
    assert set(play.campaign.state.held) == {RED}


def test_a_player_who_is_not_the_referee_acts_for_no_empty_seat() -> None:
    play = two_players()
    play.do(ANNA, Leave(seat=RED))
    play.do(BERT, "take")
    refused(play, NotNow, "already", BERT, {"type": "take"})
