"""Checks of the board."""

from rules.campaign.time.corrections import CheckBoard
from rules.errors import NotNow, NotYours
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, night_watch, refused


def test_a_player_says_that_the_board_matches() -> None:
    play = night_watch()
    stood = play.campaign.state
    told = public(play.do(BERT, CheckBoard(changed=play.campaign.timeline.changed)))
    assert told == "<@2> has checked the board, and it matches: Turn 1."
    assert play.campaign.state == stood


def test_a_list_that_is_out_of_date_matches_nothing() -> None:
    play = night_watch()
    seen = CheckBoard(changed=play.campaign.timeline.changed)
    play.do(ANNA, "call")
    refused(play, NotNow, "The game has gone on since", BERT, seen)
    refused(play, NotYours, "You hold no seat", NOBODY, seen)
