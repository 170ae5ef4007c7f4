"""Seats: taken, shared, given up, and kept from those who must not see their hands."""

from rules.campaign.seating import Admit, Join, Leave
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, high_card, refused, two_players


def test_several_players_share_a_seat_once_one_of_them_lets_the_other_in() -> None:
    play = two_players()
    play.do(BERT, "take")
    told = public(play.do(CARLA, Join(seat=BLUE)))
    assert "asks to share the Blue seat and its hidden hand" in told
    assert play.campaign.roster[BLUE] == (BERT,)
    assert play.campaign.seats_of(CARLA) == ()
    for other in (CARLA, ANNA, NOBODY):  # Anna is the referee, and plays Red
        refused(
            play, NotYours, "Only a Blue player, or a referee who has never played a side", other, Admit(player=CARLA)
        )
    assert "Let them in" not in {offer.label for offer in play.campaign.offers(ANNA)}
    refused(play, NotNow, "no longer open", BERT, Admit(player=NOBODY))
    assert "Let them in" in {offer.label for offer in play.campaign.offers(BERT)}
    assert play.campaign.offers(CARLA) == ()
    play.do(BERT, Admit(player=CARLA))
    assert play.campaign.roster[BLUE] == (BERT, CARLA)
    refused(play, NotNow, "no longer open", BERT, Admit(player=CARLA))


def test_a_referee_who_never_played_lets_somebody_in() -> None:
    game = all_games()["high-card"]
    play = Play(game, founded(game, ANNA, REFEREE))
    play.do(BERT, Join(seat=BLUE))
    play.do(CARLA, Join(seat=BLUE))
    play.do(ANNA, Admit(player=CARLA))
    assert play.campaign.roster[BLUE] == (BERT, CARLA)


def test_one_player_holds_several_seats_that_nobody_else_ever_held() -> None:
    play = high_card()
    play.do(ANNA, Join(seat=BLUE))
    assert play.campaign.seats_of(ANNA) == (RED, BLUE, REFEREE)


def test_nobody_comes_to_the_secrets_of_another_side() -> None:
    """Not by joining it, not after its player left, and not as the referee of an empty seat."""
    play = two_players()
    play.do(ANNA, "take")
    refused(play, NotYours, "played another side", BERT, Join(seat=RED))
    play.do(BERT, Leave(seat=BLUE))
    refused(play, NotYours, "played another side", BERT, Join(seat=RED))
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(BERT, Join(seat=REFEREE))
    play.do(ANNA, Leave(seat=RED))
    assert play.campaign.acts_for(BERT) == (REFEREE, BLUE)
    refused(play, NotYours, "played another side", BERT, Join(seat=RED))
    play.do(CARLA, Join(seat=RED))
    assert play.campaign.roster[RED] == (CARLA,)


def test_a_player_can_come_back_to_the_side_they_left() -> None:
    play = two_players()
    play.do(BERT, Leave(seat=BLUE))
    play.do(BERT, Join(seat=BLUE))
    assert play.campaign.roster[BLUE] == (BERT,)


def test_a_game_without_hands_is_joined_freely() -> None:
    game = all_games()["fields-of-despair"]
    assert "hand" not in game.shows
    play = Play(game)
    play.do(BERT, Join(seat=game.seats[0]))
    assert play.campaign.roster[game.seats[0]] == (ANNA, BERT)


def test_there_is_one_referee_who_can_make_room() -> None:
    play = two_players()
    refused(play, NotNow, "has a referee", BERT, Join(seat=REFEREE))
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(BERT, Join(seat=REFEREE))
    assert play.campaign.seats_of(BERT) == (BLUE, REFEREE)


def test_what_cannot_be_taken_or_given_up() -> None:
    play = two_players()
    refused(play, NotNow, "already", BERT, Join(seat=BLUE))
    refused(play, NotThere, "seats are Red, Blue, Referee", BERT, Join.model_validate({"seat": "Green"}))
    refused(play, NotThere, "do not hold", BERT, Leave(seat=RED))
