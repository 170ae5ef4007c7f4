"""Invitations: who is asked to play takes a seat, or says no."""

from rules.campaign.seats.seating import Invite, Join, Leave, TurnDown, free_seats, invited
from rules.errors import NotNow, NotSeated
from rules.seat import Seat
from tests.games import all_games
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, refused, reserved


def test_who_is_invited_is_awaited_until_they_sit_or_say_no() -> None:
    play = night_watch((BERT, Leave(seat="South")))
    told = public(play.do(ANNA, Invite(players=(BERT, CARLA, BERT, ANNA))))
    assert told == "<@1> invites <@2> and <@3>."
    play.do(ANNA, Invite(players=(CARLA,)))
    assert (invited(play.campaign), free_seats(play.campaign)) == ((BERT, CARLA), ("South",)), "each once"
    play.do(CARLA, TurnDown())
    assert invited(play.campaign) == (BERT,)
    refused(play, NotNow, "Nobody awaits your answer", CARLA, TurnDown())
    play.do(BERT, Join(seat="South"))
    assert (invited(play.campaign), free_seats(play.campaign)) == ((), ())
    refused(play, NotNow, "play in this campaign already", ANNA, Invite(players=(BERT,)))
    refused(play, NotSeated, "You hold no seat", NOBODY, Invite(players=(BERT,)))


def test_who_is_invited_to_a_game_for_one_comes_in_unasked() -> None:
    play = reserved(Play(all_games()["fields-of-despair"]))
    play.do(ANNA, Invite(players=(BERT,)))
    play.do(BERT, Join(seat="Allies"))
    assert BERT in play.campaign.roster[Seat("Allies")]
    play.do(CARLA, Join(seat="Allies"))
    assert CARLA not in play.campaign.roster[Seat("Allies")], "whoever was not is let in by those who sit there"
