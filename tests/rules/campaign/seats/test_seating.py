"""Seats: who sits in one lets others in, a free one needs the other sides once the game has begun."""

import pytest

from rules.campaign.decider.waiting import asked_in
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import HandOver, Invite, Join, Leave
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE, Player, Seat
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH, NextPhase
from tests.play import Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    labels,
    night_watch,
    refused,
    reserved,
    two_players,
)
from tests.rules.games.gathering_storm.harness import USERS, Storm

GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA = all_games()["gathering-storm"].seats


def five() -> Play:
    """Anna is Germany and the referee, Bert Britain, Carla France; Italy and Russia are free. The game has begun."""
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, GERMANY)))
    play.do(BERT, Join(seat=BRITAIN))
    play.do(CARLA, Join(seat=FRANCE))
    play.do(ANNA, "draw")
    return play


def asked(play: Play) -> set[Seat]:
    """Whom the newest request asks."""
    return set(play.campaign.requests[-1].needed)


# ---- those in a seat let others in ----


def test_players_share_a_seat_by_consent() -> None:
    play = two_players((BERT, "take"))
    told = public(play.do(CARLA, Join(seat=BLUE)))
    assert "<@3> wants to play Blue." in told
    assert play.campaign.roster[BLUE] == (BERT,)
    for other in (ANNA, NOBODY):  # Anna is the referee, and plays Red
        refused(play, NotYours, r"Only <@2> \(Blue\) can answer", other, Agree(to=3))
    refused(play, NotYours, "yourself", CARLA, Agree(to=3))
    assert "Agree" not in labels(play, ANNA)
    assert "Agree" in labels(play, BERT)
    assert labels(play, CARLA) == {"Withdraw the request"}
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[BLUE] == (BERT, CARLA)
    refused(play, NotNow, "no longer open", BERT, Agree(to=3))


def test_two_requests_for_a_seat_stand_beside_each_other() -> None:
    play = two_players((CARLA, Join(seat=BLUE)), (DORA, Join(seat=BLUE)))
    told = [str(asked_in(play.campaign, each)) for each in play.campaign.requests]
    assert told == ["<@3> wants to play Blue (2)", "<@4> wants to play Blue (3)"]
    play.do(BERT, Agree(to=2))
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[BLUE] == (BERT, CARLA, DORA)
    refused(play, NotNow, "That player already holds this seat", BERT, HandOver(seat=BLUE, player=Player(DORA)))


def test_a_request_for_a_seat_can_be_declined_and_withdrawn() -> None:
    play = two_players((CARLA, Join(seat=BLUE)), (BERT, Decline(to=2)), (CARLA, Join(seat=BLUE)))
    play.do(CARLA, Decline(to=4))
    assert play.campaign.requests == ()


# ---- free seats ----


def test_a_free_seat_needs_all_sides_after_the_beginning() -> None:
    play = five()
    play.do(DORA, Join(seat=RUSSIA))
    assert asked(play) == {GERMANY, BRITAIN, FRANCE}
    to = play.campaign.number
    for user in (ANNA, BERT):
        play.do(user, Agree(to=to))
        assert play.campaign.roster[RUSSIA] == ()
    play.wait(days=30)
    refused(play, NotNow, "so this is not done", ANNA, Agree(to=to))


def test_a_player_returns_to_a_left_side_by_consent() -> None:
    play = two_players((BERT, "take"), (BERT, Leave(seat=BLUE)), (BERT, Join(seat=BLUE)))
    assert asked(play) == {RED}
    play.do(ANNA, Agree(to=play.campaign.number))
    assert play.campaign.roster[BLUE] == (BERT,)


# ---- nobody who has sat on a side comes to another without consent ----


def test_changing_sides_needs_everybodys_consent() -> None:
    play = five()
    play.do(CARLA, Leave(seat=FRANCE))
    told = public(play.do(CARLA, Join(seat=BRITAIN)))
    assert told.splitlines()[:2] == ["<@3> wants to play Britain.", "<@3> has played France."]
    assert asked(play) == {GERMANY, BRITAIN}


