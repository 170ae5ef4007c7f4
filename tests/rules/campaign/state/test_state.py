"""Where a campaign stands: who holds which seat, and for whom each user acts."""

from dataclasses import replace

from rules.campaign.seats.seating import Join, Leave
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE, Player
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    NOBODY,
    high_card,
    night_watch,
    refused,
    two_players,
    with_neutral_referee,
)


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


def test_each_entry_that_all_know_of_has_the_next_number() -> None:
    campaign = replace(two_players().campaign, unseen=(1, 3, 4, 8), seq=10)
    seen = [seq for seq in range(1, 11) if not campaign.is_private_deed(seq)]
    assert seen == [2, 5, 6, 7, 9, 10]
    assert [campaign.number(seq) for seq in seen] == [1, 2, 3, 4, 5, 6]
    assert [campaign.seq_of(number) for number in range(1, 7)] == seen
    assert [campaign.number(seq) for seq in (3, 4, 8)] == [1, 1, 4], "the number of the entry before it"


def test_the_others_are_the_sides_that_others_hold_and_where_there_is_none_the_referee() -> None:
    play = with_neutral_referee()
    campaign = play.campaign
    assert campaign.others(ANNA) == {SOUTH}
    assert campaign.others(CARLA) == {NORTH, SOUTH}
    assert campaign.all_others(CARLA) == frozenset()
    play.do(BERT, Leave(seat=SOUTH))
    assert play.campaign.others(ANNA) == {REFEREE}
    alone = high_card()
    alone.do(ANNA, Join(seat=BLUE))
    assert alone.campaign.others(ANNA) == frozenset()


def test_who_shares_one_of_several_sides_is_alone_in_none() -> None:
    """Anna plays the North with Bert and the South alone."""
    play = night_watch()
    roster = {**play.campaign.roster, NORTH: (Player(ANNA), Player(BERT)), SOUTH: (Player(ANNA),)}
    assert replace(play.campaign, roster=roster).others(ANNA) == {NORTH}
    assert replace(play.campaign, roster={**roster, SOUTH: ()}).others(ANNA) == frozenset()
