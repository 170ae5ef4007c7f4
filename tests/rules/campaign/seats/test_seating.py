"""Seats: who sits in one lets others in, a free one needs the other sides once the game has begun."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.decider.waiting import asked_in
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.campaign.seats.stand_ins import NameStandIn
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import REFEREE, Player, Seat
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    high_card,
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
    play = two_players()
    play.do(BERT, "take")
    told = public(play.do(CARLA, Join(seat=BLUE)))
    assert "<@3> wants to take the Blue seat." in told
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
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(DORA, Join(seat=BLUE))
    told = [str(asked_in(play.campaign, each)) for each in play.campaign.requests]
    assert told == ["<@3> wants to take the Blue seat (2)", "<@4> wants to take the Blue seat (3)"]
    play.do(BERT, Agree(to=2))
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[BLUE] == (BERT, CARLA, DORA)
    refused(play, NotNow, "That player already holds this seat", BERT, HandOver(seat=BLUE, player=Player(DORA)))


def test_a_seated_player_asks_anew_for_another_seat() -> None:
    """Who was asked did not know then where they sit now."""
    play = two_players()
    for seat in (BLUE, RED):
        play.do(CARLA, Join(seat=seat))
    play.do(BERT, Agree(to=2))
    assert play.campaign.requests == ()


def test_a_request_for_a_seat_can_be_declined_and_withdrawn() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, Decline(to=2))
    play.do(CARLA, Join(seat=BLUE))
    play.do(CARLA, Decline(to=4))
    assert play.campaign.requests == ()


def test_a_referee_who_never_played_lets_somebody_in() -> None:
    game = all_games()["high-card"]
    play = reserved(Play(game, founded(game, ANNA, REFEREE)))
    play.do(BERT, Join(seat=BLUE))
    play.do(CARLA, Join(seat=BLUE))
    play.do(ANNA, Agree(to=2))
    assert play.campaign.roster[BLUE] == (BERT, CARLA)


def test_a_seats_requests_end_with_it() -> None:
    """Anna is Red and the referee, and asks as Red."""
    play = two_players()
    play.do(ANNA, ChangeSettings(answer=5))
    play.do(BERT, ChangeSettings(answer=6))
    play.do(ANNA, Leave(seat=REFEREE))
    assert [each.player for each in play.campaign.requests] == [ANNA, BERT]
    play.do(ANNA, Leave(seat=RED))
    assert ANNA not in [each.player for each in play.campaign.requests]


def test_a_seat_is_handed_over() -> None:
    play = two_players()
    play.do(BERT, "take")
    told = public(play.do(BERT, HandOver(seat=BLUE, player=Player(CARLA))))
    assert "<@2> leaves the Blue seat." in told
    assert "<@3> takes the Blue seat." in told
    refused(play, NotThere, "do not hold", BERT, HandOver(seat=BLUE, player=Player(DORA)))


# ---- free seats ----


def test_before_the_game_has_begun_everybody_sits_as_they_like() -> None:
    play = two_players()
    play.do(BERT, Leave(seat=BLUE))
    assert play.campaign.sat[BLUE] == frozenset()
    play.do(ANNA, Join(seat=BLUE))
    play.do(ANNA, Leave(seat=RED))
    play.do(BERT, Join(seat=RED))
    assert (play.campaign.roster[RED], play.campaign.roster[BLUE]) == ((BERT,), (ANNA,))


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
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Leave(seat=BLUE))
    play.do(BERT, Join(seat=BLUE))
    assert asked(play) == {RED}
    play.do(ANNA, Agree(to=play.campaign.number))
    assert play.campaign.roster[BLUE] == (BERT,)


def test_a_solo_player_acts_for_free_seats_and_takes_them() -> None:
    play = high_card()
    assert play.campaign.acts_for(ANNA) == (RED, REFEREE, BLUE)
    play.do(ANNA, "take")
    play.do(ANNA, Join(seat=BLUE))
    assert play.campaign.seats_of(ANNA) == (RED, BLUE, REFEREE)
    play.do(ANNA, Leave(seat=BLUE))
    play.do(BERT, Join(seat=BLUE))
    play.do(ANNA, Agree(to=play.campaign.number))
    assert play.campaign.acts_for(ANNA) == (RED, REFEREE)


# ---- nobody who has sat on a side comes to another without consent ----


def test_changing_sides_needs_everybodys_consent() -> None:
    play = five()
    play.do(CARLA, Leave(seat=FRANCE))
    told = public(play.do(CARLA, Join(seat=BRITAIN)))
    assert told.splitlines()[:2] == ["<@3> wants to take the Britain seat.", "<@3> has played France."]
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
    play = two_players()
    play.do(ANNA, "take")
    if holds:
        play.do(BERT, "take")
    told = public(play.do(BERT, Join(seat=RED)))
    assert told.splitlines()[:3] == [
        "<@2> wants to take the Red seat.",
        "<@2> has played Blue.",
        "Red must agree, or a referee who plays no side.",
    ]


# ---- silent players ----


# ---- the office of the referee ----


def test_there_is_one_referee_who_can_make_room() -> None:
    play = two_players()
    refused(play, NotNow, "has a referee, <@1>", BERT, Join(seat=REFEREE))
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(BERT, Join(seat=REFEREE))
    assert play.campaign.seats_of(BERT) == (BLUE, REFEREE)


def test_a_stranger_becomes_referee_by_consent_of_all() -> None:
    """A referee who plays no side decides alone, so a friend of one side must not walk in."""
    play = two_players()
    play.do(ANNA, Leave(seat=REFEREE))
    assert "Blue and Red must agree" in public(play.do(CARLA, Join(seat=REFEREE)))
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[REFEREE] == ()
    play.do(ANNA, Agree(to=3))
    assert play.campaign.roster[REFEREE] == (CARLA,)


def test_the_office_goes_to_players_at_once() -> None:
    play = two_players()
    play.do(ANNA, "take")
    play.do(ANNA, HandOver(seat=REFEREE, player=Player(BERT)))
    assert play.campaign.roster[REFEREE] == (BERT,)
    play.do(BERT, HandOver(seat=REFEREE, player=Player(CARLA)))
    assert play.campaign.roster[REFEREE] == (BERT,)
    play.do(ANNA, Agree(to=play.campaign.number))
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


def test_a_new_holder_is_not_done_with_the_turn() -> None:
    play = night_watch()
    play.campaign = replace(play.campaign, done=frozenset({SOUTH}))
    play.do(BERT, Leave(seat=SOUTH))
    play.do(CARLA, Join(seat=SOUTH))
    assert not play.campaign.done
    play = night_watch()
    play.campaign = replace(play.campaign, done=frozenset({SOUTH}))
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.number))
    assert play.campaign.done == {SOUTH}, "who shares it is done with the others"


def test_an_action_of_the_game_leaves_a_request_for_a_seat_open() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(ANNA, "take")
    play.do(BERT, Agree(to=2))
    assert CARLA in play.campaign.roster[BLUE]


def test_seating_ends_ones_older_request() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, NameStandIn(player=Player(CARLA), until=play.clock + timedelta(days=9)))
    play.do(CARLA, Join(seat=BLUE))
    assert (play.campaign.roster[BLUE], play.campaign.requests) == ((BERT, CARLA), ())


def test_impossible_seatings_are_refused() -> None:
    play = two_players()
    refused(play, NotNow, "already", BERT, Join(seat=BLUE))
    refused(play, NotThere, "seats are Red, Blue, Referee", BERT, Join.model_validate({"seat": "Green"}))
    refused(play, NotThere, "do not hold", BERT, Leave(seat=RED))
    assert play.campaign.sat == {RED: {ANNA}, BLUE: {BERT}, REFEREE: {ANNA}}
    assert NORTH not in play.campaign.roster
