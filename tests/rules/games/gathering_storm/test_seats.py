"""Seats of powers that research together: who comes to one reads what the other has recorded."""

import pytest

from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.errors import NotYours
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.seat import Player, SideSeat
from tests.play import Play, public
from tests.rules.games.gathering_storm.harness import storm

ANNA, BERT, CARLA = 1, 2, 3


def table(**seats: SideSeat) -> Play:
    """Anna plays Germany, and has recorded research; others take seats."""
    play = Play(storm())
    play.all_agree = False
    play.do(ANNA, "record", power="Germany", project="Axis air range", steps=8)
    for seat in seats.values():
        play.do(BERT, Join(seat=seat))
    return play


@pytest.mark.parametrize("has_begun", [False, True])
@pytest.mark.parametrize("played", [RUSSIA, BRITAIN])
def test_who_plays_another_alliance_asks_before_they_read_its_research_at_a_free_seat(
    played: SideSeat, *, has_begun: bool
) -> None:
    play = table(bert=played)
    if has_begun:
        play.do(ANNA, "draw")
    assert "Germany must agree" in public(play.do(BERT, Join(seat=ITALY)))
    assert play.campaign.roster[ITALY] == ()
    play.do(ANNA, Leave(seat=GERMANY))
    if has_begun:  # before that there was nothing to read
        with pytest.raises(NotYours, match="the Italy hand must stay hidden from you"):
            play.do(BERT, Join(seat=ITALY))


def test_allies_and_newcomers_before_the_first_draw_ask_nobody() -> None:
    play = table(bert=BRITAIN, too=FRANCE, three=RUSSIA)
    play.do(CARLA, Join(seat=ITALY))
    assert play.campaign.roster[ITALY] == (CARLA,)
    other = table()
    other.do(ANNA, "draw")
    other.do(ANNA, Join(seat=ITALY))
    assert other.campaign.seats_of(ANNA)[:2] == (GERMANY, ITALY)


def test_a_newcomer_later_and_who_is_given_a_seat_ask_the_ally() -> None:
    play = table()
    play.do(ANNA, "draw")
    assert "Germany must agree" in public(play.do(CARLA, Join(seat=ITALY)))
    play = table(bert=ITALY)
    play.do(ANNA, "draw")
    assert "Germany must agree" in public(play.do(BERT, HandOver(seat=ITALY, player=Player(CARLA))))


def test_who_plays_both_allies_gives_one_of_them_away_unasked() -> None:
    play = table()
    play.do(ANNA, "draw")
    play.do(ANNA, Join(seat=ITALY))
    play.do(ANNA, HandOver(seat=ITALY, player=Player(CARLA)))
    assert play.campaign.roster[ITALY] == (CARLA,)


def test_what_one_has_read_beside_an_ally_is_not_carried_to_another_side_unasked() -> None:
    play = table()
    play.do(BERT, Join(seat=ITALY))
    play.do(ANNA, "draw")
    play.do(BERT, Leave(seat=ITALY))
    assert "Germany must agree" in public(play.do(BERT, Join(seat=BRITAIN)))