def test_the_left_side_can_refuse_a_change() -> None:
    play = five()
    play.do(BERT, HandOver(seat=BRITAIN, player=Player(DORA)))
    told = public(play.do(ANNA, HandOver(seat=GERMANY, player=Player(BERT))))
    assert "<@1> wants to give the Germany seat to <@2>." in told
    assert asked(play) == {BRITAIN, FRANCE}
    play.wait(days=30)
    refused(play, NotNow, "so this is not done", ANNA, Agree(to=play.campaign.number))


@pytest.mark.parametrize("holds", [True, False])
def test_no_door_tells_what_a_seat_holds(holds: bool) -> None:
    """Bert asks to share Red: the answer is the same whether he holds anything or not."""
    play = two_players((ANNA, "take"))
    if holds:
        play.do(BERT, "take")
    told = public(play.do(BERT, Join(seat=RED)))
    assert told.splitlines()[:3] == [
        "<@2> wants to play Red.",
        "<@2> has played Blue.",
        "Red must agree, or a referee who plays no side.",
    ]


# ---- silent players ----


# ---- the office of the referee ----


def test_a_stranger_becomes_referee_by_consent_of_all() -> None:
    """A referee who plays no side decides alone, so a friend of one side must not walk in."""
    play = two_players((ANNA, Leave(seat=REFEREE)))
    assert "Blue and Red must agree" in public(play.do(CARLA, Join(seat=REFEREE)))
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[REFEREE] == ()
    play.do(ANNA, Agree(to=3))
    assert play.campaign.roster[REFEREE] == (CARLA,)


# ---- what goes on as players change ----


def test_a_new_holder_is_asked_what_the_seat_was_asked() -> None:
    play = reserved(Storm())
    while not play.campaign.requests:
        play.do(USERS[GERMANY], "next_phase")
    needed = play.campaign.requests[0].needed
    assert needed >= {BRITAIN, FRANCE}
    play.do(USERS[FRANCE], HandOver(seat=FRANCE, player=Player(NOBODY)))
    play.do(USERS[BRITAIN], Agree(to=play.campaign.requests[0].number))
    assert play.campaign.roster[FRANCE] == (NOBODY,)


def test_who_comes_to_a_seat_asks_for_no_other_any_more() -> None:
    play = night_watch((BERT, Leave(seat=SOUTH)), (CARLA, Join(seat=NORTH)))
    assert len(play.campaign.requests) == 1
    play.do(CARLA, Join(seat=SOUTH))
    assert len(play.campaign.requests) == 0
    assert play.campaign.roster[NORTH] == (ANNA,)


def test_who_takes_a_free_seat_is_not_done_with_the_turn() -> None:
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(BERT, Leave(seat=SOUTH))
    assert SOUTH in play.campaign.done
    play.all_agree = True
    play.do(CARLA, Join(seat=SOUTH))
    assert SOUTH not in play.campaign.done


def test_an_invitation_shares_no_seat_while_one_is_free() -> None:
    play = night_watch((BERT, Leave(seat=SOUTH)))
    play.do(ANNA, Invite(players=(CARLA,)))
    play.do(CARLA, Join(seat=NORTH))
    assert [each.needed for each in play.campaign.requests] == [{NORTH}]


def test_nobody_asks_themselves_to_hand_a_seat_over() -> None:
    """Who plays both sides, to somebody who has played the other."""
    play = night_watch((BERT, "draw"))
    play.all_agree = True
    play.do(ANNA, Join(seat=SOUTH))
    play.all_agree = False
    play.do(BERT, Leave(seat=SOUTH))
    play.do(ANNA, HandOver(seat=NORTH, player=Player(BERT)))
    assert play.campaign.roster[NORTH] == (BERT,)
