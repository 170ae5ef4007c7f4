"""Undo: freely, or with the others' consent where something became known."""

from rules.campaign.seating import Join, Leave
from rules.campaign.undo import Agree, Decline, Undo
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, high_card, refused, two_players


def test_an_action_without_a_die_or_a_secret_is_undone_freely() -> None:
    play = two_players()
    before = play.campaign.state
    play.do(BERT, "bid", points=3)
    assert "is undone" in public(play.do(BERT, Undo()))
    assert play.campaign.state == before
    assert play.log[-1].undoes == 2


def test_a_roll_needs_the_other_seat_and_the_dice_stay_used() -> None:
    play = two_players()
    before = play.campaign.state
    first = secret(play.do(BERT, "take"), BLUE)
    assert "Red or the referee must agree" in public(play.do(BERT, Undo()))
    assert play.campaign.state != before
    refused(play, NotYours, "Only Red or the referee", BERT, Agree(to=2))
    refused(play, NotYours, "Only Red or the referee", NOBODY, Agree(to=2))
    play.do(ANNA, Agree(to=2))
    assert play.campaign.state == before
    assert play.campaign.next_die == 2
    assert secret(play.do(BERT, "take"), BLUE) != first


def test_the_others_can_let_it_stand() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, Decline(to=2))
    assert play.campaign.undo_request is None
    assert BLUE in play.campaign.state.held
    refused(play, NotNow, "no longer open", ANNA, Agree(to=2))


def test_the_asker_can_let_it_stand() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(BERT, Decline(to=2))
    assert play.campaign.undo_request is None


def test_all_other_seats_must_agree_where_there_is_no_referee() -> None:
    play = two_players()
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(ANNA, "take")
    play.do(ANNA, Undo())
    assert play.campaign.undo_request is not None
    assert play.campaign.undo_request.needed == {BLUE}
    play.do(BERT, Agree(to=3))
    assert play.campaign.state.held == {}


def test_the_next_action_makes_the_request_void() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, "bid", points=1)
    refused(play, NotNow, "no longer open", ANNA, Agree(to=2))


def test_a_player_alone_asks_nobody() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, Undo())
    assert play.campaign.state.held == {}


def test_a_referee_who_never_held_a_side_decides() -> None:
    game = all_games()["high-card"]
    play = Play(game, founded(game, ANNA, REFEREE))
    for user, seat in ((BERT, BLUE), (CARLA, RED)):
        play.do(user, Join(seat=seat))
    play.do(BERT, "take")
    play.do(ANNA, Undo())
    assert play.campaign.state.held == {}


def test_a_referee_who_played_needs_the_others_from_whatever_seat() -> None:
    """Leaving the side, or taking the other one, is no way around their consent."""
    play = two_players()
    play.do(ANNA, "take")
    play.do(ANNA, Leave(seat=RED))
    assert "Blue or the referee must agree" in public(play.do(ANNA, Undo()))
    refused(play, NotYours, "played another side", ANNA, Join(seat=BLUE))
    assert play.campaign.state.held


def test_only_who_did_it_or_the_referee_undoes_it() -> None:
    play = two_players()
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(ANNA, "bid", points=1)
    refused(play, NotYours, "Only Red or the referee", BERT, Undo())


def test_one_action_after_the_other_is_undone() -> None:
    play = two_players()
    for points in (1, 2, 3):
        play.do(BERT, "bid", points=points)
    play.do(BERT, Undo())
    play.do(BERT, Undo())
    assert play.campaign.state.bids == {BLUE: 1}
    play.do(BERT, Undo())
    refused(play, NotNow, "nothing to undo", BERT, Undo())


def test_the_answers_are_offered_to_those_who_can_give_them() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    labels = {user: {offer.label for offer in play.campaign.offers(user)} for user in (ANNA, BERT, NOBODY)}
    assert {"Agree", "Let it stand"} <= labels[ANNA]
    assert "Agree" not in labels[BERT]
    assert labels[NOBODY] == set()
